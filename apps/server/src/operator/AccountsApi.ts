/** Accounts: the operator's calls to create, list and show them and to grant plans and credits, with their schemas. */
import { AccountId, BalanceGrant, Conflict, NotFound, PlanName } from "@heddle/api"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { EmailAddress } from "../runtime/EmailAddress.ts"
import { accountsListed, Credits } from "./Fields.ts"
import { KeyRecord } from "./KeysApi.ts"
import { GrantId } from "../runtime/Ids.ts"

/** Entries of an account's audit log. */
export const auditListed = { byDefault: 50, atMost: 1_000 }

export const AccountRecord = Schema.Struct({
  id: AccountId,
  email: Schema.String,
  created_at: Schema.String,
  plan: Schema.NullOr(Schema.Struct({ name: PlanName, ends_at: Schema.String }))
})

/** An account with its balance, grants and keys. Times are RFC 3339. */
const AccountDetails = Schema.Struct({
  ...AccountRecord.fields,
  remaining_credits: Schema.Int,
  held_credits: Schema.Int,
  grants: Schema.Array(
    Schema.Struct({ kind: BalanceGrant.fields.kind, remaining: Schema.Int, expires_at: Schema.String })
  ),
  keys: Schema.Array(KeyRecord)
})

const AccountsQuery = Schema.Struct({
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

const CreatedAccount = Schema.Struct({ id: AccountId, email: Schema.String })

const GivenGrant = Schema.Struct({
  id: GrantId,
  kind: Schema.Literals(["plan", "operator"]),
  credits: Schema.Int,
  expires_at: Schema.String
})

const GrantInput = Schema.Struct({
  plan: Schema.optionalKey(PlanName),
  credits: Schema.optionalKey(Credits)
}).check(
  Schema.makeFilter(({ plan, credits }) =>
    plan === undefined && credits === undefined ? "give a plan, credits, or both" : undefined
  )
)

const PortalLinkRecord = Schema.Struct({ url: Schema.String, expires_at: Schema.String })

/** Who changed what: the newest entries. Times are RFC 3339. */
const AuditRecord = Schema.Struct({
  id: Schema.String,
  at: Schema.String,
  action: Schema.String,
  actor_kind: Schema.String,
  actor: Schema.String,
  target: Schema.NullOr(Schema.String),
  details: Schema.Record(Schema.String, Schema.Unknown)
})

const params = { account_id: AccountId }

export class OperatorAccounts extends HttpApiGroup.make("accounts").add(
  HttpApiEndpoint.post("create", "/accounts", {
    payload: Schema.Struct({ email: EmailAddress }),
    success: CreatedAccount.pipe(HttpApiSchema.status(201)),
    error: Conflict
  }),
  HttpApiEndpoint.post("grant", "/accounts/:account_id/grants", {
    params,
    payload: GrantInput,
    success: GivenGrant.pipe(HttpApiSchema.status(201)),
    error: NotFound
  }),
  /** A link that opens the portal signed in as the account's user, once, within a day. */
  HttpApiEndpoint.post("portalLink", "/accounts/:account_id/portal-links", {
    params,
    success: PortalLinkRecord.pipe(HttpApiSchema.status(201)),
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.get("list", "/accounts", { query: AccountsQuery, success: Schema.Array(AccountRecord) }),
  HttpApiEndpoint.get("show", "/accounts/:account_id", { params, success: AccountDetails, error: NotFound }),
  HttpApiEndpoint.get("audit", "/accounts/:account_id/audit", {
    params,
    query: {
      limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: auditListed.atMost })))
    },
    success: Schema.Array(AuditRecord),
    error: NotFound
  })
) {}
