/** Fields that several of the operator's calls use. */
import { StorableText } from "@heddle/api"
import { Schema } from "effect"

const text = (atMost: number) =>
  StorableText.check(Schema.isMaxLength(atMost, { message: `must have at most ${atMost} characters` }))

export const KeyName = text(200).check(
  Schema.isPattern(/^\P{Cc}{1,100}$/u, { message: "must have 1 to 100 printable characters" })
)

/** A number of credits: a grant, a limit or a threshold. */
export const Credits = Schema.Int.check(
  Schema.isBetween(
    { minimum: 1, maximum: 1_000_000_000 },
    { message: "must be a whole number from 1 to 1,000,000,000" }
  )
)
