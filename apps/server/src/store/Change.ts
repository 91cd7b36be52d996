/**
 * A change that a source reports: an author, a post (new, or with new counts) or a deletion. The encoded form is the ingest
 * format, one JSON object per line (docs/operations/sources.md, "Ingest"). Input is untrusted, so every field has a bound.
 */
import { identifierAtMost } from "@heddle/api"
import { Schema } from "effect"
import { DisplayText, Identifier, Marks, marksFit } from "./ChangeTexts.ts"

const maxCount = 1_000_000_000_000

const notEmpty = Schema.isMinLength(1, { message: "must not be empty" })

const Username = Identifier(identifierAtMost.username).check(notEmpty)

/**
 * Who an author is: the lasting id of its network, if it has one, and the name. A name that is null says nothing, and one
 * that equals the id says that the author has no other.
 */
const authorFields = {
  author_id: Schema.optionalKey(Schema.NullOr(Username)),
  username: Schema.NullOr(Username)
}

interface Named {
  readonly author_id?: string | null
  readonly username: string | null
}

const isIdentified = Schema.makeFilter(({ author_id, username }: Named) =>
  (author_id ?? username) === null ? { path: ["username"], issue: "is required without author_id" } : undefined
)

/** The id by which an author is stored; `isIdentified` guarantees one. */
export const authorIdOf = ({ author_id, username }: Named): string => author_id ?? username ?? ""

/** What an author is called, as far as the change says. */
export const shownNameOf = (change: Named): string => change.username ?? authorIdOf(change)

const Code = Identifier(identifierAtMost.code).check(
  notEmpty,
  Schema.isPattern(/^[^\s\p{Cc}]*$/u, { message: "must have no white space or control characters" })
)

const Count = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: maxCount }, { message: `must be a whole number from 0 to ${maxCount}` })
)

const Address = Identifier(2_048)
export const isAddress = Schema.is(Address)

const LanguageTag = Identifier(64)
export const isLanguageTag = Schema.is(LanguageTag)

export const isCount = Schema.is(Count)

/** Unix time in seconds; fractions are allowed. */
const Time = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: 253_402_300_799 }, { message: "must be a Unix time in seconds" })
)

export const AuthorChange = Schema.Struct({
  type: Schema.Literal("user"),
  ...authorFields,
  full_name: Schema.optionalKey(DisplayText(512)),
  profile_picture: Schema.optionalKey(Address),
  biography: Schema.optionalKey(DisplayText(10_000)),
  follower_count: Schema.optionalKey(Schema.NullOr(Count)),
  following_count: Schema.optionalKey(Schema.NullOr(Count)),
  post_count: Schema.optionalKey(Schema.NullOr(Count)),
  observed_at: Schema.optionalKey(Time)
}).check(isIdentified)
export type AuthorChange = typeof AuthorChange.Type

const maxCaption = 20_000

/** A new post, or new counts of a known one. */
export const PostChange = Schema.Struct({
  type: Schema.Literal("post"),
  code: Code,
  url: Schema.optionalKey(Address),
  caption: DisplayText(maxCaption),
  marks: Schema.optionalKey(Marks),
  ...authorFields,
  post_timestamp: Time,
  is_reply: Schema.optionalKey(Schema.Boolean),
  reply_to: Schema.optionalKey(Schema.NullOr(Code)),
  like_count: Schema.optionalKey(Count),
  reply_count: Schema.optionalKey(Count),
  repost_count: Schema.optionalKey(Count),
  reshare_count: Schema.optionalKey(Count),
  impression_count: Schema.optionalKey(Schema.NullOr(Count)),
  media_url: Schema.optionalKey(
    Schema.Array(Address).check(Schema.isMaxLength(50, { message: "at most 50 addresses" }))
  ),
  language: Schema.optionalKey(Schema.NullOr(LanguageTag)),
  observed_at: Schema.optionalKey(Time)
}).check(isIdentified, marksFit)
export type PostChange = typeof PostChange.Type

export const DeleteChange = Schema.Struct({ type: Schema.Literal("delete"), code: Code })
export type DeleteChange = typeof DeleteChange.Type

export const Change = Schema.Union([AuthorChange, PostChange, DeleteChange])
export type Change = typeof Change.Type

/** Counts that moved by so much, as `interactions/` adds them up. Not part of the ingest format. */
export interface CountChange {
  readonly type: "counts"
  readonly code: string
  readonly by: CountSteps
  readonly observed_at: number
}

/** What an author is called; null for no name but its id. Not part of the ingest format. */
export interface NameChange {
  readonly type: "name"
  readonly author_id: string
  readonly username: string | null
  readonly observed_at: number
}

export interface CountSteps {
  readonly like_count: number
  readonly reply_count: number
  readonly repost_count: number
}
