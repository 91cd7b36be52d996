/** Settings of balance mails: the operator's calls and their schemas. */
import { AccountId, NotFound } from "@heddle/api"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Credits } from "./Fields.ts"

const Percent = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 100 }, { message: "must be a whole number from 1 to 100" })
)

/** The threshold is in credits or in percent of the current plan's credits; the other field is null. */
export const NoticesAnswer = Schema.Struct({
  enabled: Schema.Boolean,
  below_credits: Schema.NullOr(Schema.Int),
  below_percent: Schema.NullOr(Schema.Int)
})

/** Absent fields stay unchanged. */
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

const params = { account_id: AccountId }

export class OperatorNotices extends HttpApiGroup.make("notices").add(
  HttpApiEndpoint.get("read", "/accounts/:account_id/notices", {
    params,
    success: NoticesAnswer,
    error: NotFound
  }),
  HttpApiEndpoint.patch("change", "/accounts/:account_id/notices", {
    params,
    payload: NoticesInput,
    success: NoticesAnswer,
    error: NotFound
  })
) {}
