/** A change to an author, as a source reports it. */
import { Schema } from "effect"
import { Count, Text, Time, Username } from "../ChangeFields.ts"

export const AuthorChange = Schema.Struct({
  type: Schema.Literal("user"),
  username: Username,
  full_name: Schema.optionalKey(Text(512)),
  profile_picture: Schema.optionalKey(Text(2_048)),
  biography: Schema.optionalKey(Text(10_000)),
  follower_count: Schema.optionalKey(Schema.NullOr(Count)),
  following_count: Schema.optionalKey(Schema.NullOr(Count)),
  post_count: Schema.optionalKey(Schema.NullOr(Count)),
  observed_at: Schema.optionalKey(Time)
})
export type AuthorChange = typeof AuthorChange.Type
