/**
 * Random histories of holds, settlements, releases, refunds, grants, expiries, revocations and monthly limits: one command
 * after the other the ledger does what a naive one does; all at once it never overspends and always adds up.
 */
import type { AccountId, KeyId } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { queryHoldMillis } from "../../../src/runtime/CallTimings.ts"
import { checkAccounts, checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { type GrantId, HoldId, newId, type ReservationId } from "../../../src/runtime/Ids.ts"
import { now } from "../../../src/runtime/Time.ts"
import { LedgerModel, type ModelGrant } from "../../support/LedgerModel.ts"

const usage = { keyId: null, requestId: null, source: "test", apiType: "keywords", parameters: { keywords: ["a"] } }
const minute = 60_000

const kind = fc.constantFrom("plan" as const, "top_up" as const, "operator" as const)
const grantStep = fc.record({
  do: fc.constant("grant" as const),
  kind,
  amount: fc.integer({ min: 1, max: 150 }),
  startsIn: fc.constantFrom(-minute, 0, 0, 0, 2 * minute),
  lasts: fc.constantFrom(1, minute, 2 * minute, 5 * minute, 60 * minute, 60 * minute)
})
const holdStep = fc.record({
  do: fc.constant("hold" as const),
  amount: fc.integer({ min: 1, max: 50 }),
  key: fc.constantFrom(null, null, 0, 1)
})
const settleStep = fc.record({
  do: fc.constant("settle" as const),
  hold: fc.nat(9),
  // Not a double, of which nearly all are almost 0.
  part: fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4)
})
const releaseStep = fc.record({ do: fc.constant("release" as const), hold: fc.nat(9) })
const refundStep = fc.record({
  do: fc.constant("refund" as const),
  holds: fc.array(fc.nat(9), { minLength: 1, maxLength: 3 })
})
const revokeStep = fc.record({ do: fc.constant("revoke" as const), grant: fc.nat(5) })
const waitStep = fc.record({
  do: fc.constant("wait" as const),
  millis: fc.constantFrom(1, minute - 1, minute, queryHoldMillis - 1, queryHoldMillis)
})
const webhookStep = fc.record({ do: fc.constant("webhook" as const), events: fc.integer({ min: 1, max: 4 }) })
const step = fc.oneof(
  { weight: 3, arbitrary: grantStep },
  { weight: 6, arbitrary: holdStep },
  { weight: 6, arbitrary: settleStep },
  { weight: 2, arbitrary: releaseStep },
  { weight: 4, arbitrary: refundStep },
  { weight: 1, arbitrary: revokeStep },
  { weight: 2, arbitrary: waitStep },
  { weight: 1, arbitrary: webhookStep }
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Without credits to begin with, most histories would be a row of refusals. */
const withCredits = (steps: fc.Arbitrary<Array<Step>>) =>
  fc
    .tuple(grantStep, steps)
    .map(([grant, rest]): Array<Step> => [{ ...grant, amount: 200, startsIn: 0, lasts: 60 * minute }, ...rest])

/** Whatever the number, one of these, if there is any. */
const pick = <A>(items: ReadonlyArray<A>, number: number): A | undefined => items[number % items.length]

const eventPrice = 7
const keyLimit = 60

/** An account with two keys, one of which has a monthly limit. */
const newAccount = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const { id } = yield* (yield* Accounts).create(`${yield* newId("acct")}@example.com`)
  const limited = yield* keys.create(id, { name: "limited", creditLimit: keyLimit })
  const free = yield* keys.create(id, { name: "free" })
  return { id, keys: [limited.id, free.id] }
})

const give = Effect.fnUntraced(function* (
  accountId: AccountId,
  { kind, amount, startsIn, lasts }: typeof grantStep extends fc.Arbitrary<infer G> ? G : never
) {
  const sql = yield* SqlClient.SqlClient
  const at = yield* Clock.currentTimeMillis
  const grant: ModelGrant = {
    id: yield* newId("grant"),
    kind,
    amount,
    effectiveAt: at + startsIn,
    expiresAt: at + startsIn + lasts,
    revokedAt: Infinity,
    spent: 0,
    held: 0
  }
  yield* sql`
    INSERT INTO credit_grants (account_id, id, kind, amount, effective_at, expires_at, created_at)
    VALUES (${accountId}, ${grant.id}, ${kind}, ${amount}, ${new Date(grant.effectiveAt)},
      ${new Date(grant.expiresAt)}, ${new Date(at)})`
  return grant
})

const revoke = Effect.fnUntraced(function* (accountId: AccountId, grantId: GrantId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE credit_grants SET revoked_at = ${yield* now}
    WHERE account_id = ${accountId} AND id = ${grantId} AND revoked_at IS NULL`
})

const stored = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const grants = yield* sql<{ id: string; spent: number; held: number }>`
    SELECT id, spent, held FROM credit_grants WHERE account_id = ${accountId} ORDER BY id`
  const entries = yield* sql<{
    cost: number
    grants: ReadonlyArray<string>
    amounts: ReadonlyArray<number>
    refundOf: string | null
  }>`
    SELECT cost, grants, amounts, parameters ->> 'refund_of' AS refund_of FROM usage_entries WHERE account_id = ${accountId} ORDER BY time, id`
  return { grants, entries }
})

/** Slices of a list of credits in which the credits of a grant stand together. */
const slicesOf = ({ cost, credits }: { readonly cost: number; readonly credits: ReadonlyArray<string> }) => {
  const grants = [...new Set(credits)]
  const sign = cost < 0 ? -1 : 1
  return { grants, amounts: grants.map((id) => sign * credits.filter((credit) => credit === id).length) }
}

const refund = Effect.fnUntraced(function* (charges: ReadonlyArray<{ account: AccountId; id: ReservationId }>) {
  const ledger = yield* Ledger
  const sql = yield* SqlClient.SqlClient
  const refunds = charges.map(({ account, id }) => ({ accountId: account, chargeId: id, usage }))
  yield* Effect.orDie(sql.withTransaction(ledger.refundEach(refunds)))
})

const inTurn = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const ledger = yield* Ledger
  const sql = yield* SqlClient.SqlClient
  const account = yield* newAccount
  const model = new LedgerModel()
  model.limits.set(account.keys[0] ?? "", keyLimit)
  const holds: Array<{ id: ReservationId; amount: number; key: KeyId | null }> = []
  for (const one of steps) {
    const at = yield* Clock.currentTimeMillis
    switch (one.do) {
      case "grant":
        model.grants.push(yield* give(account.id, one))
        break
      case "revoke": {
        const grant = pick(model.grants, one.grant)
        if (grant === undefined) break
        yield* revoke(account.id, grant.id)
        grant.revokedAt = Math.min(grant.revokedAt, at)
        break
      }
      case "wait":
        yield* TestClock.adjust(one.millis)
        break
      case "hold": {
        const key = one.key === null ? null : (account.keys[one.key] ?? null)
        const made = yield* Effect.result(ledger.hold(account.id, one.amount, key))
        const id = made._tag === "Success" ? made.success.holdId : HoldId.make("none")
        const expected = model.hold(id, one.amount, at, at + queryHoldMillis, key)
        if (made._tag === "Success") {
          assert.strictEqual("made", expected)
          holds.push({ id, amount: one.amount, key })
        } else {
          assert.strictEqual(
            made.failure._tag === "InsufficientCredits" ? "balance too low" : "key limit reached",
            expected
          )
          assert.strictEqual(made.failure.required, one.amount)
          if (made.failure._tag === "InsufficientCredits")
            assert.strictEqual(made.failure.available, model.available(at))
          assert.isBelow(made.failure.available, one.amount)
        }
        break
      }
      case "settle": {
        const hold = pick(holds, one.hold)
        if (hold === undefined) break
        const cost = Math.round(one.part * hold.amount)
        const settled = yield* Effect.result(
          ledger.settle(account.id, { holdId: hold.id, cost, usage: { ...usage, keyId: hold.key } })
        )
        assert.strictEqual(settled._tag === "Success", model.settle(hold.id, cost, at))
        if (settled._tag === "Success") assert.strictEqual(settled.success.remaining, model.available(at))
        break
      }
      case "release": {
        const hold = pick(holds, one.hold)
        if (hold === undefined) break
        yield* ledger.release(account.id, hold.id)
        model.release(hold.id, at)
        break
      }
      case "refund": {
        const charges = one.holds.flatMap((index) => pick(holds, index) ?? [])
        yield* refund(charges.map(({ id }) => ({ account: account.id, id })))
        for (const { id } of charges) model.refund(id)
        break
      }
      case "webhook": {
        const ids = yield* Effect.forEach(Array.from({ length: one.events }), () => newId("evt"))
        const made = yield* Effect.orDie(
          sql.withTransaction(
            ledger.holdEach(
              ids.map((holdId) => ({ accountId: account.id, holdId })),
              eventPrice
            )
          )
        )
        const expected = ids.filter((id) => model.hold(id, eventPrice, at, Infinity, null) === "made")
        assert.deepStrictEqual([...made], expected)
        holds.push(...expected.map((id) => ({ id, amount: eventPrice, key: null })))
      }
    }
    const time = yield* Clock.currentTimeMillis
    assert.strictEqual(yield* ledger.available(account.id), model.available(time))
    assert.deepStrictEqual(yield* checkAccounts([account.id]), [])
  }
  const { grants, entries } = yield* stored(account.id)
  assert.deepStrictEqual(
    grants,
    model.grants.map(({ id, spent, held }) => ({ id, spent, held })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  )
  assert.sameDeepMembers(
    entries.map(({ cost, grants, amounts }) => ({ cost, grants, amounts })),
    model.entries.map((entry) => ({ cost: entry.cost, ...slicesOf(entry) }))
  )
})

/** All steps of a group at once, on two accounts; the only order is that of the groups. */
const atOnce = Effect.fnUntraced(function* (groups: ReadonlyArray<ReadonlyArray<Step & { readonly on: number }>>) {
  const ledger = yield* Ledger
  const sql = yield* SqlClient.SqlClient
  const accounts = [yield* newAccount, yield* newAccount]
  const open: Array<{ account: AccountId; id: ReservationId; amount: number; key: KeyId | null }> = []
  const grants: Array<{ account: AccountId; id: GrantId; amount: number }> = []
  const charged = new Map<string, number>()
  /** Refunded when they had certainly been charged. */
  const refunded = new Set<string>()

  const run = Effect.fnUntraced(function* (one: Step & { readonly on: number }) {
    const account = accounts[one.on]
    if (account === undefined) return
    switch (one.do) {
      case "grant":
        grants.push({ account: account.id, ...(yield* give(account.id, one)) })
        break
      case "revoke": {
        const grant = pick(grants, one.grant)
        if (grant !== undefined) yield* revoke(grant.account, grant.id)
        break
      }
      case "wait":
        break
      case "hold": {
        const key = one.key === null ? null : (account.keys[one.key] ?? null)
        const made = yield* Effect.option(ledger.hold(account.id, one.amount, key))
        if (made._tag === "Some") open.push({ account: account.id, id: made.value.holdId, amount: one.amount, key })
        break
      }
      case "settle": {
        const hold = pick(open, one.hold)
        if (hold === undefined) break
        const cost = Math.round(one.part * hold.amount)
        const settled = yield* Effect.option(
          ledger.settle(hold.account, { holdId: hold.id, cost, usage: { ...usage, keyId: hold.key } })
        )
        // Once only, however many try.
        if (settled._tag === "None") break
        assert.isFalse(charged.has(hold.id))
        charged.set(hold.id, cost)
        assert.isAtLeast(settled.value.remaining, 0)
        break
      }
      case "release": {
        const hold = pick(open, one.hold)
        if (hold !== undefined) yield* ledger.release(hold.account, hold.id)
        break
      }
      case "refund": {
        const charges = one.holds.flatMap((index) => pick(open, index) ?? [])
        for (const { id } of charges) if (charged.has(id)) refunded.add(id)
        yield* refund(charges)
        break
      }
      case "webhook": {
        const ids = yield* Effect.forEach(Array.from({ length: one.events }), () => newId("evt"))
        const made = yield* Effect.orDie(
          sql.withTransaction(
            ledger.holdEach(
              ids.map((holdId) => ({ accountId: account.id, holdId })),
              eventPrice
            )
          )
        )
        open.push(...[...made].map((id) => ({ account: account.id, id, amount: eventPrice, key: null })))
      }
    }
  })

  for (const group of groups) {
    yield* Effect.forEach(group, run, { concurrency: "unbounded", discard: true })
    yield* TestClock.adjust(group.reduce((sum, one) => sum + (one.do === "wait" ? one.millis : 0), 0))
    for (const { id } of accounts) assert.isAtLeast(yield* ledger.available(id), 0)
    assert.deepStrictEqual(yield* checkAccounts(accounts.map(({ id }) => id)), [])
  }
  for (const { id } of accounts) {
    const { entries } = yield* stored(id)
    const mine = open.filter(({ account }) => account === id)
    const paid = mine.reduce((sum, hold) => sum + (charged.get(hold.id) ?? 0), 0)
    assert.strictEqual(
      entries.reduce((sum, { cost }) => sum + Math.max(0, cost), 0),
      paid
    )
    // A refund that runs at the same time as the settlement may find nothing to refund.
    const returned = new Set(entries.flatMap(({ cost, refundOf }) => (cost < 0 ? [refundOf] : [])))
    assert.lengthOf(
      entries.filter(({ cost }) => cost < 0),
      returned.size
    )
    for (const { id } of mine) {
      if (refunded.has(id) && charged.get(id) !== 0) assert.isTrue(returned.has(id.replace(/^[a-z]+/, "use")))
    }
    const given = grants.filter(({ account }) => account === id).reduce((sum, { amount }) => sum + amount, 0)
    assert.isAtMost(
      entries.reduce((sum, { cost }) => sum + cost, 0),
      given
    )
  }
})

onAnyDatabase("Random histories of the ledger", (_name, database) => {
  const Live = Layer.mergeAll(Ledger.layer, Accounts.layer, ApiKeys.layer).pipe(Layer.provideMerge(database))

  layer(Live, { timeout: "60 seconds" })((it) => {
    const check = <A>(
      few: number,
      arbitrary: fc.Arbitrary<A>,
      property: (value: A) => Effect.Effect<void, never, Ledger | Accounts | ApiKeys | SqlClient.SqlClient>
    ) =>
      Effect.gen(function* () {
        // Not in the first hour of time, where deadlines and grants would begin before it.
        yield* TestClock.adjust("100 hours")
        const context = yield* Effect.context<Ledger | Accounts | ApiKeys | SqlClient.SqlClient>()
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(arbitrary, (value) => Effect.runPromiseWith(context)(property(value))),
            { numRuns: runs(few) }
          )
        )
        assert.deepStrictEqual(yield* checkLedger, [])
      })

    it.effect(
      "sequentially, it behaves like a naive ledger",
      () =>
        check(40, withCredits(fc.array(step, { minLength: 8, maxLength: 40, size: "max" })), (steps) =>
          Effect.orDie(inTurn(steps))
        ),
      3_600_000
    )

    it.effect(
      "concurrently, it never overspends, never charges twice and always adds up",
      () =>
        check(
          40,
          fc.array(
            fc.array(
              fc.tuple(step, fc.nat(1)).map(([one, on]) => ({ ...one, on })),
              { minLength: 1, maxLength: 12, size: "max" }
            ),
            { minLength: 2, maxLength: 6, size: "max" }
          ),
          (groups) => Effect.orDie(atOnce(groups))
        ),
      3_600_000
    )
  })
})
