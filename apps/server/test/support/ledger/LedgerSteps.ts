/** Steps of random histories of the ledger: calls, events, grants, keys and plans. */
import type { AccountId } from "@heddle/api"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { queryHoldMillis } from "../../../src/runtime/CallTimings.ts"
import { type GrantId, newId, type ReservationId } from "../../../src/runtime/Ids.ts"
import { now, plusMillis } from "../../../src/runtime/Time.ts"
import type { ModelGrant, ModelKey } from "./LedgerModel.ts"
import { newAccountId } from "../NewAccount.ts"

export const minute = 60_000
export const keyLimit = 60
export const eventPrice = 7
export const usage = {
  keyId: null,
  requestId: null,
  source: "test",
  apiType: "keywords",
  parameters: { keywords: ["a"] }
}

export const grantStep = fc.record({
  do: fc.constant("grant" as const),
  kind: fc.constantFrom("plan" as const, "top_up" as const, "operator" as const),
  // Round ones are used up by a part of a hold.
  amount: fc.oneof(fc.integer({ min: 1, max: 150 }), fc.constantFrom(10, 20, 30)),
  startsIn: fc.constantFrom(-minute, 0, 0, 0, 2 * minute),
  lasts: fc.constantFrom(1, minute, 2 * minute, 5 * minute, 60 * minute, 60 * minute)
})
const admit = fc.record({
  do: fc.constant("admit" as const),
  amount: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom(20, 40)),
  /** Instead of the amount, exactly what there is, or one credit more. */
  exactly: fc.constantFrom(null, null, null, "the balance" as const, "the limit" as const),
  oneMore: fc.boolean(),
  /** The account's login, one of its keys, or a key that it does not have. */
  by: fc.constantFrom("login" as const, 0, 0, 1, 2, "newest" as const, "newest" as const, "foreign" as const),
  needsPlan: fc.boolean()
})
const settle = fc.record({
  do: fc.constant("settle" as const),
  hold: fc.nat(9),
  // Not a double, of which nearly all are almost 0.
  part: fc.integer({ min: 0, max: 5 }).map((quarters) => quarters / 4)
})
const release = fc.record({ do: fc.constant("release" as const), hold: fc.nat(9) })
const record = fc.record({ do: fc.constant("record" as const), ofOther: fc.boolean() })
const command = fc.oneof(
  { weight: 6, arbitrary: admit },
  { weight: 6, arbitrary: settle },
  { weight: 2, arbitrary: release },
  { weight: 1, arbitrary: record }
)

export const step = fc.oneof(
  { weight: 3, arbitrary: grantStep },
  {
    weight: 14,
    // Those that arrive together share a statement.
    arbitrary: fc.record({
      do: fc.constant("calls" as const),
      commands: fc.oneof(
        fc.array(command, { minLength: 1, maxLength: 1 }),
        fc.array(command, { minLength: 2, maxLength: 6, size: "max" })
      )
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      holds: fc.array(fc.nat(9), { minLength: 1, maxLength: 3 })
    })
  },
  {
    weight: 1,
    // The clock of the process that revokes may be ahead.
    arbitrary: fc.record({ do: fc.constant("revoke" as const), grant: fc.nat(5), in: fc.constantFrom(0, 0, minute) })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      millis: fc.constantFrom(1, minute - 1, minute, queryHoldMillis - 1, queryHoldMillis, queryHoldMillis)
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("events" as const), count: fc.integer({ min: 1, max: 4 }) })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("sent" as const),
      holds: fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }),
      isCharged: fc.boolean()
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("key" as const),
      key: fc.nat(3),
      change: fc.constantFrom("revoke", "rotate", "limit", "no limit", "expire")
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("plan" as const),
      plan: fc.constantFrom("lite" as const, "premium" as const),
      startsIn: fc.constantFrom(0, 0, 1, minute),
      lasts: fc.constantFrom(1, minute, 2 * minute, 60 * minute)
    })
  }
)
export type LedgerStep = typeof step extends fc.Arbitrary<infer S> ? S : never
export type LedgerCommand = typeof command extends fc.Arbitrary<infer C> ? C : never
export type GrantStep = typeof grantStep extends fc.Arbitrary<infer G> ? G : never

/** Whatever the number, one of these, if there is any. */
export const pick = <A>(items: ReadonlyArray<A>, number: number): A | undefined => items[number % items.length]

/** An account with three keys: one has a monthly limit, one is in force for two minutes. */
export const newAccount = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const id = yield* newAccountId
  const expiresAt = plusMillis(yield* now, 2 * minute)
  const make = Effect.fnUntraced(function* (name: string, limit: number, expiresAt: Date | null) {
    const key = { name, expiresAt, creditLimit: limit === Infinity ? null : limit }
    const made = yield* keys.create(id, key)
    return { id: made.id, name, limit, budget: made.id, expiresAt: expiresAt?.getTime() ?? Infinity, isRevoked: false }
  })
  const made: ReadonlyArray<ModelKey> = [
    yield* make("limited", keyLimit, null),
    yield* make("free", Infinity, null),
    yield* make("brief", Infinity, expiresAt)
  ]
  return { id, keys: made }
})

export const give = Effect.fnUntraced(function* (accountId: AccountId, { kind, amount, startsIn, lasts }: GrantStep) {
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

export const revoke = Effect.fnUntraced(function* (accountId: AccountId, grantId: GrantId, inMillis: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE credit_grants SET revoked_at = ${plusMillis(yield* now, inMillis)}
    WHERE account_id = ${accountId} AND id = ${grantId} AND revoked_at IS NULL`
})

export const refund = Effect.fnUntraced(function* (charges: ReadonlyArray<{ account: AccountId; id: ReservationId }>) {
  const ledger = yield* Ledger
  const sql = yield* SqlClient.SqlClient
  const refunds = charges.map(({ account, id }) => ({ accountId: account, chargeId: id, usage }))
  yield* Effect.orDie(sql.withTransaction(ledger.refundEach(refunds)))
})

/** Holds credits for new events; those of them for which the credits sufficed. */
export const holdEvents = Effect.fnUntraced(function* (accountId: AccountId, count: number) {
  const ledger = yield* Ledger
  const sql = yield* SqlClient.SqlClient
  const ids = yield* Effect.forEach(Array.from({ length: count }), () => newId("evt"))
  const holds = ids.map((holdId) => ({ accountId, holdId }))
  const made = yield* Effect.orDie(sql.withTransaction(ledger.holdEach(holds, eventPrice)))
  return { ids, made: ids.filter((id) => made.has(id)) }
})

/** Charges the holds of events in full, or returns them. */
export const endEvents = Effect.fnUntraced(function* (
  holds: ReadonlyArray<{ account: AccountId; id: ReservationId }>,
  isCharged: boolean
) {
  const ledger = yield* Ledger
  const sql = yield* SqlClient.SqlClient
  const ended = holds.map(({ account, id }) => ({ accountId: account, holdId: id }))
  const charges = ended.map((hold) => ({ ...hold, cost: eventPrice, usage }))
  yield* Effect.orDie(sql.withTransaction(isCharged ? ledger.settleEach(charges) : ledger.releaseEach(ended)))
})

/** What calls and events hold now, of which grants. */
export const openHolds = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ id: string; grants: ReadonlyArray<string>; amounts: ReadonlyArray<number> }>`
    SELECT id, grants, amounts FROM credit_holds WHERE account_id = ${accountId} ORDER BY id COLLATE "C"`
})

/** What became of the grants, and the entries, without those that cost nothing from the start. */
export const stored = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const grants = yield* sql<{ id: string; spent: number; held: number }>`
    SELECT id, spent, held FROM credit_grants WHERE account_id = ${accountId} ORDER BY id COLLATE "C"`
  const entries = yield* sql<{
    cost: number
    grants: ReadonlyArray<string>
    amounts: ReadonlyArray<number>
    refundOf: string | null
  }>`
    SELECT cost, grants, amounts, parameters ->> 'refund_of' AS refund_of FROM usage_entries
    WHERE account_id = ${accountId} AND source <> 'free' ORDER BY time, id`
  return { grants, entries }
})
