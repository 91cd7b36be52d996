/** Authors as `/user` and `/live/users` return them. */
import { Schema } from "effect"
import { Count } from "./Parameters.ts"
import { PostLanguage } from "./Posts.ts"

export const FoundUser = Schema.Struct({
  status: Schema.Literal("ok").annotate({ description: "The account was found." }),
  username: Schema.String.annotate({ description: "The account's name." }),
  full_name: Schema.String.annotate({ description: "The account's display name; empty when unknown." }),
  profile_picture: Schema.String.annotate({ description: "Address of the picture; empty when unknown." }),
  biography: Schema.String.annotate({ description: "What the account says about itself; empty when unknown." }),
  follower_count: Schema.NullOr(Count).annotate({ description: "Followers; null when unknown." }),
  following_count: Schema.NullOr(Count).annotate({ description: "Accounts it follows; null when unknown." }),
  post_count: Schema.NullOr(Count).annotate({ description: "Posts; null when unknown." }),
  language: Schema.NullOr(PostLanguage).annotate({
    description: "The language of most of its posts of the last 30 days; null without posts."
  }),
  source: Schema.Literals(["stored", "live"]).annotate({
    description: "`live` when it was read from the network for this call."
  })
})
export type FoundUser = typeof FoundUser.Type
