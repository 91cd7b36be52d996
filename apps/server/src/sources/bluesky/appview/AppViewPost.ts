/** Posts and profiles of the AppView as changes, checked with the bounds of the ingest format; pure. */
import { Option, Result, Schema } from "effect"
import type { LivePost } from "../../../live/LiveSource.ts"
import { AuthorChange, PostChange } from "../../../store/Change.ts"
import { invalidHandle } from "../records/Changes.ts"
import { codeOfUri, partsOfCode, urlOfPost } from "../PostCode.ts"

/**
 * What this service reads of the AppView's answers (lexicons `app.bsky.feed.defs` and `app.bsky.actor.defs`). Anything else
 * in an answer is ignored, so that a new embed or label changes nothing.
 */
const Count = Schema.optionalKey(Schema.Int)

/** An author as part of a post, without counts. */
const BasicProfile = Schema.Struct({
  did: Schema.String,
  handle: Schema.String,
  displayName: Schema.optionalKey(Schema.String),
  avatar: Schema.optionalKey(Schema.String)
})

const DetailedProfile = Schema.Struct({
  ...BasicProfile.fields,
  description: Schema.optionalKey(Schema.String),
  followersCount: Count,
  followsCount: Count,
  postsCount: Count
})
type DetailedProfile = typeof DetailedProfile.Type

const StrongRef = Schema.Struct({ uri: Schema.String })

const PostRecord = Schema.Struct({
  text: Schema.String,
  createdAt: Schema.String,
  langs: Schema.optionalKey(Schema.Array(Schema.String)),
  reply: Schema.optionalKey(Schema.Struct({ parent: StrongRef }))
})

const PostView = Schema.Struct({
  uri: Schema.String,
  author: BasicProfile,
  record: PostRecord,
  embed: Schema.optionalKey(Schema.Unknown),
  replyCount: Count,
  repostCount: Count,
  likeCount: Count,
  quoteCount: Count,
  indexedAt: Schema.String
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
  images: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  items: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  playlist: Schema.optionalKey(Schema.String),
  media: Schema.optionalKey(Schema.Unknown)
})

const Picture = Schema.Struct({ fullsize: Schema.String })

const decodeEmbed = Schema.decodeUnknownOption(Embed)
const decodePicture = Schema.decodeUnknownOption(Picture)

const pictures = (items: ReadonlyArray<unknown> = []): ReadonlyArray<string> =>
  items.flatMap((item) => Option.match(decodePicture(item), { onNone: () => [], onSome: ({ fullsize }) => [fullsize] }))

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
    ...(playlist === undefined ? [] : [playlist]),
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

const secondsOf = (time: string): number | undefined => {
  const millis = Date.parse(time)
  return Number.isNaN(millis) || millis < 0 ? undefined : millis / 1_000
}

/** Authors declare the time of a post themselves; it is not later than when the network saw it. */
const postedAt = ({ record, indexedAt }: PostView): number | undefined => {
  const times = [record.createdAt, indexedAt].flatMap((time) => secondsOf(time) ?? [])
  return times.length === 0 ? undefined : Math.min(...times)
}

const authorOf = ({ author }: PostView): AuthorChange | null => {
  const change = checkAuthor({
    type: "user",
    ...namedAs(author),
    full_name: author.displayName ?? "",
    ...(author.avatar === undefined ? {} : { profile_picture: author.avatar })
  })
  return Result.getOrElse(change, () => null)
}

/** Reposts include quotes, and the network does not report views. */
const countsOf = ({ likeCount, replyCount, repostCount, quoteCount }: PostView) => ({
  ...(likeCount === undefined ? {} : { like_count: likeCount }),
  ...(replyCount === undefined ? {} : { reply_count: replyCount }),
  ...(repostCount === undefined && quoteCount === undefined
    ? {}
    : { repost_count: (repostCount ?? 0) + (quoteCount ?? 0) })
})

const livePostOf = (view: PostView): Result.Result<LivePost, unknown> => {
  const code = codeOfUri(view.uri)
  const parts = code === null ? null : partsOfCode(code)
  if (code === null || parts === null) return Result.fail(`${view.uri} is not the address of a post`)
  const { record } = view
  const change = checkPost({
    type: "post",
    code,
    url: urlOfPost(parts.did, parts.rkey),
    caption: record.text,
    ...namedAs(view.author),
    post_timestamp: postedAt(view),
    is_reply: record.reply !== undefined,
    reply_to: record.reply === undefined ? null : codeOfUri(record.reply.parent.uri),
    ...countsOf(view),
    media_url: mediaIn(view.embed).slice(0, maxMedia),
    language: record.langs?.[0] ?? null
  })
  return Result.map(change, (post) => ({ post, author: authorOf(view) }))
}

/** A post as the AppView shows it, or why it cannot be used. */
export const readPost = (view: unknown): Result.Result<LivePost, unknown> =>
  Result.flatMap(decodePostView(view), livePostOf)

export const readProfile = (profile: unknown): Result.Result<AuthorChange, unknown> =>
  Result.flatMap(decodeProfile(profile), (found) =>
    checkAuthor({
      type: "user",
      ...namedAs(found),
      full_name: found.displayName ?? "",
      profile_picture: found.avatar ?? "",
      biography: found.description ?? "",
      follower_count: found.followersCount ?? null,
      following_count: found.followsCount ?? null,
      post_count: found.postsCount ?? null
    })
  )
