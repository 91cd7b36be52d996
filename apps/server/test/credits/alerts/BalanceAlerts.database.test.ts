/** Who is told what of their balance, and how often: through the ledger, on both databases. */
import { AccountId } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onEveryDatabase } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger, queryHoldMillis } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { BalanceAlerts } from "../../../src/credits/alerts/BalanceAlerts.ts"
import { AlertSettings } from "../../../src/credits/alerts/AlertSettings.ts"
import { RecentRefusals } from "../../../src/credits/alerts/RecentRefusals.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { MailQueue } from "../../../src/mail/MailQueue.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { Mailbox, newMails } from "../../support/Mailbox.ts"

const usage = { keyId: null, requestId: null, source: "test", apiType: "keywords", parameters: {} }

/** An account on API Standard with this many credits; the accounts before it want to hear no more. */
const accountWith = Effect.fnUntraced(function* (credits: number) {
  const sql = yield* SqlClient.SqlClient
  const settings = yield* AlertSettings
  for (const { id } of yield* sql<{ id: AccountId }>`SELECT id FROM accounts`)
    yield* settings.change(id, { enabled: false })
  const email = `${yield* newId("acct")}@example.com`
  const { id } = yield* (yield* Accounts).create(email)
  yield* (yield* Grants).give(id, { plan: "standard", credits })
  return { id, email }
})

const spend = Effect.fnUntraced(function* (accountId: AccountId, cost: number) {
  const ledger = yield* Ledger
  const { holdId } = yield* ledger.hold(accountId, cost)
  return yield* ledger.settle(accountId, { holdId, cost, usage })
})

/** Two looks, as a minute apart, and the subjects of what they made. */
const looks = Effect.gen(function* () {
  const notices = yield* BalanceAlerts
  yield* notices.look
  yield* TestClock.adjust("1 minute")
  yield* notices.look
  return (yield* newMails).map(({ subject }) => subject)
})

const low = (credits: string) => `Heddle: ${credits} credits left`
const out = "Heddle: your credits have run out"

onEveryDatabase("Notices", (_name, database) => {
  const Live = BalanceAlerts.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Ledger.layer,
        Grants.layer,
        Accounts.layer,
        MailQueue.layer,
        Mailbox.layer,
        AlertSettings.layer,
        RecentRefusals.layer,
        Settings.layer
      )
    ),
    Layer.provideMerge(database),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_BASE_URL: "https://heddle.example" })))
  )

  layer(Live, { timeout: "60 seconds" })((it) => {
    it.effect("a balance below a tenth of what the plan gave makes one mail, with all that one wants to know", () =>
      Effect.gen(function* () {
        const { id, email } = yield* accountWith(10_000)
        yield* TestClock.adjust("2 days")
        yield* spend(id, 9_000)
        assert.deepStrictEqual(yield* looks, [])
        yield* spend(id, 1)
        const notices = yield* BalanceAlerts
        assert.deepStrictEqual(yield* notices.look, { lowBalance: 0, runOut: 0, expired: 0 })
        assert.deepStrictEqual(yield* notices.look, { lowBalance: 1, runOut: 0, expired: 0 })
        const [mail, ...more] = yield* newMails
        assert.deepStrictEqual(more, [])
        assert.strictEqual(mail?.to, email)
        assert.strictEqual(mail?.subject, low("999"))
        assert.include(mail?.text, "Your balance fell below 1,000 credits.")
        assert.match(mail?.text ?? "", /999 \(plan\) expire on \d+ \w+ 19\d\d at \d\d:\d\d UTC/)
        assert.match(
          mail?.text ?? "",
          /Used in the last 7 days: 9,001\. At that rate what is left is used up on \d+ \w+ 19\d\d\./
        )
        assert.include(mail?.text, "top-up")
        assert.include(mail?.text, `Account ${id} at https://heddle.example.`)
        yield* spend(id, 100)
        assert.deepStrictEqual(yield* looks, [])
      })
    )

    it.effect("then one when credits have run out; new credits arm both again", () =>
      Effect.gen(function* () {
        const { id } = yield* accountWith(1_000)
        yield* spend(id, 950)
        assert.deepStrictEqual(yield* looks, [low("50")])
        yield* spend(id, 50)
        assert.deepStrictEqual(yield* looks, [out])
        assert.deepStrictEqual(yield* looks, [])
        yield* (yield* Grants).give(id, { credits: 1_000 })
        assert.deepStrictEqual(yield* looks, [])
        yield* spend(id, 950)
        assert.deepStrictEqual(yield* looks, [low("50")])
        yield* spend(id, 50)
        assert.deepStrictEqual(yield* looks, [out])
      })
    )

    it.effect("who runs out at a stroke gets one mail, not two", () =>
      Effect.gen(function* () {
        const { id } = yield* accountWith(1_000)
        yield* spend(id, 1_000)
        assert.deepStrictEqual(yield* looks, [out])
        assert.deepStrictEqual(yield* looks, [])
      })
    )

    it.effect("with webhook rules less than an event's price is nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* accountWith(1_000)
        yield* spend(id, 981)
        assert.deepStrictEqual(yield* looks, [low("19")])
        yield* sql`
          INSERT INTO webhook_endpoints (account_id, id, url, sealed_secret, created_at)
          VALUES (${id}, 'ep', 'https://example.com', '', ${new Date(0)})`
        yield* sql`
          INSERT INTO webhook_rules (account_id, id, endpoint_id, type, keyword, lookback_hours, language, content, created_at)
          VALUES (${id}, 'rule', 'ep', 'keyword', 'a', 24, 'zh', 'a', ${new Date(0)})`
        assert.deepStrictEqual(yield* looks, [out])
      })
    )

    it.effect("a call refused with 402 makes the mail while the balance is low, and only then", () =>
      Effect.gen(function* () {
        const refusals = yield* RecentRefusals
        const notices = yield* BalanceAlerts
        const { id } = yield* accountWith(1_000)
        yield* refusals.note(id, 5_000)
        assert.deepStrictEqual(yield* looks, [])
        yield* spend(id, 920)
        assert.deepStrictEqual(yield* looks, [low("80")])
        yield* refusals.note(id, 80)
        assert.deepStrictEqual(yield* looks, [])
        yield* refusals.note(id, 500)
        yield* refusals.note(id, 81)
        assert.deepStrictEqual(yield* notices.look, { lowBalance: 0, runOut: 1, expired: 0 })
        yield* refusals.note(id, 81)
        assert.deepStrictEqual(yield* notices.look, { lowBalance: 0, runOut: 0, expired: 0 })
        assert.strictEqual((yield* newMails).length, 1)
      })
    )

    it.effect("what calls in flight hold, and what died with them, is no low balance", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const notices = yield* BalanceAlerts
        const { id } = yield* accountWith(1_000)
        const { holdId } = yield* ledger.hold(id, 1_000)
        yield* notices.look
        yield* ledger.settle(id, { holdId, cost: 0, usage })
        assert.deepStrictEqual(yield* looks, [])
        yield* ledger.hold(id, 1_000)
        yield* TestClock.adjust(queryHoldMillis)
        assert.deepStrictEqual(yield* looks, [])
      })
    )

    it.effect("holds that come and go around the line make no second mail that day", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const { id } = yield* accountWith(1_000)
        yield* spend(id, 890)
        const around = Effect.gen(function* () {
          const { holdId } = yield* ledger.hold(id, 50)
          const told = yield* looks
          yield* ledger.release(id, holdId)
          return [...told, ...(yield* looks)]
        })
        assert.deepStrictEqual(yield* around, [low("60")])
        assert.deepStrictEqual(yield* around, [])
        yield* TestClock.adjust("1 day")
        yield* looks
        assert.deepStrictEqual(yield* around, [low("60")])
      })
    )

    it.effect("the setting of the account counts: credits, per cent, or nothing at all", () =>
      Effect.gen(function* () {
        const settings = yield* AlertSettings
        const { id } = yield* accountWith(1_000)
        assert.deepStrictEqual(yield* settings.change(id, {}), { enabled: true, belowCredits: null, belowPercent: 10 })
        yield* spend(id, 500)
        assert.deepStrictEqual(yield* looks, [])
        assert.deepStrictEqual(yield* settings.change(id, { below: { credits: 501 } }), {
          enabled: true,
          belowCredits: 501,
          belowPercent: null
        })
        assert.deepStrictEqual(yield* looks, [low("500")])
        yield* settings.change(id, { below: { percent: 51 } })
        assert.deepStrictEqual(yield* looks, [low("500")])
        yield* settings.change(id, { enabled: false })
        yield* spend(id, 500)
        assert.deepStrictEqual(yield* looks, [])
        assert.deepStrictEqual(yield* settings.change(id, { enabled: true }), {
          enabled: true,
          belowCredits: null,
          belowPercent: 51
        })
        assert.deepStrictEqual(yield* looks, [out])
        const unknown = yield* Effect.flip(settings.change(AccountId.make("acct_none"), { enabled: false }))
        assert.strictEqual(unknown._tag, "UnknownAccount")
      })
    )

    it.effect("credits that expired unspent are told once, and used up ones are not", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* accountWith(1_000)
        yield* (yield* Grants).give(id, { credits: 30 })
        const { id: spent } = yield* (yield* Accounts).create(`${yield* newId("acct")}@example.com`)
        yield* (yield* Grants).give(spent, { credits: 5 })
        yield* spend(spent, 5)
        const [end] = yield* sql<{ at: Date }>`SELECT max(expires_at) AS at FROM credit_grants WHERE account_id = ${id}`
        yield* TestClock.setTime(end?.at.getTime() ?? 0)
        const notices = yield* BalanceAlerts
        assert.deepStrictEqual(yield* notices.look, { lowBalance: 0, runOut: 0, expired: 1 })
        const [mail] = yield* newMails
        assert.strictEqual(mail?.subject, "Heddle: 1,030 credits expired")
        assert.include(mail?.text, "1,000 (plan) on")
        assert.include(mail?.text, "30 (from the operator) on")
        assert.include(mail?.text, "Credits left: 0")
        assert.notInclude(mail?.text, "At that rate")
        assert.deepStrictEqual(yield* looks, [])
        yield* TestClock.adjust("2 days")
        assert.deepStrictEqual(yield* looks, [])
      })
    )

    it.effect("an account that never had credits, or has no plan and no setting, hears of nothing being low", () =>
      Effect.gen(function* () {
        const { id } = yield* accountWith(1_000)
        yield* spend(id, 1)
        const { id: operators } = yield* (yield* Accounts).create(`${yield* newId("acct")}@example.com`)
        yield* (yield* Grants).give(operators, { credits: 5 })
        yield* spend(operators, 4)
        assert.deepStrictEqual(yield* looks, [])
        yield* spend(operators, 1)
        assert.deepStrictEqual(yield* looks, [out])
      })
    )

    it.effect("several that look at once write one mail; a look without news writes nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* accountWith(1_000)
        yield* spend(id, 950)
        // Each has a memory of its own, as processes have.
        const others = yield* Effect.all(Array.from({ length: 4 }, () => Layer.build(Layer.fresh(BalanceAlerts.layer))))
        const all = others.map((context) =>
          Effect.provide(
            BalanceAlerts.use((notices) => notices.look),
            context
          )
        )
        yield* Effect.all(all, { concurrency: "unbounded" })
        yield* Effect.all(all, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          (yield* newMails).map(({ subject }) => subject),
          [low("50")]
        )
        const state = sql`
          SELECT (SELECT count(*) FROM mails) AS mails,
            (SELECT xmin::text FROM credit_notices WHERE account_id = ${id}) AS version`
        const before = yield* state
        yield* looks
        assert.deepStrictEqual(yield* state, before)
        assert.deepStrictEqual(yield* checkLedger, [])
      })
    )
  })
})
