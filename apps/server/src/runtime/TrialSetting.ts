/** The setting `HEDDLE_TRIAL`: what a new account may try before it buys, such as `standard, 1000 credits, 14 days`. */
import { PlanName } from "@heddle/api/fields"
import { Config, Duration, Option, Schema } from "effect"

export interface Trial {
  readonly plan: PlanName
  readonly credits: number
  readonly lasts: Duration.Duration
}

const maxCredits = 10_000_000
const maxDays = 366
const isPlan = Schema.is(PlanName)

const parseTrial = (text: string): Trial | undefined => {
  const found = /^\s*(\w+)\s*,\s*(\d+) credits?\s*,\s*(\d+) days?\s*$/.exec(text)
  const [, plan, credits, days] = found ?? []
  const [amount, length] = [Number(credits), Number(days)]
  return isPlan(plan) && amount >= 1 && amount <= maxCredits && length >= 1 && length <= maxDays
    ? { plan, credits: amount, lasts: Duration.days(length) }
    : undefined
}

const TrialText = Schema.String.check(
  Schema.makeFilter((text) =>
    parseTrial(text) === undefined
      ? `must be a plan (${PlanName.literals.join(", ")}), credits up to ${maxCredits.toLocaleString("en")} and days up to ${maxDays}, such as \`standard, 1000 credits, 14 days\``
      : undefined
  )
)

export const trialSetting = (name: string) =>
  Config.schema(TrialText, name).pipe(
    Config.map(parseTrial),
    Config.option,
    Config.map(Option.flatMapNullishOr((trial) => trial))
  )

export const isTrial = (value: unknown): value is Trial =>
  typeof value === "object" && value !== null && "credits" in value && "lasts" in value

export const trialText = ({ plan, credits, lasts }: Trial): string =>
  `${plan}, ${credits} credits, ${Duration.toDays(lasts)} days`
