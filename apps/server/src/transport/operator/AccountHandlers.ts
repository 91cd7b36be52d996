/** Handlers for accounts: their keys, plans, payments, mails. */
import { type AccountId, Conflict, type PlanName } from "@heddle/api"
import { Effect, identity, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AuditLog } from "../../accounts/audit/AuditLog.ts"
import { type Account, Accounts } from "../../accounts/customers/Accounts.ts"
import type { ApiKey } from "../../accounts/keys/ApiKey.ts"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { PortalLinks } from "../../accounts/sign-in/PortalLinks.ts"
import type { Purchase } from "../../billing/purchases/PurchaseRows.ts"
import { Orders } from "../../billing/purchases/Orders.ts"
import { Purchases } from "../../billing/purchases/Purchases.ts"
import { type PlanState, Subscriptions } from "../../billing/purchases/Subscriptions.ts"
import { type AlertPreferences, AlertSettings, type AlertSettingsChange } from "../../credits/alerts/AlertSettings.ts"
import { Grants } from "../../credits/ledger/Grants.ts"
import { Usage } from "../../credits/usage/Usage.ts"
import { type AccountRecord, auditListed } from "../../operator/AccountsApi.ts"
import type { PlanInfo, PurchaseInfo } from "../../operator/BillingApi.ts"
import { accountsListed, type NoticesInput } from "../../operator/Fields.ts"
import type { KeyChangeInput, KeyRecord } from "../../operator/KeysApi.ts"
import type { NoticesAnswer } from "../../operator/NoticesApi.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { respond } from "./Problems.ts"

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const keyRecord = (key: ApiKey): KeyRecord => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.lastFour,
  status: key.status,
  created_at: key.createdAt.toISOString(),
  last_used_at: iso(key.lastUsedAt),
  expires_at: iso(key.expiresAt),
  credit_limit: key.creditLimit,
  spent_this_month: key.spentThisMonth
})

const settings = <Input extends KeyChangeInput>({ expires_at, credit_limit, ...rest }: Input) => ({
  ...rest,
  ...(expires_at === undefined ? {} : { expiresAt: expires_at }),
  ...(credit_limit === undefined ? {} : { creditLimit: credit_limit })
})

export const KeysHandlers = HttpApiBuilder.group(
  OperatorApi,
  "keys",
  Effect.fn(function* (handlers) {
    const keys = yield* ApiKeys
    return handlers.handleAll({
      list: ({ params }) => respond(keys.list(params.account_id), (all) => all.map(keyRecord)),
      create: ({ params, payload }) => respond(keys.create(params.account_id, settings(payload)), identity),
      change: ({ params, payload }) =>
        respond(keys.change(params.account_id, params.key_id, settings(payload)), keyRecord),
      rotate: ({ params }) => respond(keys.rotate(params.account_id, params.key_id), identity),
      remove: ({ params }) =>
        respond(keys.revoke(params.account_id, params.key_id), () => ({ id: params.key_id, deleted: true }) as const)
    })
  })
)

const accountRecord = ({ id, email, createdAt, plan }: Account): typeof AccountRecord.Type => ({
  id,
  email,
  created_at: createdAt.toISOString(),
  plan: plan === null ? null : { name: plan.name, ends_at: plan.endsAt.toISOString() }
})

export const AccountsHandlers = HttpApiBuilder.group(
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

const changeOf = ({ enabled, below_credits, below_percent }: typeof NoticesInput.Type): AlertSettingsChange => ({
  enabled,
  below:
    below_credits !== undefined
      ? { credits: below_credits }
      : below_percent !== undefined
        ? { percent: below_percent }
        : undefined
})

const answerOf = ({ enabled, belowCredits, belowPercent }: AlertPreferences): typeof NoticesAnswer.Type => ({
  enabled,
  below_credits: belowCredits,
  below_percent: belowPercent
})

export const NoticesHandlers = HttpApiBuilder.group(
  OperatorApi,
  "notices",
  Effect.fn(function* (handlers) {
    const settings = yield* AlertSettings
    return handlers.handleAll({
      read: ({ params }) => respond(settings.change(params.account_id, {}), answerOf),
      change: ({ params, payload }) => respond(settings.change(params.account_id, changeOf(payload)), answerOf)
    })
  })
)

const purchaseInfo = (purchase: Purchase): typeof PurchaseInfo.Type => ({
  id: purchase.id,
  account_id: purchase.accountId,
  kind: purchase.kind,
  plan: purchase.plan,
  credits: purchase.credits,
  price_usd: purchase.priceCents / 100,
  refunded_usd: purchase.refundedCents / 100,
  state: purchase.state,
  reason: purchase.reason,
  shortfall: purchase.shortfall,
  checkout_url: purchase.checkoutUrl,
  provider: purchase.provider,
  created_at: purchase.createdAt.toISOString()
})

const planInfo = ({ current, paidUntil, nextPlan, renewsByItself }: PlanState): typeof PlanInfo.Type => ({
  plan: current?.plan ?? null,
  paid_until: paidUntil?.toISOString() ?? null,
  next_plan: nextPlan,
  renews_by_itself: renewsByItself
})

export const BillingHandlers = HttpApiBuilder.group(
  OperatorApi,
  "billing",
  Effect.fn(function* (handlers) {
    const purchases = yield* Purchases
    const orders = yield* Orders
    const subscriptions = yield* Subscriptions
    const subscribe = Effect.fnUntraced(function* (accountId: AccountId, plan: PlanName) {
      const subscribed = yield* purchases.subscribe(accountId, plan)
      const purchase = subscribed.outcome === "checkout" ? purchaseInfo(subscribed.purchase) : null
      return { id: purchase?.id ?? null, purchase, account: planInfo(yield* subscriptions.state(accountId)) }
    })
    return handlers.handleAll({
      subscribe: ({ params, payload }) => respond(subscribe(params.account_id, payload.plan), identity),
      cancelPlan: ({ params }) => respond(subscriptions.cancel(params.account_id), planInfo),
      resumePlan: ({ params }) => respond(subscriptions.resume(params.account_id), planInfo),
      topUp: ({ params, payload }) => respond(purchases.topUp(params.account_id, payload.credits), purchaseInfo),
      purchases: ({ params }) => respond(purchases.list(params.account_id), (all) => all.map(purchaseInfo)),
      payments: ({ query }) => Effect.map(orders.list(query.pending === "true"), (all) => all.map(purchaseInfo)),
      confirm: ({ params }) => respond(purchases.confirm(params.purchase_id), purchaseInfo),
      refund: ({ params }) => respond(purchases.refund(params.purchase_id), purchaseInfo)
    })
  })
)
