/** Post records of the query endpoints (decisions, "post (basic)" and `include_details`). */
import { Schema, Struct } from "effect"
import { Count, UnixSeconds } from "./Parameters.ts"

export const PostLanguage = Schema.Literals(["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"])

const basic = {
  code: Schema.String.annotate({ description: "The code of the post." }),
  url: Schema.String.annotate({ description: "URL of the post on the network." }),
  caption: Schema.String.annotate({ description: "The text of the post." }),
  language: PostLanguage.annotate({
    description: "The language of the text; `zh` is Chinese that could be in either script."
  }),
  is_reply: Schema.Boolean.annotate({ description: "Whether the post is a reply." }),
  post_timestamp: UnixSeconds.annotate({ description: "When it was posted, in Unix seconds." }),
  username: Schema.String.annotate({ description: "The name of its author." }),
  like_count: Count.annotate({ description: "Likes." }),
  reply_count: Count.annotate({ description: "Replies." })
}

export const Post = Schema.Struct(basic).annotate({ identifier: "Post" })
export type Post = typeof Post.Type

export const PostAuthor = Schema.Struct({
  username: Schema.String.annotate({ description: "The author's name." }),
  full_name: Schema.String.annotate({ description: "The author's display name; empty if unknown." }),
  profile_picture: Schema.String.annotate({ description: "URL of the picture; empty if unknown." }),
  follower_count: Schema.NullOr(Count).annotate({ description: "Followers; null if unknown." })
}).annotate({ identifier: "PostAuthor", description: "The author." })

const details = {
  repost_count: Count.annotate({ description: "Reposts and quotes." }),
  reshare_count: Count.annotate({ description: "Shares outside the network." }),
  impression_count: Schema.NullOr(Count).annotate({ description: "View count; null if unknown." }),
  media_url: Schema.Array(Schema.String).annotate({ description: "URLs of pictures and videos." }),
  reply_to: Schema.NullOr(Schema.String).annotate({
    description: "The code of the post it replies to; null if it is not a reply, or unknown."
  }),
  metrics_at: UnixSeconds.annotate({ description: "When the counts were observed, in Unix seconds." }),
  user: PostAuthor
}

export const DetailedPost = Schema.Struct({ ...basic, ...details }).annotate({ identifier: "DetailedPost" })
export type DetailedPost = typeof DetailedPost.Type

/** A post of a search, with details if the search asks for them. One schema, so that clients need not tell two apart. */
export const FoundPost = Schema.Struct({ ...basic, ...Struct.map(details, Schema.optionalKey) }).annotate({
  identifier: "FoundPost"
})
