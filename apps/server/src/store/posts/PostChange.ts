/** A change to a post, as a source reports it: a new post, new counts or a deletion. */
import { Schema } from "effect"
import { Code, Count, Text, Time, Username } from "../ChangeFields.ts"

const maxCaption = 20_000

export const PostChange = Schema.Struct({
  type: Schema.Literal("post"),
  code: Code,
  url: Schema.optionalKey(Text(2_048)),
  caption: Text(maxCaption),
  username: Username,
  post_timestamp: Time,
  is_reply: Schema.optionalKey(Schema.Boolean),
  reply_to: Schema.optionalKey(Schema.NullOr(Code)),
  like_count: Schema.optionalKey(Count),
  reply_count: Schema.optionalKey(Count),
  repost_count: Schema.optionalKey(Count),
  reshare_count: Schema.optionalKey(Count),
  impression_count: Schema.optionalKey(Schema.NullOr(Count)),
  media_url: Schema.optionalKey(
    Schema.Array(Text(2_048)).check(Schema.isMaxLength(50, { message: "at most 50 addresses" }))
  ),
  language: Schema.optionalKey(Schema.NullOr(Text(64))),
  observed_at: Schema.optionalKey(Time)
})
export type PostChange = typeof PostChange.Type

export const DeleteChange = Schema.Struct({ type: Schema.Literal("delete"), code: Code })
export type DeleteChange = typeof DeleteChange.Type
