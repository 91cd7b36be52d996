/** Which alerts an account gets, and how often: through the ledger, on both databases. */
import { AccountId } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { queryHoldMillis } from "../../../src/runtime/CallTimings.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { BalanceAlerts } from "../../../src/credits/alerts/BalanceAlerts.ts"
import { AlertSettings } from "../../../src/credits/alerts/AlertSettings.ts"
import { RecentRefusals } from "../../../src/credits/alerts/RecentRefusals.ts"
import { FreeStorage } from "../../../src/credits/usage/FreeStorage.ts"
import { Pace } from "../../../src/credits/usage/Pace.ts"
import { UsageDays } from "../../../src/credits/usage/UsageDays.ts"
import { UsageRecorder } from "../../../src/credits/usage/UsageRecorder.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { MailQueue } from "../../../src/mail/MailQueue.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { admit, spend } from "../../support/ledger/LedgerCalls.ts"
import { Mailbox, newMails } from "../../support/Mailbox.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const usage = { keyId: null, requestId: null, source: "test", apiType: "keywords", parameters: {} }

/** An account on API Standard with this many credits; alerts of earlier accounts are turned off. */
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

/** Evaluates twice, a minute apart; returns the subjects of the mails queued. */
const evaluateTwice = Effect.gen(function* () {
  const alerts = yield* BalanceAlerts
  yield* alerts.evaluate
  yield* TestClock.adjust("1 minute")
  yield* alerts.evaluate
  return (yield* newMails).map(({ subject }) => subject)
})

const low = (credits: string) => `Heddle: ${credits} credits left`
const out = "Heddle: your credits have run out"

onAnyDatabase("Balance alerts", (_name, database) => {
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
        Pace.layer.pipe(
          Layer.provideMerge(UsageDays.layer),
          Layer.provide(UsageRecorder.layer),
          Layer.provide(FreeStorage.layer),
          Layer.provide(Settings.layer)
        ),
        Settings.layer
      )
    ),
    Layer.provideMerge(database),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_BASE_URL: "https://heddle.example" })))
  )

  layer(Live, { timeout: "60 seconds" })((it) => {
    it.effect(
      "a balance below a tenth of the plan's credits sends one mail with the balance, the usage and the forecast",
      () =>
        Effect.gen(function* () {
          const { id, email } = yield* accountWith(10_000)
          yield* spend(id, 1)
          yield* TestClock.adjust("2 days")
          yield* spend(id, 8_999)
          // Three full days after that of the first call, so that there is a pace.
          yield* TestClock.adjust("2 days")
          assert.deepStrictEqual(yield* evaluateTwice, [])
          yield* spend(id, 1)
          const alerts = yield* BalanceAlerts
          assert.deepStrictEqual(yield* alerts.evaluate, { lowBalance: 0, runOut: 0, expired: 0 })
          assert.deepStrictEqual(yield* alerts.evaluate, { lowBalance: 1, runOut: 0, expired: 0 })
          const [mail, ...more] = yield* newMails
          assert.deepStrictEqual(more, [])
          assert.strictEqual(mail?.to, email)
          assert.strictEqual(mail?.subject, low("999"))
          assert.include(mail?.text, "Your balance fell below 1,000 credits.")
          assert.match(mail?.text ?? "", /999 \(plan\) expire on \d+ \w+ 19\d\d at \d\d:\d\d UTC/)
          assert.match(
            mail?.text ?? "",
            /Used in the last 7 days: 9,001\. At that rate, you will run out on \d+ \w+ 19\d\d\./
          )
          assert.include(mail?.text, "top-up")
          assert.include(mail?.text, `Account ${id} at https://heddle.example.`)
          yield* spend(id, 100)
          assert.deepStrictEqual(yield* evaluateTwice, [])
        })
    )

    it.effect("a second mail follows when credits run out; a new grant arms both alerts again", () =>
      Effect.gen(function* () {
        const { id } = yield* accountWith(1_000)
        yield* spend(id, 950)
        assert.deepStrictEqual(yield* evaluateTwice, [low("50")])
        yield* spend(id, 50)
        assert.deepStrictEqual(yield* evaluateTwice, [out])
        assert.deepStrictEqual(yield* evaluateTwice, [])
        yield* (yield* Grants).give(id, { credits: 1_000 })
        assert.deepStrictEqual(yield* evaluateTwice, [])
        yield* spend(id, 950)
        assert.deepStrictEqual(yield* evaluateTwice, [low("50")])
        yield* spend(id, 50)
        assert.deepStrictEqual(yield* evaluateTwice, [out])
      })
    )

    it.effect("with webhook rules, a balance below the price of an event has run out", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* accountWith(1_000)
        yield* spend(id, 981)
        assert.deepStrictEqual(yield* evaluateTwice, [low("19")])
        yield* sql`
          INSERT INTO webhook_endpoints (account_id, id, url, created_at)
          VALUES (${id}, 'ep', 'https://example.com', ${new Date(0)})`
        yield* sql`
          INSERT INTO webhook_rules (account_id, id, endpoint_id, type, keyword, lookback_hours, language, content, created_at)
          VALUES (${id}, 'rule', 'ep', 'keyword', 'a', 24, 'zh', 'a', ${new Date(0)})`
        assert.deepStrictEqual(yield* evaluateTwice, [out])
      })
    )

    it.effect("a call refused with 402 sends the mail only while the balance is low", () =>
      Effect.gen(function* () {
        const refusals = yield* RecentRefusals
        const alerts = yield* BalanceAlerts
        const { id } = yield* accountWith(1_000)
        yield* refusals.record(id, 5_000)
        assert.deepStrictEqual(yield* evaluateTwice, [])
        yield* spend(id, 920)
        assert.deepStrictEqual(yield* evaluateTwice, [low("80")])
        yield* refusals.record(id, 80)
        assert.deepStrictEqual(yield* evaluateTwice, [])
        yield* refusals.record(id, 500)
        yield* refusals.record(id, 81)
        assert.deepStrictEqual(yield* alerts.evaluate, { lowBalance: 0, runOut: 1, expired: 0 })
        yield* refusals.record(id, 81)
        assert.deepStrictEqual(yield* alerts.evaluate, { lowBalance: 0, runOut: 0, expired: 0 })
        assert.strictEqual((yield* newMails).length, 1)
      })
    )

    it.effect("credits held by calls in flight, or by calls that crashed, do not count as a low balance", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const alerts = yield* BalanceAlerts
        const { id } = yield* accountWith(1_000)
        const { holdId } = yield* admit(id, 1_000)
        yield* alerts.evaluate
        yield* ledger.settle(id, { holdId, cost: 0, usage })
        assert.deepStrictEqual(yield* evaluateTwice, [])
        yield* admit(id, 1_000)
        yield* TestClock.adjust(queryHoldMillis)
        assert.deepStrictEqual(yield* evaluateTwice, [])
      })
    )

    it.effect("the account's setting decides: a number of credits, a percentage, or no alerts", () =>
      Effect.gen(function* () {
        const settings = yield* AlertSettings
        const { id } = yield* accountWith(1_000)
        assert.deepStrictEqual(yield* settings.change(id, {}), { enabled: true, belowCredits: null, belowPercent: 10 })
        yield* spend(id, 500)
        assert.deepStrictEqual(yield* evaluateTwice, [])
        assert.deepStrictEqual(yield* settings.change(id, { below: { credits: 501 } }), {
          enabled: true,
          belowCredits: 501,
          belowPercent: null
        })
        assert.deepStrictEqual(yield* evaluateTwice, [low("500")])
        yield* settings.change(id, { below: { percent: 51 } })
        assert.deepStrictEqual(yield* evaluateTwice, [low("500")])
        yield* settings.change(id, { enabled: false })
        yield* spend(id, 500)
        assert.deepStrictEqual(yield* evaluateTwice, [])
        assert.deepStrictEqual(yield* settings.change(id, { enabled: true }), {
          enabled: true,
          belowCredits: null,
          belowPercent: 51
        })
        assert.deepStrictEqual(yield* evaluateTwice, [out])
        const unknown = yield* Effect.flip(settings.change(AccountId.make("acct_none"), { enabled: false }))
        assert.strictEqual(unknown._tag, "UnknownAccount")
      })
    )

    it.effect("credits that expire unspent send one mail; used-up credits send none", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* accountWith(1_000)
        yield* (yield* Grants).give(id, { credits: 30 })
        const spent = yield* newAccountId
        yield* (yield* Grants).give(spent, { credits: 5 })
        yield* spend(spent, 5)
        const [end] = yield* sql<{ at: Date }>`SELECT max(expires_at) AS at FROM credit_grants WHERE account_id = ${id}`
        yield* TestClock.setTime(end?.at.getTime() ?? 0)
        const alerts = yield* BalanceAlerts
        assert.deepStrictEqual(yield* alerts.evaluate, { lowBalance: 0, runOut: 0, expired: 1 })
        const [mail] = yield* newMails
        assert.strictEqual(mail?.subject, "Heddle: 1,030 credits expired")
        assert.include(mail?.text, "1,000 (plan) on")
        assert.include(mail?.text, "30 (from the operator) on")
        assert.include(mail?.text, "Credits left: 0")
        assert.notInclude(mail?.text, "At that rate")
        assert.deepStrictEqual(yield* evaluateTwice, [])
        yield* TestClock.adjust("2 days")
        assert.deepStrictEqual(yield* evaluateTwice, [])
      })
    )

    it.effect("an account without a plan and without a setting gets no low-balance mail", () =>
      Effect.gen(function* () {
        const { id } = yield* accountWith(1_000)
        yield* spend(id, 1)
        const operators = yield* newAccountId
        yield* (yield* Grants).give(operators, { credits: 5 })
        yield* spend(operators, 4)
        assert.deepStrictEqual(yield* evaluateTwice, [])
        yield* spend(operators, 1)
        assert.deepStrictEqual(yield* evaluateTwice, [out])
      })
    )

    it.effect("concurrent evaluations send one mail; one that finds nothing writes nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* accountWith(1_000)
        yield* spend(id, 950)
        // Each has its own memory, like a process.
        const others = yield* Effect.all(Array.from({ length: 4 }, () => Layer.build(Layer.fresh(BalanceAlerts.layer))))
        const all = others.map((context) =>
          Effect.provide(
            BalanceAlerts.use((alerts) => alerts.evaluate),
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
        yield* evaluateTwice
        assert.deepStrictEqual(yield* state, before)
        assert.deepStrictEqual(yield* checkLedger, [])
      })
    )
  })
})
