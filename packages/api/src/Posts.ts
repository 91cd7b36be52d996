/** Post records of the query endpoints (decisions, "post (basic)" and `include_details`). */
import { Schema } from "effect"
import { Count, UnixSeconds } from "./Parameters.ts"

export const PostLanguage = Schema.Literals(["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"])

const basic = {
  code: Schema.String,
  url: Schema.String,
  caption: Schema.String,
  language: PostLanguage.annotate({ description: "`zh` is Chinese whose script the text leaves open." }),
  is_reply: Schema.Boolean,
  post_timestamp: UnixSeconds,
  username: Schema.String,
  like_count: Count,
  reply_count: Count
}

export const Post = Schema.Struct(basic)
export type Post = typeof Post.Type

export const PostAuthor = Schema.Struct({
  username: Schema.String,
  full_name: Schema.String,
  profile_picture: Schema.String,
  follower_count: Schema.NullOr(Count)
})

export const DetailedPost = Schema.Struct({
  ...basic,
  repost_count: Count.annotate({ description: "Reposts and quotes." }),
  reshare_count: Count.annotate({ description: "Shares out of the network." }),
  impression_count: Schema.NullOr(Count).annotate({ description: "View count; null when unknown." }),
  media_url: Schema.Array(Schema.String),
  reply_to: Schema.NullOr(Schema.String).annotate({ description: "Code of the post replied to." }),
  metrics_at: UnixSeconds.annotate({ description: "When the counts were observed." }),
  user: PostAuthor
})
export type DetailedPost = typeof DetailedPost.Type
