/** Schemas for the fields of source changes. Input is untrusted, so every field has a bound. */
import { identifierAtMost, StorableText } from "@heddle/api"
import { Schema } from "effect"

const maxCount = 1_000_000_000_000

export const Text = (atMost: number) =>
  StorableText.check(Schema.isMaxLength(atMost, { message: `must have at most ${atMost} characters` }))

const notEmpty = Schema.isMinLength(1, { message: "must not be empty" })

export const Username = Text(identifierAtMost.username).check(notEmpty)

export const Code = Text(identifierAtMost.code).check(
  notEmpty,
  Schema.isPattern(/^[^\s\p{Cc}]*$/u, { message: "must have no white space or control characters" })
)

export const Count = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: maxCount }, { message: `must be a whole number from 0 to ${maxCount}` })
)

/** Unix time in seconds; fractions are allowed. */
export const Time = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: 253_402_300_799 }, { message: "must be a Unix time in seconds" })
)
