/**
 * What a source tells: an author, a post (its first sight or new counts) or a deletion. The encoded form is the ingest
 * format, one JSON object a line (docs/operations.md, "Ingest").
 */
import { Schema } from "effect"

const maxCaption = 20_000
const maxCount = 1_000_000_000_000

const Code = Schema.String.check(
  Schema.isMinLength(1, { message: "must not be empty" }),
  Schema.isMaxLength(512, { message: "must have at most 512 characters" }),
  Schema.isPattern(/^[^\u0000-\u0020\u007f]+$/, { message: "must have no white space or control characters" })
)
const Username = Schema.String.check(
  Schema.isMinLength(1, { message: "must not be empty" }),
  Schema.isMaxLength(256, { message: "must have at most 256 characters" })
)
// PostgreSQL text cannot hold NUL, and a lone surrogate is not Unicode.
const Text = (atMost: number) =>
  Schema.String.check(
    Schema.isMaxLength(atMost, { message: `must have at most ${atMost} characters` }),
    Schema.makeFilter((text) =>
      text.includes("\u0000") || !text.isWellFormed() ? "must be well-formed Unicode without NUL" : undefined
    )
  )
const Count = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: maxCount }, { message: `must be a whole number from 0 to ${maxCount}` })
)
/** Unix time in seconds; fractions are allowed. */
const Time = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: 253_402_300_799 }, { message: "must be a Unix time in seconds" })
)

export const UserChange = Schema.Struct({
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
export type UserChange = typeof UserChange.Type

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

export const Change = Schema.Union([UserChange, PostChange, DeleteChange])
export type Change = typeof Change.Type
