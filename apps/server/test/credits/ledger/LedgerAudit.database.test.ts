/** The periodic check of the ledger: its faults, its mails, and that one of several processes runs it. */
import type { AccountId } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Deferred, Effect, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabase, onPostgres } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkAccounts, checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { reportLedger } from "../../../src/credits/ledger/LedgerReport.ts"
import { LedgerAudit } from "../../../src/credits/ledger/LedgerAudit.ts"
import { UsageRetention } from "../../../src/credits/usage/UsageRetention.ts"
import { MailQueue } from "../../../src/mail/MailQueue.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { admit, spend } from "../../support/ledger/LedgerCalls.ts"
import { untilWaiting } from "../../support/LockWaits.ts"
import { Mailbox, newMails } from "../../support/Mailbox.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const hour = 3_600_000
const usage = { keyId: null, requestId: null, source: "test", apiType: "keywords", parameters: {} }

const makeAccount = Effect.gen(function* () {
  const ledger = yield* Ledger
  const id = yield* newAccountId
  yield* (yield* Grants).give(id, { credits: 100 })
  const { holdId } = yield* admit(id, 60)
  yield* ledger.settle(id, { holdId, cost: 25, usage })
  return id
})

/** As a bug would: the cache of what an account spent is off by this much. */
const distort = Effect.fnUntraced(function* (accountId: AccountId, by: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE credit_grants SET spent = spent + ${by} WHERE account_id = ${accountId}`
})

/** Runs the due check; the subjects of the mails it made. */
const checkAndRead = Effect.gen(function* () {
  const watch = yield* LedgerAudit
  yield* TestClock.adjust(hour)
  assert.isTrue(yield* watch.check(hour))
  return (yield* newMails).map(({ to, subject }) => `${to}: ${subject}`)
})

onAnyDatabase("LedgerWatch", (_name, database) => {
  const Live = LedgerAudit.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(Ledger.layer, Grants.layer, Accounts.layer, MailQueue.layer, Mailbox.layer, Settings.layer)
    ),
    Layer.provideMerge(database),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_OPERATOR_MAIL: "ops@example.com" })))
  )

  layer(Live, { timeout: "60 seconds" })((it) => {
    it.effect("counts the same rows page by page as in one statement", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const watch = yield* LedgerAudit
        assert.isTrue(Option.isNone(yield* watch.last))
        yield* Effect.forEach(Array.from({ length: 5 }), () => makeAccount, { discard: true })
        // More than two pages; they need no ledger of their own.
        yield* sql`
          INSERT INTO accounts (id, email, created_at)
          SELECT 'acct_' || n, n || '@example.com', ${new Date(0)} FROM generate_series(1, 450) AS n`
        const report = yield* reportLedger
        assert.deepInclude(report, { accounts: 455, grants: 5, entries: 5, faults: [] })
        assert.isTrue(yield* watch.check(hour))
        const last = Option.getOrUndefined(yield* watch.last)
        assert.deepInclude(last, { accounts: 455, faults: 0 })
        assert.deepStrictEqual(yield* newMails, [])
      })
    )

    it.effect("a page finds the faults of its accounts; all pages together find those of one statement", () =>
      Effect.gen(function* () {
        const [sound, broken] = [yield* makeAccount, yield* makeAccount]
        yield* distort(broken, 3)
        assert.deepStrictEqual(yield* checkAccounts([sound]), [])
        const faults = yield* checkAccounts([sound, broken])
        assert.deepStrictEqual(
          faults.map(({ accountId, cached, derived }) => [accountId, cached - derived]),
          [
            [broken, 3],
            [broken, -3]
          ]
        )
        assert.deepStrictEqual(yield* checkLedger, faults)
        assert.deepStrictEqual((yield* reportLedger).faults, faults)
        yield* distort(broken, -3)
      })
    )

    it.effect("the operator gets one mail when faults change and one when they are resolved", () =>
      Effect.gen(function* () {
        const watch = yield* LedgerAudit
        const [first, second] = [yield* makeAccount, yield* makeAccount]
        yield* distort(first, 3)
        assert.deepStrictEqual(yield* checkAndRead, ["ops@example.com: Heddle: 2 faults in the credit ledger"])
        assert.strictEqual(Option.getOrUndefined(yield* watch.last)?.faults, 2)
        // The account goes on; its fault stays the same fault.
        yield* spend(first, 10)
        assert.deepStrictEqual(yield* checkAndRead, [])
        yield* distort(second, 1)
        assert.deepStrictEqual(yield* checkAndRead, ["ops@example.com: Heddle: 4 faults in the credit ledger"])
        yield* distort(first, -3)
        yield* distort(second, -1)
        assert.deepStrictEqual(yield* checkAndRead, ["ops@example.com: Heddle: the credit ledger is correct again"])
        assert.deepStrictEqual(yield* checkAndRead, [])
        assert.strictEqual(Option.getOrUndefined(yield* watch.last)?.faults, 0)
      })
    )

    it.effect("one of several processes checks each hour", () =>
      Effect.gen(function* () {
        const watch = yield* LedgerAudit
        yield* TestClock.adjust(hour)
        const all = Effect.all(
          Array.from({ length: 6 }, () => watch.check(hour)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual((yield* all).filter((checked) => checked).length, 1)
        yield* TestClock.adjust(hour - 1)
        assert.strictEqual((yield* all).filter((checked) => checked).length, 0)
        yield* TestClock.adjust(1)
        assert.strictEqual((yield* all).filter((checked) => checked).length, 1)
      })
    )

    it.effect("another process takes over the check of a crashed one within minutes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const watch = yield* LedgerAudit
        yield* TestClock.adjust(hour)
        const time = yield* TestClock.testClockWith((clock) => clock.currentTimeMillis)
        // What a process leaves behind that was killed right after it began.
        yield* sql`
          UPDATE ledger_checks SET started_at = ${new Date(time)}, lease_ends_at = ${new Date(time + 300_000)}`
        yield* TestClock.adjust("299 seconds")
        assert.isFalse(yield* watch.check(hour))
        yield* TestClock.adjust("1 second")
        assert.isTrue(yield* watch.check(hour))
        assert.isFalse(yield* watch.check(hour))
      })
    )
  })
})

onPostgres("A check of the ledger", ({ layer: database }) => {
  const Live = UsageRetention.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Ledger.layer, Grants.layer, Accounts.layer)),
    Layer.provide(Settings.layer),
    Layer.provideMerge(database)
  )

  layer(Live, { timeout: "60 seconds" })((it) => {
    it.effect("finds no fault in entries that move to their partition while it reads", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // Partitions go by ids, whose time is not that of the test clock.
        yield* TestClock.setTime(Date.now())
        yield* makeAccount
        const [moved, seen] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const move = UsageRetention.use(({ run }) => run).pipe(
          Effect.andThen(Deferred.succeed(moved, undefined)),
          Effect.andThen(Deferred.await(seen)),
          (moving) => sql.withTransaction(moving)
        )
        const moving = yield* Effect.forkChild(move)
        yield* Deferred.await(moved)
        const checking = yield* Effect.forkChild(reportLedger)
        yield* TestClock.withLive(untilWaiting(1))
        yield* Deferred.succeed(seen, undefined)
        yield* Fiber.join(moving)
        assert.deepInclude(yield* Fiber.join(checking), { accounts: 1, faults: [] })
      })
    )
  })
})
