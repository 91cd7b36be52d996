/**
 * What this service reads of the AppView's answers (lexicons `app.bsky.feed.defs` and `app.bsky.actor.defs`). Anything else
 * in an answer is ignored, so that a new embed or label changes nothing.
 */
import { Schema } from "effect"

const Count = Schema.optionalKey(Schema.Int)

/** An author as part of a post, without counts. */
export const BasicProfile = Schema.Struct({
  did: Schema.String,
  handle: Schema.String,
  displayName: Schema.optionalKey(Schema.String),
  avatar: Schema.optionalKey(Schema.String)
})

export const DetailedProfile = Schema.Struct({
  ...BasicProfile.fields,
  description: Schema.optionalKey(Schema.String),
  followersCount: Count,
  followsCount: Count,
  postsCount: Count
})
export type DetailedProfile = typeof DetailedProfile.Type

const StrongRef = Schema.Struct({ uri: Schema.String })

const PostRecord = Schema.Struct({
  text: Schema.String,
  createdAt: Schema.String,
  langs: Schema.optionalKey(Schema.Array(Schema.String)),
  reply: Schema.optionalKey(Schema.Struct({ parent: StrongRef }))
})

export const PostView = Schema.Struct({
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
export type PostView = typeof PostView.Type

/** A node of a thread. Nodes of posts that are blocked or gone have no `post`. */
export const ThreadNode = Schema.Struct({
  post: Schema.Unknown,
  replies: Schema.optionalKey(Schema.Array(Schema.Unknown))
})

/** Items are decoded one by one: a malformed one does not spoil the others. */
export const PostsAnswer = Schema.Struct({ posts: Schema.Array(Schema.Unknown) })
export const ProfilesAnswer = Schema.Struct({ profiles: Schema.Array(Schema.Unknown) })
export const ThreadAnswer = Schema.Struct({ thread: Schema.Unknown })
