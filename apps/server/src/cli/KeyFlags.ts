/** Flags for the expiry and the spending limit of a key. */
import { Rfc3339 } from "@heddle/api/fields"
import { Effect, Option, Schema } from "effect"
import { Flag } from "effect/cli"
import { now, plusMillis } from "../runtime/Time.ts"
import { Credits } from "../operator/Fields.ts"
import { CommandFailed } from "./CommandFailed.ts"

const maxDays = 36_500
const millisOf = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
const duration = /^([1-9]\d{0,7})([mhdw])$/

export const expiresIn = Flag.String("expires-in").pipe(
  Flag.withDescription("Expires after this time: a number and m, h, d or w, such as 90d"),
  Flag.optional
)
export const expiresAt = Flag.String("expires-at").pipe(
  Flag.withDescription("Expires at this time, such as 2027-01-31T00:00:00Z; or never"),
  Flag.optional
)
export const creditLimit = Flag.String("credit-limit").pipe(
  Flag.withDescription("Credits it can spend in a calendar month (UTC); or none"),
  Flag.optional
)

interface TermFlags {
  readonly expiresIn: Option.Option<string>
  readonly expiresAt: Option.Option<string>
  readonly creditLimit: Option.Option<string>
}

const invalidFlag = (detail: string) => Effect.fail(new CommandFailed({ detail }))

const readDuration = Effect.fnUntraced(function* (text: string) {
  const [, count = "", unit = ""] = duration.exec(text) ?? []
  const millis = unit === "m" || unit === "h" || unit === "d" || unit === "w" ? Number(count) * millisOf[unit] : 0
  if (millis === 0 || millis > maxDays * millisOf.d) {
    return yield* invalidFlag(`--expires-in ${text}: give a number and m, h, d or w, such as 90d; at most ${maxDays}d.`)
  }
  return plusMillis(yield* now, millis)
})

const readTime = (text: string): Effect.Effect<Date | null, CommandFailed> =>
  text === "never"
    ? Effect.succeed(null)
    : Effect.catch(Schema.decodeUnknownEffect(Rfc3339)(text), () =>
        invalidFlag(
          `--expires-at ${text}: give an RFC 3339 time with an offset, such as 2027-01-31T00:00:00Z, or never.`
        )
      )

const readLimit = (text: string): Effect.Effect<number | null, CommandFailed> =>
  text === "none"
    ? Effect.succeed(null)
    : Effect.catch(Schema.decodeUnknownEffect(Credits)(/^\d+$/.test(text) ? Number(text) : text), () =>
        invalidFlag(`--credit-limit ${text}: give a whole number from 1 to 1,000,000,000, or none.`)
      )

/** The flags as fields of the operator's API; absent flags are absent fields. */
export const readTerms = Effect.fnUntraced(function* ({ expiresIn, expiresAt, creditLimit }: TermFlags) {
  if (Option.isSome(expiresIn) && Option.isSome(expiresAt)) {
    return yield* invalidFlag("Give --expires-in or --expires-at, not both.")
  }
  return {
    ...(Option.isSome(expiresIn) ? { expires_at: yield* readDuration(expiresIn.value) } : {}),
    ...(Option.isSome(expiresAt) ? { expires_at: yield* readTime(expiresAt.value) } : {}),
    ...(Option.isSome(creditLimit) ? { credit_limit: yield* readLimit(creditLimit.value) } : {})
  }
})
