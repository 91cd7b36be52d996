/** Handlers for accounts. */
import { type AccountId, Conflict } from "@heddle/api"
import { Effect, identity, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AuditLog } from "../../accounts/audit/AuditLog.ts"
import { type Account, Accounts } from "../../accounts/customers/Accounts.ts"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { PortalLinks } from "../../accounts/sign-in/PortalLinks.ts"
import { Grants } from "../../credits/ledger/Grants.ts"
import { Usage } from "../../credits/usage/Usage.ts"
import { type AccountRecord, accountsListed, auditListed } from "../../operator/AccountsApi.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { keyRecord } from "./KeysLive.ts"
import { respond } from "./Problems.ts"

const accountRecord = ({ id, email, createdAt, plan }: Account): typeof AccountRecord.Type => ({
  id,
  email,
  created_at: createdAt.toISOString(),
  plan: plan === null ? null : { name: plan.name, ends_at: plan.endsAt.toISOString() }
})

export const AccountsLive = HttpApiBuilder.group(
  OperatorApi,
  "accounts",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const grants = yield* Grants
    const usage = yield* Usage
    const keys = yield* ApiKeys
    const links = yield* PortalLinks
    const log = yield* AuditLog

    const details = Effect.fnUntraced(function* (accountId: AccountId) {
      const account = accountRecord(yield* accounts.find(accountId))
      const { remaining_credits, held_credits, grants } = (yield* usage.balance(accountId)).data
      return {
        ...account,
        remaining_credits,
        held_credits,
        grants: grants.map((grant) => ({ ...grant, expires_at: new Date(grant.expires_at * 1000).toISOString() })),
        keys: (yield* keys.list(accountId)).map(keyRecord)
      }
    })

    const portalLink = Effect.fnUntraced(function* (accountId: AccountId) {
      const { email } = yield* respond(accounts.find(accountId), identity)
      const link = yield* links.issue(accountId)
      if (Option.isNone(link)) {
        return yield* new Conflict({
          detail: `The account ${accountId} has no user yet. Its holder creates one at /sign-up with ${email}.`
        })
      }
      return { url: link.value.url, expires_at: link.value.expiresAt.toISOString() }
    })

    return handlers.handleAll({
      portalLink: ({ params }) => portalLink(params.account_id),
      create: ({ payload }) => respond(accounts.create(payload.email), identity),
      grant: ({ params, payload }) =>
        respond(grants.give(params.account_id, payload), ({ expiresAt, ...given }) => ({
          ...given,
          expires_at: expiresAt.toISOString()
        })),
      list: ({ query: { after, limit = accountsListed.byDefault } }) =>
        Effect.map(accounts.list({ after, limit }), (found) => found.map(accountRecord)),
      audit: ({ params, query: { limit = auditListed.byDefault } }) =>
        respond(
          Effect.andThen(accounts.find(params.account_id), log.page(params.account_id, { limit })),
          ({ entries }) =>
            entries.map(({ at, actorKind, ...entry }) => ({ ...entry, at: at.toISOString(), actor_kind: actorKind }))
        ),
      show: ({ params }) => respond(details(params.account_id), identity)
    })
  })
)
