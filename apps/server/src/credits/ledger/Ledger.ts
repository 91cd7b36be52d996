/**
 * The credit ledger: grants come in, holds reserve, entries charge. All money moves in one function of the database
 * (`LedgerCommands.ts`), under the account's row lock. What comes from many callers at once is committed together
 * (`LedgerBatches.ts`); within a caller's transaction every method joins it, so that what the caller writes commits with
 * its charge.
 *
 * The rule a checker proves (`LedgerCheck.ts`): grants − entries − open holds = balance ≥ 0, for every grant.
 */
import type { AccountId, Caller, KeyId, PlanName } from "@heddle/api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { lockAccount } from "../../accounts/customers/AccountLock.ts"
import { type EventId, type HoldId, newId, ReservationId } from "../../runtime/Ids.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { CallerStates, sourceOf } from "../callers/CallerStates.ts"
import { finalOutcome, makeBatches } from "./LedgerBatches.ts"
import { type Charge, type Command, makeApply, type Refusal, type Usage } from "./LedgerCommands.ts"
import { availableOf, type SpendableGrant } from "./SpendableGrant.ts"

/** A query's hold stops counting after this long, whether or not its process lives (decisions, "Webhooks"). */
export const queryHoldMillis = 120_000

/** The balance is below what was asked for; nothing was changed. */
export class BalanceTooLow extends Schema.TaggedError<BalanceTooLow>()("BalanceTooLow", {
  /** Credits asked for. */
  required: Schema.Int,
  /** Credits the account can spend now. */
  available: Schema.Int
}) {}

/** The key's monthly limit does not allow what was asked for; nothing was changed. */
export class KeyLimitReached extends Schema.TaggedError<KeyLimitReached>()("KeyLimitReached", {
  /** Credits asked for. */
  required: Schema.Int,
  /** Credits that can be spent through this key now: what is left of its month and of the balance. */
  available: Schema.Int,
  /** Credits the key may spend in a calendar month (UTC). */
  limit: Schema.Int
}) {}

/** The API key is revoked or expired, or there is no such account; nothing was changed. */
export class CallerNotInForce extends Schema.TaggedError<CallerNotInForce>()("CallerNotInForce", {}) {}

/** The account has no plan in force; nothing was changed. */
export class NoPlanInForce extends Schema.TaggedError<NoPlanInForce>()("NoPlanInForce", {}) {}

/** A query's hold ended by its deadline before the query did; nothing was charged. */
export class HoldExpired extends Schema.TaggedError<HoldExpired>()("HoldExpired", { holdId: ReservationId }) {}

/** A call that may run: its hold, and what the statement that made it knew of the caller. */
export interface Admitted {
  readonly holdId: HoldId
  /** The source of the call's usage entry. */
  readonly source: string
  readonly plan: PlanName | null
}

export interface Settled {
  /** Credits the account can spend after this. */
  readonly remaining: number
}

export class Ledger extends Context.Service<
  Ledger,
  {
    /** The grants in force with what can be spent of each now; dead holds do not count. */
    grants(accountId: AccountId): Effect.Effect<ReadonlyArray<SpendableGrant>>
    /** Credits the account can spend now: the sum over its grants. */
    available(accountId: AccountId): Effect.Effect<number>
    /** What a key may still spend in this calendar month (UTC); null for a key without a limit. */
    keyBudget(accountId: AccountId, keyId: KeyId): Effect.Effect<number | null>
    /** Reserves credits for a query until its deadline; with a key, also within the key's monthly limit. */
    hold(
      accountId: AccountId,
      amount: number,
      keyId?: KeyId | null
    ): Effect.Effect<{ readonly holdId: HoldId }, BalanceTooLow | KeyLimitReached>
    /** The same for a caller whose key, and plan if one is needed, are proved in the same statement. */
    admit(
      caller: Caller["Service"],
      amount: number,
      needsPlan: boolean
    ): Effect.Effect<Admitted, CallerNotInForce | NoPlanInForce | BalanceTooLow | KeyLimitReached>
    /** Charges a query's hold and returns the rest; once only. */
    settle(accountId: AccountId, charge: Charge): Effect.Effect<Settled, HoldExpired>
    /** Gives a hold back whole, if it is open still. */
    release(accountId: AccountId, holdId: ReservationId): Effect.Effect<void>
    /** Writes an entry that costs nothing. */
    record(accountId: AccountId, usage: Usage): Effect.Effect<Settled>
    /**
     * One hold a webhook event, in order, as far as the balance goes. Returns how many were made. These holds have no
     * deadline; settlement or release ends them. For the caller's transaction, as the two below.
     */
    holdEach(accountId: AccountId, holdIds: ReadonlyArray<EventId>, amount: number): Effect.Effect<number>
    /** Charges webhook holds. */
    settleEach(accountId: AccountId, charges: ReadonlyArray<Charge>): Effect.Effect<void>
    /** Gives webhook holds back that are open still. */
    releaseEach(accountId: AccountId, holdIds: ReadonlyArray<EventId>): Effect.Effect<void>
    /** Within the caller's transaction: `lockAccount`, for callers that know the account. An unknown one is a defect. */
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

      /** Alone in the caller's transaction if there is one, else with whatever comes at the same time. */
      const carryOut = Effect.fnUntraced(function* (command: Command) {
        const transaction = yield* Effect.serviceOption(sql.transactionService)
        if (Option.isNone(transaction)) return yield* submit(command)
        const [outcome] = yield* apply([command], yield* now, true)
        return yield* finalOutcome(command, outcome)
      }, Effect.orDie)

      const grants = Effect.fn("Ledger.grants")(function* (accountId: AccountId) {
        return yield* sql<SpendableGrant>`SELECT * FROM spendable_grants(${accountId}, ${yield* now})`
      }, Effect.orDie)

      const available = (accountId: AccountId) => Effect.map(grants(accountId), availableOf)

      const keyBudget = Effect.fn("Ledger.keyBudget")(function* (accountId: AccountId, keyId: KeyId) {
        const [row] = yield* sql<{
          left: number | null
        }>`SELECT key_budget(${accountId}, ${keyId}, ${yield* now}) AS left`
        return row?.left ?? null
      }, Effect.orDie)

      const newHold = Effect.fnUntraced(function* (accountId: AccountId, amount: number, keyId: KeyId | null) {
        const deadline = plusMillis(yield* now, queryHoldMillis)
        return { _tag: "Hold", accountId, holdId: yield* newId("hold"), amount, keyId, deadline } as const
      })

      const hold = Effect.fn("Ledger.hold")(function* (accountId: AccountId, amount: number, keyId?: KeyId | null) {
        const command = yield* newHold(accountId, amount, keyId ?? null)
        const made = yield* carryOut({ ...command, proves: null })
        if (made.done) return { holdId: command.holdId }
        return yield* refuse(amount, made.refusal)
      })

      const release = Effect.fn("Ledger.release")((accountId: AccountId, holdId: ReservationId) =>
        Effect.asVoid(carryOut({ _tag: "Release", accountId, holdId }))
      )

      /** After a lost connection the hold may be there without an answer; then who asked for it is read. */
      const readCaller = Effect.fnUntraced(function* (caller: Caller["Service"], holdId: HoldId) {
        const state = yield* states.read(caller)
        if (Option.isSome(state)) return { holdId, source: state.value.source, plan: state.value.plan }
        yield* release(caller.accountId, holdId)
        return yield* new CallerNotInForce()
      })

      const admit = Effect.fn("Ledger.admit")(function* (
        caller: Caller["Service"],
        amount: number,
        needsPlan: boolean
      ) {
        const command = yield* newHold(caller.accountId, amount, caller.keyId)
        const { holdId } = command
        const outcome = yield* carryOut({ ...command, proves: needsPlan ? "plan" : "key" })
        const { done, caller: proved, refusal } = outcome
        if (proved === null) return done ? yield* readCaller(caller, holdId) : yield* refuse(amount, refusal)
        if (!proved.inForce) return yield* new CallerNotInForce()
        if (needsPlan && proved.plan === null) return yield* new NoPlanInForce()
        if (!done) return yield* refuse(amount, refusal)
        return { holdId, source: sourceOf(caller, proved.keyName), plan: proved.plan }
      })

      const settle = Effect.fn("Ledger.settle")(function* (accountId: AccountId, charge: Charge) {
        const { done, remaining } = yield* carryOut({ _tag: "Settle", accountId, ...charge })
        return done ? { remaining } : yield* new HoldExpired({ holdId: charge.holdId })
      })

      const record = Effect.fn("Ledger.record")(function* (accountId: AccountId, usage: Usage) {
        const { remaining } = yield* carryOut({ _tag: "Record", accountId, entryId: yield* newId("use"), usage })
        return { remaining }
      })

      const holdEach = Effect.fn("Ledger.holdEach")(function* (
        accountId: AccountId,
        holdIds: ReadonlyArray<EventId>,
        amount: number
      ) {
        const commands = holdIds.map((holdId): Command => ({
          _tag: "Hold",
          accountId,
          holdId,
          amount,
          keyId: null,
          deadline: null,
          proves: null
        }))
        return (yield* apply(commands, yield* now, true)).filter(({ done }) => done).length
      }, Effect.orDie)

      const settleEach = Effect.fn("Ledger.settleEach")(function* (
        accountId: AccountId,
        charges: ReadonlyArray<Charge>
      ) {
        yield* apply(
          charges.map((charge): Command => ({ _tag: "Settle", accountId, ...charge })),
          yield* now,
          true
        )
      }, Effect.orDie)

      const releaseEach = Effect.fn("Ledger.releaseEach")(function* (
        accountId: AccountId,
        holdIds: ReadonlyArray<EventId>
      ) {
        yield* apply(
          holdIds.map((holdId): Command => ({ _tag: "Release", accountId, holdId })),
          yield* now,
          true
        )
      }, Effect.orDie)

      const lock = (accountId: AccountId) => Effect.orDie(lockAccount(sql, accountId))

      return Ledger.of({
        grants,
        available,
        keyBudget,
        hold,
        admit,
        settle,
        release,
        record,
        holdEach,
        settleEach,
        releaseEach,
        lock
      })
    })
  )

  static readonly layer = Ledger.layerNoDeps.pipe(Layer.provide(CallerStates.layer))
}

const refuse = (required: number, refusal: Refusal | null) => {
  const available = refusal?.available ?? 0
  const { budgetLeft = null, creditLimit = null } = refusal ?? {}
  return required <= available && budgetLeft !== null && creditLimit !== null
    ? new KeyLimitReached({ required, available: Math.min(available, budgetLeft), limit: creditLimit })
    : new BalanceTooLow({ required, available })
}
