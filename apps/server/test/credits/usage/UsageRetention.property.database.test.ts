/**
 * However a history of charges goes on, and whenever old entries are rolled up meanwhile, twice at once or cut off in
 * the middle, every sum stays the same and the ledger's equation holds.
 */
import { type AccountId, KeyId } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { decodeTime } from "ulid"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { Ledger, type Refund } from "../../../src/credits/ledger/Ledger.ts"
import { checkAccounts } from "../../../src/credits/ledger/LedgerCheck.ts"
import { UsageRetention } from "../../../src/credits/usage/UsageRetention.ts"
import { listed } from "../../../src/database/client/Recordset.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { dayMillis, now, plusMillis } from "../../../src/runtime/Time.ts"
import { admit } from "../../support/ledger/LedgerCalls.ts"
import { withTime } from "../../support/Clocks.ts"
import { forEvery } from "../../support/Property.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("charge" as const),
      on: fc.nat(1),
      key: fc.nat(2),
      type: fc.constantFrom("keywords", "user"),
      source: fc.constantFrom("shop", "till"),
      cost: fc.integer({ min: 0, max: 90 })
    })
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("refund" as const), charge: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("many" as const), on: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("wait" as const), days: fc.constantFrom(0.01, 0.4, 1, 17, 31, 90) })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("roll up" as const), turns: fc.constantFrom(0, 3, 20, 200) }) }
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What the product reads from entries: everything but single calls. */
const sumsOf = Effect.fnUntraced(function* (accountIds: ReadonlyArray<AccountId>) {
  const sql = yield* SqlClient.SqlClient
  const within = sql`account_id IN ${listed(accountIds)}`
  return {
    days: yield* sql`
      SELECT account_id, date_trunc('day', time, 'UTC') AS day, key_id, source, api_type, sum(cost)::bigint AS cost,
        sum(CASE
          WHEN parameters ->> 'refund_of' IS NULL THEN coalesce((parameters ->> 'calls')::bigint, 1) ELSE 0
        END)::bigint AS calls
      FROM usage_entries WHERE ${within} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    grants: yield* sql`
      SELECT e.account_id, date_trunc('day', e.time, 'UTC') AS day, e.key_id, e.api_type, s.grant_id,
        sum(s.amount)::bigint AS spent
      FROM usage_entries e, unnest(e.grants, e.amounts) AS s (grant_id, amount)
      WHERE ${within} GROUP BY 1, 2, 3, 4, 5 HAVING sum(s.amount) <> 0 ORDER BY 1, 2, 3, 4, 5`
  }
})

const newAccount = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* ApiKeys
  const id = yield* newAccountId
  const made = yield* Effect.forEach(["a", "b"], (name) => keys.create(id, { name }))
  const time = yield* now
  // Small ones, so that a charge takes slices of several.
  for (const amount of [40, 60, 100_000]) {
    yield* sql`
      INSERT INTO credit_grants (account_id, id, kind, amount, effective_at, expires_at, created_at)
      VALUES (${id}, ${yield* newId("grant")}, 'operator', ${amount}, ${time}, ${plusMillis(time, 9_000 * dayMillis)},
        ${time})`
  }
  return { id, keys: [KeyId.make(made[0]?.id ?? ""), KeyId.make(made[1]?.id ?? ""), null] }
})

/** More entries in a day than are rolled up in one statement. */
const addMany = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* newId("use")
  yield* sql`
    INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
    SELECT ${accountId}, ${id.slice(0, -4)} || lpad(n::text, 4, '0'), ${yield* now}, 0, 'shop', 'balance', '{}', '{}', '{}'
    FROM generate_series(1, 5500) AS n ON CONFLICT DO NOTHING`
})

/** Never goes back, because ids made within a process always rise. */
let ahead = 0

/** Other files of this process may have made ids of a later time than the clock's. */
const catchUpWithIds = Effect.gen(function* () {
  const id = yield* newId("use")
  ahead += Math.max(0, decodeTime(id.slice("use_".length)) - (yield* now).getTime())
})

const history = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const sql = yield* SqlClient.SqlClient
  const ledger = yield* Ledger
  const retention = yield* UsageRetention
  yield* catchUpWithIds
  const accounts = [yield* newAccount, yield* newAccount]
  const ids = accounts.map(({ id }) => id)
  const charges: Array<Refund> = []
  const rollUp = Effect.fnUntraced(function* (turns: number) {
    const before = yield* sumsOf(ids)
    const both = yield* Effect.forkChild(Effect.all([retention.run, retention.run], { concurrency: "unbounded" }))
    for (let turn = 0; turn < turns; turn += 1) yield* Effect.yieldNow
    if (turns > 0) yield* Fiber.interrupt(both)
    else yield* Fiber.join(both)
    assert.deepStrictEqual(yield* sumsOf(ids), before)
  })
  for (const one of steps) {
    switch (one.do) {
      case "charge": {
        const account = accounts[one.on]
        if (account === undefined) break
        const keyId = account.keys[one.key] ?? null
        const { holdId } = yield* admit(account.id, 90, keyId)
        const usage = { keyId, requestId: null, source: one.source, apiType: one.type, parameters: { n: 1 } }
        yield* ledger.settle(account.id, { holdId, cost: one.cost, usage })
        charges.push({ accountId: account.id, chargeId: holdId, usage })
        break
      }
      case "refund": {
        const charge = charges[one.charge]
        if (charge !== undefined) yield* Effect.orDie(sql.withTransaction(ledger.refundEach([charge])))
        break
      }
      case "many":
        yield* addMany(accounts[one.on]?.id ?? "")
        break
      case "wait":
        ahead += one.days * dayMillis
        break
      case "roll up":
        yield* rollUp(one.turns)
    }
  }
  ahead += 430 * dayMillis
  yield* rollUp(0)
  assert.deepStrictEqual(yield* checkAccounts(ids), [])
  const left = yield* sql`SELECT id FROM usage_entries WHERE account_id IN ${listed(ids)} AND id NOT LIKE 'use_day_%'`
  assert.deepStrictEqual(left, [])
})

onAnyDatabase("Usage entries past retention", (_name, database) => {
  const Live = Layer.mergeAll(Ledger.layer, Accounts.layer, ApiKeys.layer, UsageRetention.layer).pipe(
    Layer.provide(Settings.layer),
    Layer.provideMerge(database)
  )

  layer(Live, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect(
      "are rolled up by day with every sum as it was",
      () =>
        forEvery(fc.array(step, { minLength: 5, maxLength: 30 }), 24, (steps) =>
          withTime(history(steps), (live) => live + Math.floor(ahead))
        ),
      3_600_000
    )
  })
})
