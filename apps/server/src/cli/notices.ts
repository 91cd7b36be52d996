/** `heddle accounts notices`: shows or changes when an account gets mail about its balance. */
import { Effect, Option, Result, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { NoticesInput } from "../operator/Fields.ts"
import type { NoticesAnswer } from "../operator/NoticesApi.ts"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { account, json, print, explained } from "./AccountFlags.ts"
import { CommandFailed } from "./CommandFailed.ts"

const describePreferences = ({ enabled, below_credits, below_percent }: typeof NoticesAnswer.Type): string => {
  if (!enabled) return "No emails about the balance."
  const below = below_credits === null ? `${below_percent} % of what the current plan gave` : `${below_credits} credits`
  return `Emails when the balance falls below ${below}, when it runs out, and when credits expire unused.`
}

const decodeInput = Schema.decodeUnknownResult(NoticesInput)

/** Parses `--below`: `500` is a number of credits, `10%` a share of the plan's credits. */
export const parseBelow = (below: string) => {
  const [, digits, sign] = /^(\d{1,12})(%?)$/.exec(below) ?? []
  const decoded = decodeInput({ [sign === "%" ? "below_percent" : "below_credits"]: Number(digits) })
  return Result.isSuccess(decoded)
    ? Effect.succeed(decoded.success)
    : Effect.fail(
        new CommandFailed({
          detail:
            "--below takes credits (1 to 1000000000) or a share of the plan (1% to 100%): --below 500, --below 10%."
        })
      )
}

const flag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

export const notices = Command.make(
  "notices",
  {
    account,
    below: Flag.String("below").pipe(
      Flag.withDescription("Send an email below this many credits (500) or this share of the plan (10%)"),
      Flag.optional
    ),
    on: flag("on", "Turn these emails on"),
    off: flag("off", "Turn these emails off"),
    json
  },
  Effect.fn(function* ({ account, below, on, off, json }) {
    if (on && off) return yield* new CommandFailed({ detail: "Give --on or --off, not both." })
    const threshold = Option.isSome(below) ? yield* parseBelow(below.value) : {}
    const payload = { ...threshold, ...(on || off ? { enabled: on } : {}) }
    const params = { account_id: account }
    const { notices } = yield* OperatorClient
    const answer = yield* Object.keys(payload).length === 0
      ? notices.read({ params })
      : notices.change({ params, payload })
    return yield* print(json, { id: account, ...answer }, describePreferences(answer))
  })
).pipe(
  explained("Show or change when an account gets emails about its balance", {
    "heddle accounts notices --account acct_…": "Show the setting",
    "heddle accounts notices --account acct_… --on --below 10%": "An email below a tenth of the plan"
  })
)
