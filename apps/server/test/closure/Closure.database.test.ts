/** The end of an account: nobody can sign in, call or be charged, the books stay, and the address can come again. */
import { assert } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { Accounts } from "../../src/accounts/customers/Accounts.ts"
import { ApiKeys } from "../../src/accounts/keys/ApiKeys.ts"
import { Purchases } from "../../src/billing/purchases/Purchases.ts"
import { Reconciliation } from "../../src/billing/purchases/Reconciliation.ts"
import { Subscriptions } from "../../src/billing/purchases/Subscriptions.ts"
import { Grants } from "../../src/credits/ledger/Grants.ts"
import { Closure } from "../../src/closure/Closure.ts"
import { Outbox } from "../../src/webhooks/delivery/Outbox.ts"
import { Endpoints } from "../../src/webhooks/management/Endpoints.ts"
import { buy } from "../support/Billing.ts"
import { browser } from "../support/PageVisits.ts"
import { portalUser } from "../support/PortalVisits.ts"
import { call, ServedApi } from "../support/ServedApi.ts"
import { password } from "../support/SignIn.ts"
import { writePosts } from "../support/Webhooks.ts"

/** A customer with something of everything. */
const customerOfAll = Effect.gen(function* () {
  const user = yield* portalUser()
  const { accountId, portal } = user
  yield* buy(accountId, "standard")
  const { key } = yield* portal["keys.CreateKey"]({ name: "laptop" })
  const endpoints = yield* Endpoints
  const endpoint = yield* endpoints.create(accountId, "https://example.com/hooks")
  const rule = yield* endpoints.createRule(accountId, endpoint.id, { keyword: "台積電", likeCount: 10 })
  yield* writePosts([{ code: `post-${accountId}` }])
  yield* (yield* Outbox).add([{ accountId, ruleId: rule.id, postCode: `post-${accountId}` }])
  return { ...user, key }
})

const rowsOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Record<string, number>>`
    SELECT (SELECT count(*) FROM users WHERE account_id = ${accountId})::int AS users,
      (SELECT count(*) FROM webhook_endpoints WHERE account_id = ${accountId})::int AS endpoints,
      (SELECT count(*) FROM webhook_rules WHERE account_id = ${accountId})::int AS rules,
      (SELECT count(*) FROM webhook_events WHERE account_id = ${accountId} AND due_at IS NOT NULL)::int AS due,
      (SELECT count(*) FROM credit_holds WHERE account_id = ${accountId})::int AS holds,
      (SELECT count(*) FROM api_keys WHERE account_id = ${accountId} AND revoked_at IS NULL)::int AS keys,
      (SELECT count(*) FROM purchases WHERE account_id = ${accountId})::int AS purchases`
  return row ?? {}
})

const Line = Schema.fromJsonString(Schema.Struct({ type: Schema.String }))

const tagOf = <A, E extends { readonly _tag: string }>(attempt: Effect.Effect<A, E>) =>
  Effect.map(Effect.flip(attempt), ({ _tag }) => _tag)

onAnyDatabaseWith("A closed account", { services: ServedApi.layer }, (it) => {
  it.effect("has nothing left but its books, and its address is free", () =>
    Effect.gen(function* () {
      const { portal, visitor, accountId, email, key, userId } = yield* customerOfAll
      assert.deepStrictEqual(yield* rowsOf(accountId), {
        users: 1,
        endpoints: 1,
        rules: 1,
        due: 1,
        holds: 1,
        keys: 1,
        purchases: 1
      })
      const mistyped = yield* Effect.flip(portal["account.CloseAccount"]({ email: "other@example.com" }))
      assert.strictEqual(mistyped._tag, "PortalProblem")
      yield* portal["account.CloseAccount"]({ email: ` ${email.toUpperCase()} ` })
      assert.deepStrictEqual(yield* rowsOf(accountId), {
        users: 0,
        endpoints: 0,
        rules: 0,
        due: 0,
        holds: 0,
        keys: 0,
        purchases: 1
      })
      assert.strictEqual((yield* Effect.flip(portal["account.Me"]()))._tag, "SessionEnded")
      assert.strictEqual((yield* call("/balance", { key })).status, 401)
      assert.strictEqual((yield* visitor.post("/sign-in", { email, password })).status, 400)
      const state = yield* (yield* Subscriptions).state(accountId)
      assert.deepStrictEqual(state, {
        current: null,
        paidUntil: null,
        nextPlan: null,
        subscribed: false,
        renewsByItself: false
      })
      // Nothing names the person any more.
      const sql = yield* SqlClient.SqlClient
      const written = JSON.stringify([
        yield* sql`SELECT * FROM audit_entries WHERE account_id = ${accountId}`,
        yield* sql`SELECT * FROM accounts WHERE id = ${accountId}`
      ])
      assert.notInclude(written, email)
      assert.notInclude(written, userId)
      assert.include(written, "account.closed")
      // Whoever was quick enough gets nothing new.
      const gone = [
        tagOf((yield* ApiKeys).create(accountId, { name: "late" })),
        tagOf((yield* Grants).give(accountId, { credits: 1 })),
        tagOf((yield* Purchases).subscribe(accountId, "lite")),
        tagOf((yield* Endpoints).create(accountId, "https://example.com/late")),
        tagOf((yield* Closure).close(accountId, email))
      ]
      for (const tag of gone) assert.include(["UnknownAccount", "Conflict"], yield* tag)
      const fresh = yield* (yield* Accounts).create(email)
      assert.notStrictEqual(fresh.id, accountId)
    })
  )

  it.effect("is refunded what is paid after its end, and hears no renewal", () =>
    Effect.gen(function* () {
      const { portal, accountId, email } = yield* portalUser()
      const purchases = yield* Purchases
      const subscribed = yield* purchases.subscribe(accountId, "lite")
      assert(subscribed.outcome === "checkout")
      yield* portal["account.CloseAccount"]({ email })
      const late = yield* purchases.confirm(subscribed.purchase.id)
      assert.include(["refused", "refunded"], late.state)
      assert.isNull((yield* (yield* Subscriptions).state(accountId)).current)
      while ((yield* (yield* Reconciliation).run) > 0);
      const [purchase] = yield* purchases.list(accountId)
      assert.strictEqual(purchase?.state, "refunded")
    })
  )

  it.effect("needs a sign-in of the last 15 minutes", () =>
    Effect.gen(function* () {
      // Sessions begin at the time of the machine.
      yield* TestClock.setTime(Date.now())
      const { portal, email, userId, accountId } = yield* portalUser()
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE user_sessions SET created_at = created_at - interval '16 minutes' WHERE user_id = ${userId}`
      assert.strictEqual((yield* Effect.flip(portal["account.CloseAccount"]({ email })))._tag, "SignInAgain")
      assert.isTrue(Option.isSome(yield* (yield* Accounts).findByEmail(email)))
      assert.strictEqual((yield* rowsOf(accountId)).users, 1)
    })
  )

  it.effect("could be taken along before, without a secret", () =>
    Effect.gen(function* () {
      const { visitor, accountId, key, email } = yield* customerOfAll
      yield* call("/balance", { key })
      const answer = yield* visitor.get("/portal/export")
      assert.strictEqual(answer.status, 200)
      assert.match(answer.headers.get("content-disposition") ?? "", /heddle-export-\d{4}-\d\d-\d\d\.ndjson/)
      const lines = answer.text
        .trimEnd()
        .split("\n")
        .map((line) => Schema.decodeUnknownSync(Line)(line))
      assert.deepStrictEqual(
        [...new Set(lines.map(({ type }) => type))],
        ["account", "plan", "session", "key", "endpoint", "purchase", "audit", "usage"]
      )
      assert.include(answer.text, email)
      assert.include(answer.text, accountId)
      for (const secret of [key, "whsec_", visitor.cookies.get("heddle.session_token") ?? "-"]) {
        assert.notInclude(answer.text, secret)
      }
      const nobody = yield* (yield* browser).get("/portal/export")
      assert.deepStrictEqual([nobody.status, nobody.location], [303, "/sign-in?return_to=%2Fportal%2Faccount"])
    })
  )
})
