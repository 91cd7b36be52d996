/** Authors as `/user` and `/live/users` return them. */
import { Schema } from "effect"
import { Count } from "./Parameters.ts"
import { PostLanguage } from "./Posts.ts"

export const FoundUser = Schema.Struct({
  status: Schema.Literal("ok").annotate({ description: "The author was found." }),
  username: Schema.String.annotate({ description: "The author's name." }),
  full_name: Schema.String.annotate({ description: "The author's display name; empty if unknown." }),
  profile_picture: Schema.String.annotate({ description: "URL of the picture; empty if unknown." }),
  biography: Schema.String.annotate({ description: "The author's biography; empty if unknown." }),
  follower_count: Schema.NullOr(Count).annotate({ description: "Followers; null if unknown." }),
  following_count: Schema.NullOr(Count).annotate({
    description: "Number of accounts the author follows; null if unknown."
  }),
  post_count: Schema.NullOr(Count).annotate({ description: "Posts; null if unknown." }),
  language: Schema.NullOr(PostLanguage).annotate({
    description: "The language of most of the author's posts from the last 30 days; null without posts."
  }),
  source: Schema.Literals(["stored", "live"]).annotate({
    description: "`live` if it was read from the network for this call."
  })
})
export type FoundUser = typeof FoundUser.Type
