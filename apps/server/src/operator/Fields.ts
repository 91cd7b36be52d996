/** Fields of the operator's calls that commands check themselves, or that several calls use. */
import { maxTopUpUnits, secretOverlapHours, StorableText, topUpUnitCredits } from "@heddle/api/fields"
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

/** Page size of the list of accounts. */
export const accountsListed = { byDefault: 100, atMost: 1_000 }

const maxCredits = maxTopUpUnits * topUpUnitCredits
const english = (count: number) => count.toLocaleString("en")

export const TopUpCredits = Schema.Int.check(
  Schema.makeFilter((credits: number) =>
    credits >= topUpUnitCredits && credits <= maxCredits && credits % topUpUnitCredits === 0
      ? undefined
      : `must be a multiple of ${english(topUpUnitCredits)}, up to ${english(maxCredits)}`
  )
)

export const OverlapHours = Schema.Int.check(
  Schema.isBetween(
    { minimum: 0, maximum: secretOverlapHours.atMost },
    { message: `must be a whole number from 0 to ${secretOverlapHours.atMost}` }
  )
)

const Percent = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 100 }, { message: "must be a whole number from 1 to 100" })
)

/** Settings of balance mails; absent fields stay unchanged. */
export const NoticesInput = Schema.Struct({
  enabled: Schema.optionalKey(Schema.Boolean),
  below_credits: Schema.optionalKey(Credits),
  below_percent: Schema.optionalKey(Percent)
}).check(
  Schema.makeFilter(({ enabled, below_credits, below_percent }) => {
    if (below_credits !== undefined && below_percent !== undefined)
      return "give below_credits or below_percent, not both"
    return enabled === undefined && below_credits === undefined && below_percent === undefined
      ? "give enabled, below_credits or below_percent"
      : undefined
  })
)
