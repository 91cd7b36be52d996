/** What an operator may do to a running server, on the operator port only (decisions, "Running it"). */
import { BalanceGrant, Conflict, InputErrors, NotFound, PlanName } from "@heddle/api"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Text } from "../store/ChangeFields.ts"
import { OperatorBilling } from "./BillingApi.ts"
import { Credits } from "./Credits.ts"
import { KeyRecord, OperatorKeys } from "./KeysApi.ts"
import { OperatorNotices } from "./NoticesApi.ts"

export const Email = Text(254).check(
  Schema.isPattern(/^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u, { message: "must be an e-mail address" })
)
const AccountId = Text(100)

/** Accounts that are listed at once unless asked otherwise, and at most. */
export const accountsListed = { byDefault: 100, atMost: 1_000 }

export const AccountRecord = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  created_at: Schema.String,
  plan: Schema.NullOr(Schema.Struct({ name: PlanName, ends_at: Schema.String }))
})
/** An account with what it can spend and its keys; times are RFC 3339. */
export const AccountDetails = Schema.Struct({
  ...AccountRecord.fields,
  remaining_credits: Schema.Int,
  held_credits: Schema.Int,
  grants: Schema.Array(
    Schema.Struct({ kind: BalanceGrant.fields.kind, remaining: Schema.Int, expires_at: Schema.String })
  ),
  keys: Schema.Array(KeyRecord)
})
export const AccountsQuery = Schema.Struct({
  after: Schema.optionalKey(AccountId),
  limit: Schema.optionalKey(
    Schema.Int.check(
      Schema.isBetween(
        { minimum: 1, maximum: accountsListed.atMost },
        { message: `must be a whole number from 1 to ${accountsListed.atMost}` }
      )
    )
  )
})

export const CreatedAccount = Schema.Struct({ id: Schema.String, email: Schema.String })
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
    HttpApiEndpoint.get("list", "/accounts", { query: AccountsQuery, success: Schema.Array(AccountRecord) }),
    HttpApiEndpoint.get("show", "/accounts/:account_id", {
      params: { account_id: AccountId },
      success: AccountDetails,
      error: NotFound
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Accounts" })) {}

export class OperatorApi extends HttpApi.make("operator")
  .add(OperatorAccounts, OperatorKeys, OperatorNotices, OperatorBilling)
  .middleware(InputErrors)
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error", errors: "all" }) {}
