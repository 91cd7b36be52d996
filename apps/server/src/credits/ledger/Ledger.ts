/**
 * The credit ledger: grants add credits, holds reserve them, usage entries charge them. One database function moves all
 * credits (`LedgerCommands.ts`), under the account's row lock. Concurrent commands share a commit (`LedgerBatches.ts`).
 * Inside a transaction of the caller every method joins it, so that the caller's rows commit with their charge.
 *
 * The invariant, proved by `LedgerCheck.ts`: grants − entries − open holds = balance ≥ 0, for every grant.
 */
import type { AccountId, Caller, KeyId, PlanName } from "@heddle/api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { lockAccount } from "../../accounts/customers/AccountRows.ts"
import { queryHoldMillis } from "../../runtime/CallTimings.ts"
import { listed } from "../../database/client/Recordset.ts"
import { type HoldId, newId, type ProcessId, ReservationId } from "../../runtime/Ids.ts"
import { makeOwed } from "../../runtime/Owed.ts"
import { ProcessLease } from "../../runtime/ProcessLease.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { CallerStates, sourceOf } from "./CallerStates.ts"
import { countCharged, countHeld, countRefused } from "./CreditMetrics.ts"
import { makeBatches, requireResult } from "./LedgerBatches.ts"
import {
  type Charge,
  type Command,
  type Hold,
  makeApply,
  type RejectedHold,
  type UsageDetails
} from "./LedgerCommands.ts"
import { availableOf, type SpendableGrant } from "./SpendableGrant.ts"

/** Holds that are returned at a time when their process is gone. */
const maxAbandoned = 1_000

/** The balance does not cover the hold; nothing was changed. */
export class InsufficientCredits extends Schema.TaggedError<InsufficientCredits>()("InsufficientCredits", {
  /** Credits requested. */
  required: Schema.Int,
  /** Credits the account can spend now. */
  available: Schema.Int
}) {}

/** The key's monthly limit does not cover the hold; nothing was changed. */
export class KeyLimitReached extends Schema.TaggedError<KeyLimitReached>()("KeyLimitReached", {
  /** Credits requested. */
  required: Schema.Int,
  /** Credits this key can spend now: the smaller of its remaining monthly limit and the balance. */
  available: Schema.Int,
  /** Credits the key may spend in a calendar month (UTC). */
  limit: Schema.Int
}) {}

/** The API key is revoked or expired, or there is no such account; nothing was changed. */
export class CallerNotInForce extends Schema.TaggedError<CallerNotInForce>()("CallerNotInForce", {}) {}

/** The account has no plan in force; nothing was changed. */
export class NoPlanInForce extends Schema.TaggedError<NoPlanInForce>()("NoPlanInForce", {}) {}

/** A query's hold reached its deadline before the query was settled; nothing was charged. */
export class HoldExpired extends Schema.TaggedError<HoldExpired>()("HoldExpired", { holdId: ReservationId }) {}

/** An admitted call: its hold, and the caller's key name and plan at that moment. */
export interface Admitted {
  readonly holdId: HoldId
  /** The source of the call's usage entry. */
  readonly source: string
  readonly plan: PlanName | null
}

export type AccountCharge = Charge & { readonly accountId: AccountId }

export interface AccountHold {
  readonly accountId: AccountId
  readonly holdId: ReservationId
}

/** Of a charge in full. */
export interface Refund {
  readonly accountId: AccountId
  /** The hold that was settled. */
  readonly chargeId: ReservationId
  readonly usage: UsageDetails
}

export interface Settled {
  /** Credits the account can spend afterwards. */
  readonly remaining: number
}

export class Ledger extends Context.Service<
  Ledger,
  {
    /** The grants in force, with what can be spent of each now; expired holds do not count. */
    grants(accountId: AccountId): Effect.Effect<ReadonlyArray<SpendableGrant>>
    /** Credits the account can spend now, over all grants. */
    available(accountId: AccountId): Effect.Effect<number>
    /** Those of these accounts that can spend this amount now. */
    canSpend(accountIds: ReadonlyArray<AccountId>, amount: number): Effect.Effect<ReadonlySet<AccountId>>
    /** What a key may still spend in this calendar month (UTC); null for a key without a limit. */
    keyBudget(accountId: AccountId, keyId: KeyId): Effect.Effect<number | null>
    /**
     * Reserves credits for a query until the hold's deadline, with a key also within the key's monthly limit. Verifies the
     * key, and the plan if one is needed, in the same statement.
     */
    admit(
      caller: Caller["Service"],
      amount: number,
      needsPlan: boolean
    ): Effect.Effect<Admitted, CallerNotInForce | NoPlanInForce | InsufficientCredits | KeyLimitReached>
    /** Charges a query's hold and returns the rest. A hold settles once. */
    settle(accountId: AccountId, charge: Charge): Effect.Effect<Settled, HoldExpired>
    /** Returns a hold in full if it is still open. Null when the database is down: done as soon as it answers again. */
    release(accountId: AccountId, holdId: ReservationId): Effect.Effect<Settled | null>
    /** Writes an entry that costs nothing. */
    record(accountId: AccountId, usage: UsageDetails): Effect.Effect<Settled>
    /**
     * Within the caller's transaction, as the two methods below: one hold per webhook event, of any number of accounts, in
     * order, as far as the balance of each account goes. Returns those that were made. These holds have no deadline;
     * settling or releasing ends them.
     */
    holdEach(holds: ReadonlyArray<AccountHold>, amount: number): Effect.Effect<ReadonlySet<ReservationId>>
    /** Charges webhook holds, of any number of accounts. */
    settleEach(charges: ReadonlyArray<AccountCharge>): Effect.Effect<void>
    /** Returns the webhook holds that are still open. */
    releaseEach(holds: ReadonlyArray<AccountHold>): Effect.Effect<void>
    /**
     * Returns what was charged for webhook events, to the grants that paid, with a usage entry of a negative cost. A
     * charge is refunded at most once, and not after its entry was rolled up.
     */
    refundEach(refunds: ReadonlyArray<Refund>): Effect.Effect<void>
    /** Returns the holds of calls whose process is gone. */
    readonly releaseAbandoned: Effect.Effect<void>
    /** Within the caller's transaction: `lockAccount`, with an unknown account as a defect. */
    lock(accountId: AccountId): Effect.Effect<void>
  }
>()("@heddle/server/credits/ledger/Ledger") {
  static readonly layerNoDeps = Layer.effect(
    Ledger,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const apply = makeApply(sql)
      const submit = yield* makeBatches(sql)
      const states = yield* CallerStates
      const process = yield* ProcessLease
      const owe = yield* makeOwed(queryHoldMillis)

      /** Executes in the caller's transaction if there is one, else in a batch with concurrent commands. */
      const execute = Effect.fnUntraced(function* (command: Command) {
        const transaction = yield* Effect.serviceOption(sql.transactionService)
        if (Option.isNone(transaction)) return yield* submit(command)
        const [result] = yield* apply([command], yield* now, true)
        return yield* requireResult(command, result)
      }, Effect.orDie)

      const grants = Effect.fn("Ledger.grants")(function* (accountId: AccountId) {
        return yield* sql<SpendableGrant>`SELECT * FROM spendable_grants(${accountId}, ${yield* now})`
      }, Effect.orDie)

      const available = (accountId: AccountId) => Effect.map(grants(accountId), availableOf)

      const canSpend = Effect.fn("Ledger.canSpend")(function* (accountIds: ReadonlyArray<AccountId>, amount: number) {
        if (accountIds.length === 0) return new Set<AccountId>()
        const rows = yield* sql<{ id: AccountId }>`
          SELECT a.id FROM json_array_elements_text(${JSON.stringify(accountIds)}::json) AS a (id)
          WHERE (SELECT sum(g.available) FROM spendable_grants(a.id, ${yield* now}) g) >= ${amount}`
        return new Set(rows.map(({ id }) => id))
      }, Effect.orDie)

      const keyBudget = Effect.fn("Ledger.keyBudget")(function* (accountId: AccountId, keyId: KeyId) {
        const [row] = yield* sql<{
          left: number | null
        }>`SELECT key_budget(${accountId}, ${keyId}, ${yield* now}) AS left`
        return row?.left ?? null
      }, Effect.orDie)

      const releaseNow = (accountId: AccountId, holdId: ReservationId) =>
        execute({ _tag: "Release", accountId, holdId })

      const release = Effect.fn("Ledger.release")((accountId: AccountId, holdId: ReservationId) =>
        Effect.catchCause(
          Effect.map(releaseNow(accountId, holdId), ({ remaining }) => ({ remaining })),
          () => Effect.as(owe(releaseNow(accountId, holdId)), null)
        )
      )

      /** A hold whose reply was lost may exist without a call that would end it. */
      const executeHold = (command: Hold) =>
        Effect.onError(execute(command), () => owe(releaseNow(command.accountId, command.holdId)))

      /** A connection lost after the commit leaves a hold without a result: the caller is verified separately. */
      const readCaller = Effect.fnUntraced(function* (caller: Caller["Service"], holdId: HoldId) {
        const state = yield* states.read(caller)
        if (Option.isSome(state)) return { holdId, source: state.value.source, plan: state.value.plan }
        yield* release(caller.accountId, holdId)
        return yield* new CallerNotInForce()
      })

      // Untraced, as settle and record: their spans would be 7 % of what a call costs this process.
      const admit = Effect.fnUntraced(function* (caller: Caller["Service"], amount: number, needsPlan: boolean) {
        const holdId = yield* newId("hold")
        const {
          done,
          caller: verified,
          rejection
        } = yield* executeHold({
          _tag: "Hold",
          accountId: caller.accountId,
          holdId,
          amount,
          keyId: caller.keyId,
          process: yield* process.id,
          deadline: plusMillis(yield* now, queryHoldMillis),
          proves: needsPlan ? "plan" : "key"
        })
        if (verified?.inForce === false) return yield* new CallerNotInForce()
        if (needsPlan && verified?.plan === null) return yield* new NoPlanInForce()
        if (!done) return yield* holdError(amount, rejection)
        if (verified === null) return yield* readCaller(caller, holdId)
        return { holdId, source: sourceOf(caller, verified.keyName), plan: verified.plan }
      })

      const settle = Effect.fnUntraced(function* (accountId: AccountId, charge: Charge) {
        const { done, remaining } = yield* execute({ _tag: "Settle", accountId, ...charge })
        if (!done) return yield* new HoldExpired({ holdId: charge.holdId })
        yield* sql.afterCommit(countCharged(charge.usage.apiType, charge.cost))
        return { remaining }
      })

      const record = Effect.fnUntraced(function* (accountId: AccountId, usage: UsageDetails) {
        const { remaining } = yield* execute({ _tag: "Record", accountId, entryId: yield* newId("use"), usage })
        return { remaining }
      })

      const holdEach = Effect.fn("Ledger.holdEach")(function* (holds: ReadonlyArray<AccountHold>, amount: number) {
        const commands = holds.map((hold): Command => ({
          _tag: "Hold",
          ...hold,
          amount,
          keyId: null,
          process: null,
          deadline: null,
          proves: null
        }))
        const results = yield* apply(commands, yield* now, true)
        const made = new Set(holds.filter((_, index) => results[index]?.done === true).map(({ holdId }) => holdId))
        yield* sql.afterCommit(
          Effect.andThen(countHeld(eventKind, made.size * amount), countRefused(eventKind, holds.length - made.size))
        )
        return made
      }, Effect.orDie)

      const settleEach = Effect.fn("Ledger.settleEach")(function* (charges: ReadonlyArray<AccountCharge>) {
        const commands = charges.map((charge): Command => ({ _tag: "Settle", ...charge }))
        const results = yield* apply(commands, yield* now, true)
        const settled = charges.filter((_, index) => results[index]?.done === true)
        const credits = settled.reduce((sum, { cost }) => sum + cost, 0)
        yield* sql.afterCommit(countCharged(eventKind, credits))
      }, Effect.orDie)

      const releaseEach = Effect.fn("Ledger.releaseEach")(function* (holds: ReadonlyArray<AccountHold>) {
        const commands = holds.map((hold): Command => ({ _tag: "Release", ...hold }))
        yield* apply(commands, yield* now, true)
      }, Effect.orDie)

      const refundEach = Effect.fn("Ledger.refundEach")(function* (refunds: ReadonlyArray<Refund>) {
        if (refunds.length === 0) return
        const rows = refunds.map(({ accountId, chargeId, usage: { source, apiType, parameters } }) => ({
          account: accountId,
          charge: chargeId,
          source,
          apiType,
          parameters
        }))
        yield* sql`SELECT ledger_refund(${JSON.stringify(rows)}::json, ${yield* now})`
      }, Effect.orDie)

      const lock = (accountId: AccountId) => Effect.orDie(lockAccount(sql, accountId))

      const releaseAbandoned = Effect.gen(function* () {
        const holders = yield* sql<{ process: ProcessId }>`
          SELECT DISTINCT process FROM credit_holds WHERE deadline IS NOT NULL AND process IS NOT NULL`
        const gone = yield* process.gone(holders.map((row) => row.process))
        if (gone.length === 0) return
        const holds = yield* sql<{ accountId: AccountId; id: HoldId }>`
          SELECT account_id, id FROM credit_holds
          WHERE deadline IS NOT NULL AND process IN ${listed(gone)} LIMIT ${maxAbandoned}`
        yield* Effect.forEach(holds, (hold) => releaseNow(hold.accountId, hold.id), {
          concurrency: "unbounded",
          discard: true
        })
      }).pipe(Effect.orDie, Effect.withSpan("Ledger.releaseAbandoned"))

      return Ledger.of({
        grants,
        available,
        canSpend,
        keyBudget,
        admit,
        settle,
        release,
        record,
        holdEach,
        settleEach,
        releaseEach,
        refundEach,
        releaseAbandoned,
        lock
      })
    })
  )

  static readonly layer = Ledger.layerNoDeps.pipe(Layer.provide([CallerStates.layer, ProcessLease.layer]))
}

/** Of the metrics of holds without a caller, which are those of webhook events. */
const eventKind = "webhook"

const holdError = (required: number, rejection: RejectedHold | null) => {
  const available = rejection?.available ?? 0
  const { budgetLeft = null, creditLimit = null } = rejection ?? {}
  return required <= available && budgetLeft !== null && creditLimit !== null
    ? new KeyLimitReached({ required, available: Math.min(available, budgetLeft), limit: creditLimit })
    : new InsufficientCredits({ required, available })
}
