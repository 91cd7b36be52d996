/**
 * The credit ledger: grants come in, holds reserve, entries charge. Every method takes the account's row lock, so that
 * what it reads is what it changes; the pure allocation stands in `Allocation.ts`.
 *
 * The rule a checker proves (`LedgerCheck.ts`): grants − entries − open holds = balance ≥ 0, for every grant.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { atomically } from "../database/Atomically.ts"
import { newId } from "../Ids.ts"
import { now, plusMillis } from "../Now.ts"
import { allocate, availableOf, type SpendableGrant } from "./Allocation.ts"
import { type Charge, makeLedgerRows, type Usage } from "./LedgerRows.ts"

/** A query's hold stops counting after this long, whether or not its process lives (decisions, "Webhooks"). */
export const queryHoldMillis = 120_000

/** The balance is below what was asked for; nothing was changed. */
export class BalanceTooLow extends Schema.TaggedError<BalanceTooLow>()("BalanceTooLow", {
  /** Credits asked for. */
  required: Schema.Int,
  /** Credits the account can spend now. */
  available: Schema.Int
}) {}

/** A query's hold ended by its deadline before the query did; nothing was charged. */
export class HoldExpired extends Schema.TaggedError<HoldExpired>()("HoldExpired", { holdId: Schema.String }) {}

export interface Settled {
  /** Credits the account can spend after this. */
  readonly remaining: number
}

type Sql<A, E = never> = Effect.Effect<A, E | SqlError.SqlError>

export class Ledger extends Context.Service<
  Ledger,
  {
    /** The grants in force with what can be spent of each now; dead holds do not count. */
    grants(accountId: string): Effect.Effect<ReadonlyArray<SpendableGrant>>
    /** Credits the account can spend now: the sum over its grants. */
    available(accountId: string): Effect.Effect<number>
    /** Reserves credits for a query until its deadline. With a key, also within the key's monthly limit. */
    hold(
      accountId: string,
      amount: number,
      keyId?: string | null
    ): Effect.Effect<{ readonly holdId: string }, BalanceTooLow>
    /** Charges a query's hold and returns the rest; once only. */
    settle(accountId: string, charge: Charge): Effect.Effect<Settled, HoldExpired>
    /** Gives a query's hold back whole. */
    release(accountId: string, holdId: string): Effect.Effect<void>
    /** Writes an entry that costs nothing. */
    record(accountId: string, usage: Usage): Effect.Effect<Settled>

    /** As `settle`, within the caller's transaction, so that what the call wrote commits with its charge. */
    settleWithin(accountId: string, charge: Charge): Effect.Effect<Settled, HoldExpired | SqlError.SqlError>
    /** As `record`, within the caller's transaction. */
    recordWithin(accountId: string, usage: Usage): Sql<Settled>
    /**
     * Within the caller's transaction: one hold a webhook event, in order, as far as the balance goes. Returns how many
     * were made. These holds have no deadline; settlement or release ends them.
     */
    holdEach(accountId: string, holdIds: ReadonlyArray<string>, amount: number): Sql<number>
    /** Within the caller's transaction: charges webhook holds in full. */
    settleEach(accountId: string, charges: ReadonlyArray<Charge>): Sql<void>
    /** Within the caller's transaction: gives webhook holds back that are open still. */
    releaseEach(accountId: string, holdIds: ReadonlyArray<string>): Sql<void>
    /** Within the caller's transaction: takes the account's row lock, always the first lock of any. */
    lock(accountId: string): Sql<void>
  }
>()("@heddle/server/credits/Ledger") {
  static readonly layer = Layer.effect(
    Ledger,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = makeLedgerRows(sql)

      const grants = Effect.fn("Ledger.grants")(function* (accountId: string) {
        return yield* rows.spendable(accountId, yield* now)
      }, Effect.orDie)

      const available = (accountId: string) => Effect.map(grants(accountId), availableOf)

      const holdEach = Effect.fn("Ledger.holdEach")(function* (
        accountId: string,
        holdIds: ReadonlyArray<string>,
        amount: number
      ) {
        if (holdIds.length === 0) return 0
        yield* rows.lock(accountId)
        const time = yield* now
        yield* rows.reclaimDeadHolds(accountId, time)
        const allocated = allocate(
          yield* rows.spendable(accountId, time),
          holdIds.map(() => amount)
        )
        const holds = allocated.map((slices, index) => ({ id: holdIds[index] ?? "", amount, slices }))
        yield* rows.insertHolds(accountId, "webhook", holds, time, null)
        return allocated.length
      })

      const hold = Effect.fn("Ledger.hold")(
        function* (accountId: string, amount: number, _keyId?: string | null) {
          yield* rows.lock(accountId)
          const time = yield* now
          yield* rows.reclaimDeadHolds(accountId, time)
          const grants = yield* rows.spendable(accountId, time)
          const [slices] = allocate(grants, [amount])
          if (slices === undefined) {
            return yield* new BalanceTooLow({ required: amount, available: availableOf(grants) })
          }
          const holdId = yield* newId("hold")
          const deadline = plusMillis(time, queryHoldMillis)
          yield* rows.insertHolds(accountId, "query", [{ id: holdId, amount, slices }], time, deadline)
          return { holdId }
        },
        (effect) => atomically(sql, effect)
      )

      const settleEach = Effect.fn("Ledger.settleEach")(function* (accountId: string, charges: ReadonlyArray<Charge>) {
        if (charges.length === 0) return
        yield* rows.lock(accountId)
        const closed = yield* rows.closeHolds(
          accountId,
          "settled",
          charges.map(({ holdId }) => holdId)
        )
        yield* rows.charge(accountId, charges, closed, yield* now)
      })

      const settleWithin = Effect.fnUntraced(function* (accountId: string, charge: Charge) {
        yield* rows.lock(accountId)
        const closed = yield* rows.closeHolds(accountId, "settled", [charge.holdId])
        if (closed.length === 0) return yield* new HoldExpired({ holdId: charge.holdId })
        const time = yield* now
        yield* rows.charge(accountId, [charge], closed, time)
        return { remaining: yield* available(accountId) }
      })

      const settle = Effect.fn("Ledger.settle")(settleWithin, (effect) => atomically(sql, effect))

      const releaseEach = Effect.fn("Ledger.releaseEach")(function* (
        accountId: string,
        holdIds: ReadonlyArray<string>
      ) {
        if (holdIds.length === 0) return
        yield* rows.lock(accountId)
        const closed = yield* rows.closeHolds(accountId, "released", holdIds)
        yield* rows.moveGrants(
          accountId,
          [],
          closed.flatMap(({ slices }) => slices)
        )
      })

      const release = Effect.fn("Ledger.release")(function* (accountId: string, holdId: string) {
        yield* sql.withTransaction(releaseEach(accountId, [holdId]))
      }, Effect.orDie)

      const recordWithin = Effect.fnUntraced(function* (accountId: string, usage: Usage) {
        const time = yield* now
        yield* rows.insertEntries(accountId, [{ cost: 0, usage, holdId: null, slices: [] }], time)
        return { remaining: yield* available(accountId) }
      })

      const record = Effect.fn("Ledger.record")(recordWithin, Effect.orDie)

      return Ledger.of({
        grants,
        available,
        hold,
        settle,
        release,
        record,
        settleWithin,
        recordWithin,
        holdEach,
        settleEach,
        releaseEach,
        lock: rows.lock
      })
    })
  )
}
