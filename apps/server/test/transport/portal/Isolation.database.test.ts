/**
 * Every procedure of the portal, tried with another account's ids: `not_found`, nothing told and nothing changed. The
 * table names every procedure that the server answers, so a new one without a case fails.
 */
import { DeliveryId, EndpointId, EventId, KeyId, RecoveryId, RuleId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { PortalRpcs } from "@heddle/api/portal"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { logAttempt } from "../../support/LoggedAttempts.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { ServedApi } from "../../support/ServedApi.ts"

const secretName = "zebra-secret-name"

/** An account with one of everything that has an id. */
const victim = Effect.gen(function* () {
  const user = yield* portalUser({ plan: "standard" })
  const { accountId } = user
  const endpoints = yield* Endpoints
  const key = yield* (yield* ApiKeys).create(accountId, { name: secretName })
  const endpoint = yield* endpoints.create(accountId, `https://${secretName}.example.com/hooks`)
  const rule = yield* endpoints.createRule(accountId, endpoint.id, { keyword: secretName, likeCount: 50 })
  const deliveryId = yield* logAttempt(accountId, endpoint.id)
  const sql = yield* SqlClient.SqlClient
  const eventId = yield* newId("evt")
  yield* sql`
    INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, post_code, sequence, state, body, attempt,
      created_at, finished_at)
    VALUES (${accountId}, ${eventId}, ${endpoint.id}, ${rule.id}, 'keyword', 'abc', 1, 'failed', '{}', 1, now(), now())`
  const recovery = yield* user.portal["webhooks.RecoverEndpoint"]({
    endpointId: endpoint.id,
    since: new Date(Date.now() - 60_000).toISOString()
  })
  const purchase = yield* user.portal["billing.BuyCredits"]({ credits: 10_000 })
  const connectionId = yield* newId("con")
  const [session] = yield* user.portal["account.ListSessions"]()
  return {
    ...user,
    keyId: KeyId.make(key.id),
    endpointId: EndpointId.make(endpoint.id),
    ruleId: RuleId.make(rule.id),
    deliveryId: DeliveryId.make(deliveryId),
    eventId: EventId.make(eventId),
    recoveryId: RecoveryId.make(recovery.id),
    connectionId,
    purchaseId: purchase.id,
    sessionId: session?.id ?? ""
  }
})

type User = Effect.Success<ReturnType<typeof portalUser>>
type Victim = Effect.Success<typeof victim>

/** What an attempt does with the ids of somebody else. */
const attempts = ({ portal }: User, other: Victim) => {
  const { keyId, endpointId, ruleId, deliveryId, eventId, recoveryId, connectionId, purchaseId } = other
  const rule = { keyword: "other", likeCount: 50 }
  return {
    "keys.ChangeKey": portal["keys.ChangeKey"]({ keyId, name: "stolen" }),
    "keys.RotateKey": portal["keys.RotateKey"]({ keyId }),
    "keys.DeleteKey": portal["keys.DeleteKey"]({ keyId }),
    "keys.RecentKeyUse": portal["keys.RecentKeyUse"]({ keyId }),
    "webhooks.UpdateEndpoint": portal["webhooks.UpdateEndpoint"]({
      endpointId,
      url: "https://example.com/stolen",
      name: null,
      standardWebhooks: false,
      dailyCreditCap: null
    }),
    "webhooks.EndpointUse": portal["webhooks.EndpointUse"]({ endpointId }),
    "webhooks.DeleteEndpoint": portal["webhooks.DeleteEndpoint"]({ endpointId }),
    "webhooks.RotateSecret": portal["webhooks.RotateSecret"]({ endpointId, overlapHours: 0 }),
    "webhooks.TestEndpoint": portal["webhooks.TestEndpoint"]({ endpointId }),
    "webhooks.ListRules": portal["webhooks.ListRules"]({ endpointId }),
    "webhooks.CreateRule": portal["webhooks.CreateRule"]({ endpointId, rule }),
    "webhooks.DeleteRule": portal["webhooks.DeleteRule"]({ ruleId }),
    "webhooks.UpdateRule": portal["webhooks.UpdateRule"]({ ruleId, rule }),
    "webhooks.ExplainRule": portal["webhooks.ExplainRule"]({ ruleId, post: "abc" }),
    "webhooks.PreviewRule": portal["webhooks.PreviewRule"]({ ...rule, compareTo: ruleId }),
    "webhooks.RecoverEndpoint": portal["webhooks.RecoverEndpoint"]({ endpointId, since: new Date().toISOString() }),
    "webhooks.CountRecoverable": portal["webhooks.CountRecoverable"]({ endpointId, since: new Date().toISOString() }),
    "webhooks.CancelRecovery": portal["webhooks.CancelRecovery"]({ recoveryId }),
    "deliveries.ShowDelivery": portal["deliveries.ShowDelivery"]({ deliveryId }),
    "deliveries.ResendDelivery": portal["deliveries.ResendDelivery"]({ deliveryId }),
    "deliveries.ResendEvents": portal["deliveries.ResendEvents"]({ eventIds: [eventId], credits: 0 }),
    "billing.CancelOrder": portal["billing.CancelOrder"]({ purchaseId }),
    "account.Disconnect": portal["account.Disconnect"]({ connectionId }),
    "account.EndSession": portal["account.EndSession"]({ sessionId: other.sessionId }),
    "account.DeletePasskey": portal["account.DeletePasskey"]({ passkeyId: "passkey_of_somebody" })
  } satisfies Record<string, Effect.Effect<unknown, unknown>>
}

/** What takes no id of anybody: it shows the caller's own and nothing else. */
const own = ({ portal }: User, other: Victim) => ({
  "account.Me": portal["account.Me"](),
  "keys.ListKeys": portal["keys.ListKeys"](),
  "usage.Balance": portal["usage.Balance"](),
  "usage.SummarizeUsage": portal["usage.SummarizeUsage"]({ by: "source", source: secretName }),
  "usage.ListUsage": portal["usage.ListUsage"]({ source: secretName }),
  "usage.ListUsageNames": portal["usage.ListUsageNames"](),
  "webhooks.ListEndpoints": portal["webhooks.ListEndpoints"](),
  "webhooks.ListEndpointFigures": portal["webhooks.ListEndpointFigures"](),
  "deliveries.ListDeliveries": portal["deliveries.ListDeliveries"]({ endpointId: other.endpointId }),
  "webhooks.ListRecoveries": portal["webhooks.ListRecoveries"](),
  "deliveries.WatchDeliveries": portal["deliveries.WatchDeliveries"]().pipe(
    // What it begins with, and one that finishes.
    Stream.take(2),
    Stream.runCollect,
    Effect.timeoutOption("2 seconds")
  ),
  "billing.ShowPlan": portal["billing.ShowPlan"](),
  "billing.ListPurchases": portal["billing.ListPurchases"](),
  "account.ListConnections": portal["account.ListConnections"](),
  "account.ListSessions": portal["account.ListSessions"](),
  "account.ShowNotices": portal["account.ShowNotices"](),
  "account.ListAudit": portal["account.ListAudit"]({}),
  "status.ShowStatus": portal["status.ShowStatus"](),
  "playground.ListOperations": portal["playground.ListOperations"]()
})

/** What makes something of the caller's own, or asks what is the same for everybody. */
const withoutIds: ReadonlySet<string> = new Set([
  "keys.CreateKey",
  "webhooks.CreateEndpoint",
  "webhooks.BacktestRule",
  "billing.BuyPlan",
  "billing.BuyCredits",
  "billing.CancelPlan",
  "billing.ResumePlan",
  "billing.OpenCustomerPortal",
  "playground.EstimateCall",
  "playground.RunCall",
  "account.ChangeEmail",
  "account.ChangePassword",
  "account.EndOtherSessions",
  "account.StartPasskey",
  "account.AddPasskey",
  "account.StartOneTimeCodes",
  "account.ConfirmOneTimeCodes",
  "account.StopOneTimeCodes",
  "account.ChangeNotices",
  "account.CloseAccount"
])

const answered = (answer: Effect.Effect<unknown, unknown>) => answer

const stateOf = Effect.fnUntraced(function* ({ accountId }: Victim) {
  const sql = yield* SqlClient.SqlClient
  return {
    keys: yield* sql`SELECT id, name, revoked_at FROM api_keys WHERE account_id = ${accountId}`,
    endpoints: yield* sql`SELECT * FROM webhook_endpoints WHERE account_id = ${accountId}`,
    secrets: yield* sql`SELECT id, expires_at FROM webhook_secrets WHERE account_id = ${accountId}`,
    rules: yield* sql`SELECT * FROM webhook_rules WHERE account_id = ${accountId}`,
    attempts: yield* sql`SELECT id FROM webhook_attempts WHERE account_id = ${accountId}`,
    events: yield* sql`SELECT id, due_at FROM webhook_events WHERE account_id = ${accountId}`,
    recoveries: yield* sql`SELECT id, state FROM webhook_recoveries WHERE account_id = ${accountId}`,
    sessions: yield* sql`
      SELECT s.id FROM user_sessions s JOIN users u ON u.id = s.user_id WHERE u.account_id = ${accountId}`,
    purchases: yield* sql`SELECT id, state FROM purchases WHERE account_id = ${accountId}`,
    entries: yield* sql`SELECT count(*) FROM usage_entries WHERE account_id = ${accountId}`
  }
})

onAnyDatabaseWith("Accounts of the portal", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("have nothing to do with each other, whatever is called", () =>
    Effect.gen(function* () {
      const thief = yield* portalUser({ plan: "standard" })
      const other = yield* victim
      const before = yield* stateOf(other)
      const tried = attempts(thief, other)
      const shown = own(thief, other)
      const known = new Set([...Object.keys(tried), ...Object.keys(shown), ...withoutIds])
      assert.deepStrictEqual(
        [...PortalRpcs.requests.keys()].filter((tag) => !known.has(tag)),
        []
      )
      for (const [name, attempt] of Object.entries(tried)) {
        const problem: unknown = yield* Effect.flip(Effect.mapError(attempt, (error): unknown => error))
        assert.deepInclude(problem, { _tag: "PortalProblem", code: "not_found", status: 404 }, name)
        assert.notInclude(JSON.stringify(problem), secretName)
      }
      for (const [name, answer] of Object.entries(shown)) {
        const text = JSON.stringify(yield* answered(answer))
        for (const leaked of [secretName, other.accountId, other.keyId, other.ruleId, other.deliveryId]) {
          assert.notInclude(text, leaked, name)
        }
      }
      assert.deepStrictEqual(yield* stateOf(other), before)
    })
  )
})
