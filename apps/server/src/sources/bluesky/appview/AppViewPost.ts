/** Posts and profiles of the AppView as changes, checked with the bounds of the ingest format; pure. */
import { Option, Result, Schema } from "effect"
import type { LivePost } from "../../../live/LiveSource.ts"
import { AuthorChange, isAddress, isCount, PostChange } from "../../../store/Change.ts"
import { lenient } from "../../network/Lenient.ts"
import { claimedSeconds } from "../../network/Rfc3339.ts"
import { invalidHandle } from "../records/Changes.ts"
import { codeOfUri, partsOfCode, urlOfPost } from "../PostCode.ts"
import { marksOf } from "../records/Facets.ts"
import { languageOf, PostRecord, readReply } from "../records/Records.ts"

/**
 * What this service reads of the AppView's answers (lexicons `app.bsky.feed.defs` and `app.bsky.actor.defs`). Anything else
 * in an answer is ignored, so that a new embed or label changes nothing.
 */
const Count = lenient(Schema.Int)

/** An author as part of a post, without counts. */
const BasicProfile = Schema.Struct({
  did: Schema.String,
  handle: Schema.String,
  displayName: lenient(Schema.String),
  avatar: lenient(Schema.String)
})

const DetailedProfile = Schema.Struct({
  ...BasicProfile.fields,
  description: lenient(Schema.String),
  followersCount: Count,
  followsCount: Count,
  postsCount: Count
})
type DetailedProfile = typeof DetailedProfile.Type

const PostView = Schema.Struct({
  uri: Schema.String,
  author: BasicProfile,
  record: PostRecord,
  embed: Schema.optionalKey(Schema.Unknown),
  replyCount: Count,
  repostCount: Count,
  likeCount: Count,
  quoteCount: Count,
  indexedAt: Schema.optionalKey(Schema.Unknown)
})
type PostView = typeof PostView.Type

/** A node of a thread. Nodes of posts that are blocked or gone have no `post`. */
export const ThreadNode = Schema.Struct({
  post: Schema.Unknown,
  replies: Schema.optionalKey(Schema.Array(Schema.Unknown))
})

/** Items are decoded one by one: a malformed one does not spoil the others. */
export const PostsAnswer = Schema.Struct({ posts: Schema.Array(Schema.Unknown) })
export const ProfilesAnswer = Schema.Struct({ profiles: Schema.Array(Schema.Unknown) })
export const ThreadAnswer = Schema.Struct({ thread: Schema.Unknown })

/** `embed` of the views `images`, `gallery`, `video` and `recordWithMedia`, as far as they are alike. */
const Embed = Schema.Struct({
  images: lenient(Schema.Array(Schema.Unknown)),
  items: lenient(Schema.Array(Schema.Unknown)),
  playlist: lenient(Schema.String),
  media: Schema.optionalKey(Schema.Unknown)
})

const Picture = Schema.Struct({ fullsize: Schema.String })

const decodeEmbed = Schema.decodeUnknownOption(Embed)
const decodePicture = Schema.decodeUnknownOption(Picture)

const pictures = (items: ReadonlyArray<unknown> | null | undefined): ReadonlyArray<string> =>
  (items ?? []).flatMap((item) =>
    Option.match(decodePicture(item), { onNone: () => [], onSome: ({ fullsize }) => [fullsize] })
  )

/**
 * The addresses of pictures and videos; embeds of unknown kinds have none, and never fail. Media are nested at most once,
 * in a quote with media.
 */
const mediaIn = (embed: unknown, depth = 0): ReadonlyArray<string> => {
  const decoded = Option.getOrUndefined(decodeEmbed(embed))
  if (decoded === undefined) return []
  const { images, items, playlist, media } = decoded
  return [
    ...pictures(images),
    ...pictures(items),
    ...[playlist ?? []].flat(),
    ...(media === undefined || depth > 0 ? [] : mediaIn(media, depth + 1))
  ]
}

const decodePostView = Schema.decodeUnknownResult(PostView)
const decodeProfile = Schema.decodeUnknownResult(DetailedProfile)
const checkPost = Schema.decodeUnknownResult(PostChange)
const checkAuthor = Schema.decodeUnknownResult(AuthorChange)

const maxMedia = 50

/** Null for an account without a valid one. */
export const handleOf = ({ handle }: Pick<typeof BasicProfile.Type, "handle">): string | null =>
  handle === invalidHandle ? null : handle.toLowerCase()

/** An author without a valid handle has no name but the id. */
const namedAs = (profile: Pick<typeof BasicProfile.Type, "did" | "handle">) => ({
  author_id: profile.did,
  username: handleOf(profile) ?? profile.did
})

/** Authors declare the time of a post themselves; it is not later than when the network saw it. */
const postedAt = ({ record, indexedAt }: PostView, readAt: number): number =>
  Math.min(...[record.createdAt, indexedAt].map((time) => claimedSeconds(time) ?? readAt))

const authorOf = ({ author }: PostView): AuthorChange | null => {
  const change = checkAuthor({
    type: "user",
    ...namedAs(author),
    full_name: author.displayName ?? "",
    ...(isAddress(author.avatar) ? { profile_picture: author.avatar } : {})
  })
  return Result.getOrElse(change, () => null)
}

/** Reposts include quotes, and the network does not report views. */
const countsOf = (view: PostView) => {
  const [likes, replies, reposts, quotes] = [view.likeCount, view.replyCount, view.repostCount, view.quoteCount].map(
    (count) => (isCount(count) ? count : undefined)
  )
  return {
    ...(likes === undefined ? {} : { like_count: likes }),
    ...(replies === undefined ? {} : { reply_count: replies }),
    ...(reposts === undefined && quotes === undefined ? {} : { repost_count: (reposts ?? 0) + (quotes ?? 0) })
  }
}

const livePostOf = (view: PostView, readAt: Date): Result.Result<LivePost, unknown> => {
  const code = codeOfUri(view.uri)
  const parts = code === null ? null : partsOfCode(code)
  if (code === null || parts === null) return Result.fail(`${view.uri} is not the address of a post`)
  const { record } = view
  const { isReply, parent } = readReply(record.reply)
  const marks = marksOf(record.text, record.facets)
  const change = checkPost({
    type: "post",
    code,
    url: urlOfPost(parts.did, parts.rkey),
    caption: record.text,
    ...(marks.length === 0 ? {} : { marks }),
    ...namedAs(view.author),
    post_timestamp: postedAt(view, readAt.getTime() / 1_000),
    is_reply: isReply,
    reply_to: parent,
    ...countsOf(view),
    media_url: mediaIn(view.embed).filter(isAddress).slice(0, maxMedia),
    language: languageOf(record.langs)
  })
  return Result.map(change, (post) => ({ post, author: authorOf(view) }))
}

/** A post as the AppView shows it, or why it cannot be used. */
export const readPost = (view: unknown, readAt: Date): Result.Result<LivePost, unknown> =>
  Result.flatMap(decodePostView(view), (decoded) => livePostOf(decoded, readAt))

export const readProfile = (profile: unknown): Result.Result<AuthorChange, unknown> =>
  Result.flatMap(decodeProfile(profile), (found) =>
    checkAuthor({
      type: "user",
      ...namedAs(found),
      full_name: found.displayName ?? "",
      profile_picture: isAddress(found.avatar) ? found.avatar : "",
      biography: found.description ?? "",
      follower_count: found.followersCount ?? null,
      following_count: found.followsCount ?? null,
      post_count: found.postsCount ?? null
    })
  )
