/** Converts a live read of a post into an API row, as if it had been stored. Pure. */
import type { Body, DetailedPost, FoundUser, LivePostRow, LivePostsResult, Post } from "@heddle/api"
import { Context, Effect, Layer, Result } from "effect"
import { AuthorProfiles } from "../queries/authors/AuthorProfiles.ts"
import type { ReplyLink } from "../queries/threads/ThreadOrder.ts"
import { Settings } from "../runtime/Settings.ts"
import { now } from "../runtime/Time.ts"
import { countColumnsOf } from "../store/posts/Counts.ts"
import { basicPost, detailedPost } from "../store/posts/PostRow.ts"
import { newPostFrom } from "../store/posts/PostState.ts"
import { authorIdOf, shownNameOf } from "../store/Change.ts"
import type { Found } from "./GuardedSources.ts"
import { foundIn, LiveReader } from "./LiveReader.ts"
import type { LivePost } from "./LiveSource.ts"

interface Reading {
  readonly readAt: Date
  /** The setting `HEDDLE_POST_URL`. */
  readonly urlTemplate: string
}

export const linkOf = ({ value: { post } }: Found<LivePost>): ReplyLink => ({
  code: post.code,
  replyTo: post.reply_to ?? null,
  postedAt: new Date(post.post_timestamp * 1_000)
})

const rowOf = ({ source, value }: Found<LivePost>, { readAt, urlTemplate }: Reading) => {
  const post = newPostFrom({ change: value.post, source, receivedAt: readAt, urlTemplate })
  return {
    code: post.code,
    url: post.url,
    caption: post.caption,
    language: post.language,
    authorId: post.author_id,
    username: shownNameOf(value.post),
    postedAt: post.posted_at,
    isReply: post.is_reply,
    replyTo: post.reply_to,
    ...countColumnsOf(post),
    mediaUrl: post.media_url,
    observedAt: post.observed_at
  }
}

/** Author fields that the network omits come from the stored profile. */
export const detailedLivePost = (
  found: Found<LivePost>,
  reading: Reading,
  stored: FoundUser | undefined
): DetailedPost => {
  const { author } = found.value
  return detailedPost({
    ...rowOf(found, reading),
    fullName: author?.full_name ?? stored?.full_name ?? null,
    profilePicture: author?.profile_picture ?? stored?.profile_picture ?? null,
    followerCount: author?.follower_count ?? stored?.follower_count ?? null
  })
}

interface ChainPost {
  readonly post: Post
  readonly source: "stored" | "live"
}

/** Looks up the posts of a thread by code: the stored post, with live counts if it was read live. */
export const chainPosts =
  (stored: ReadonlyMap<string, Post>, live: ReadonlyMap<string, Found<LivePost>>, reading: Reading) =>
  (code: string): ChainPost | undefined => {
    const storedPost = stored.get(code)
    const found = live.get(code)
    if (found === undefined) return storedPost === undefined ? undefined : { post: storedPost, source: "stored" }
    const post = storedPost ?? basicPost(rowOf(found, reading))
    const { like_count = post.like_count, reply_count = post.reply_count } = found.value.post
    return { post: { ...post, like_count, reply_count }, source: "live" }
  }

/** Posts read live (service.md, `/live/posts`). */
export class LivePosts extends Context.Service<
  LivePosts,
  {
    /** One row per code, in the order given. */
    of(codes: ReadonlyArray<string>): Effect.Effect<Body<typeof LivePostsResult>>
  }
>()("@heddle/server/live/LivePosts") {
  static readonly layer = Layer.effect(
    LivePosts,
    Effect.gen(function* () {
      const reader = yield* LiveReader
      const users = yield* AuthorProfiles
      const { postUrlTemplate: urlTemplate } = yield* Settings

      /** The stored profiles of authors whose live reads are incomplete. */
      const storedAuthors = Effect.fnUntraced(function* (posts: ReadonlyArray<Found<LivePost>>) {
        const ids = posts.filter(isAuthorIncomplete).map(({ value }) => authorIdOf(value.post))
        return ids.length === 0 ? new Map<string, FoundUser>() : yield* users.byId(ids)
      })

      const of = Effect.fn("LivePosts.of")(function* (codes: ReadonlyArray<string>) {
        const answers = yield* (yield* reader.begin).posts(codes)
        const authors = yield* storedAuthors(foundIn(answers))
        const reading = { readAt: yield* now, urlTemplate }
        const data = answers.map(({ identifier, answer }): LivePostRow => {
          if (Result.isFailure(answer)) return { status: "failed", code: identifier, ...answer.failure }
          const stored = authors.get(authorIdOf(answer.success.value.post))
          return { status: "ok", ...detailedLivePost(answer.success, reading, stored) }
        })
        return { data }
      })

      return LivePosts.of({ of })
    })
  )
}

const isAuthorIncomplete = ({ value: { author } }: Found<LivePost>): boolean =>
  author?.full_name === undefined || author.profile_picture === undefined || (author.follower_count ?? null) === null
