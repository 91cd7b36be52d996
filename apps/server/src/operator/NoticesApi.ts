/** Settings of balance mails: the operator's calls and their schemas. */
import { AccountId, NotFound } from "@heddle/api"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { NoticesInput } from "./Fields.ts"

/** The threshold is in credits or in percent of the current plan's credits; the other field is null. */
export const NoticesAnswer = Schema.Struct({
  enabled: Schema.Boolean,
  below_credits: Schema.NullOr(Schema.Int),
  below_percent: Schema.NullOr(Schema.Int)
})

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
