/** What an operator may do to a running server, on the operator port only (decisions, "Running it"). */
import { Conflict, InputErrors, NotFound, PlanName } from "@heddle/api"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Text } from "../ChangeFields.ts"
import { OperatorBilling } from "./BillingApi.ts"

export const Email = Text(254).check(
  Schema.isPattern(/^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u, { message: "must be an e-mail address" })
)
export const KeyName = Text(200).check(
  Schema.isPattern(/^\P{Cc}{1,100}$/u, { message: "must have 1 to 100 printable characters" })
)
export const Credits = Schema.Int.check(
  Schema.isBetween(
    { minimum: 1, maximum: 1_000_000_000 },
    { message: "must be a whole number from 1 to 1,000,000,000" }
  )
)

const AccountId = Text(100)

export const CreatedAccount = Schema.Struct({ id: Schema.String, email: Schema.String })
export const CreatedKey = Schema.Struct({ id: Schema.String, name: Schema.String, key: Schema.String })
export const GivenGrant = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["plan", "operator"]),
  credits: Schema.Int,
  expires_at: Schema.String
})
export const GrantInput = Schema.Struct({
  plan: Schema.optionalKey(PlanName),
  credits: Schema.optionalKey(Credits)
}).check(
  Schema.makeFilter(({ plan, credits }) =>
    plan === undefined && credits === undefined ? "give a plan, credits, or both" : undefined
  )
)

class OperatorAccounts extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.post("create", "/accounts", {
      payload: Schema.Struct({ email: Email }),
      success: CreatedAccount.pipe(HttpApiSchema.status(201)),
      error: Conflict
    }),
    HttpApiEndpoint.post("grant", "/accounts/:account_id/grants", {
      params: { account_id: AccountId },
      payload: GrantInput,
      success: GivenGrant.pipe(HttpApiSchema.status(201)),
      error: NotFound
    }),
    HttpApiEndpoint.post("key", "/accounts/:account_id/keys", {
      params: { account_id: AccountId },
      payload: Schema.Struct({ name: KeyName }),
      success: CreatedKey.pipe(HttpApiSchema.status(201)),
      error: [NotFound, Conflict]
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Accounts" })) {}

export class OperatorApi extends HttpApi.make("operator")
  .add(OperatorAccounts)
  .add(OperatorBilling)
  .middleware(InputErrors)
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error", errors: "all" }) {}
