/** Posts read live (service.md, `/live/posts`). */
import type { Body, LivePostRow, LivePostsResult } from "@heddle/api"
import { Context, Effect, Layer, Result } from "effect"
import { now } from "../runtime/Time.ts"
import { AuthorProfiles } from "../queries/authors/AuthorProfiles.ts"
import { Settings } from "../runtime/Settings.ts"
import type { Found } from "./BestAnswer.ts"
import { detailedLivePost } from "./LivePostRow.ts"
import { foundIn, LiveReader } from "./LiveReader.ts"
import type { LivePost } from "./LiveSource.ts"

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
        const names = posts.filter(isAuthorIncomplete).map(({ value }) => value.post.username)
        const { data } = names.length === 0 ? { data: [] } : yield* users.of(names)
        return new Map(data.flatMap((user) => (user.status === "ok" ? [[user.username, user] as const] : [])))
      })

      const of = Effect.fn("LivePosts.of")(function* (codes: ReadonlyArray<string>) {
        const answers = yield* (yield* reader.begin).posts(codes)
        const authors = yield* storedAuthors(foundIn(answers))
        const reading = { readAt: yield* now, urlTemplate }
        const data = answers.map(({ identifier, answer }): LivePostRow => {
          if (Result.isFailure(answer)) return { status: "failed", code: identifier, ...answer.failure }
          const stored = authors.get(answer.success.value.post.username)
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
