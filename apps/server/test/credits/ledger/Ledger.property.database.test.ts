/**
 * Random histories of calls, events, grants, keys and plans, in which the ledger does what a naive one does: also at the
 * exact instants at which grants, keys, plans, holds and months begin or end.
 */
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
import { checkAccounts, checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { makePlanPeriods } from "../../../src/credits/plans/PlanPeriods.ts"
import { queryHoldMillis } from "../../../src/runtime/CallTimings.ts"
import { HoldId, type ReservationId } from "../../../src/runtime/Ids.ts"
import { plusMillis } from "../../../src/runtime/Time.ts"
import { callerOf } from "../../support/ledger/LedgerCalls.ts"
import { LedgerModel, type ModelCall, type ModelKey } from "../../support/ledger/LedgerModel.ts"
import { foreignKey, makeNeighbour } from "../../support/ledger/LedgerNeighbour.ts"
import {
  endEvents,
  eventPrice,
  give,
  grantStep,
  holdEvents,
  keyLimit,
  type LedgerCommand,
  type LedgerStep,
  minute,
  newAccount,
  openHolds,
  pick,
  refund,
  revoke,
  step,
  stored,
  usage
} from "../../support/ledger/LedgerSteps.ts"
import { forEveryCase } from "../../support/Property.ts"
import { newAccountId } from "../../support/NewAccount.ts"

/** Without credits and a plan to begin with, most histories would be a row of refusals; with one grant, few holds have slices. */
const history = fc
  .tuple(
    fc.array(grantStep, { minLength: 3, maxLength: 3 }),
    // Those that are short see an account without credits in force.
    fc.constantFrom(2 * minute, 60 * minute),
    fc.array(step, { minLength: 8, maxLength: 40, size: "max" })
  )
  .map(([grants, lasts, rest]): Array<LedgerStep> => [
    ...grants.map((grant) => ({ ...grant, startsIn: 0, lasts })),
    { do: "plan", plan: "lite", startsIn: 0, lasts: 2 * minute },
    ...rest
  ])

type Admit = Extract<LedgerCommand, { do: "admit" }>

/** A command whose key and hold have been looked up. */
type Sent =
  | ({ readonly do: "admit" } & ModelCall)
  | { readonly do: "settle"; readonly hold: Held; readonly cost: number }
  | { readonly do: "release"; readonly hold: Held }
  | { readonly do: "record"; readonly ofOther: boolean }

interface Held {
  readonly id: ReservationId
  readonly amount: number
  readonly key: ModelKey | null
}

const isOfEvent = ({ id }: Held) => id.startsWith("evt_")

const creditsOfOther = 11

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)

/** The credits of each grant stand together. */
const slicesOf = (credits: ReadonlyArray<string>, sign = 1) => {
  const grants = [...new Set(credits)]
  return { grants, amounts: grants.map((id) => sign * credits.filter((credit) => credit === id).length) }
}

const inTurn = Effect.fnUntraced(function* (steps: ReadonlyArray<LedgerStep>) {
  const ledger = yield* Ledger
  const keys = yield* ApiKeys
  const sql = yield* SqlClient.SqlClient
  const periods = makePlanPeriods(sql)
  // A month ends soon; each history has one of its own.
  const today = new Date(yield* Clock.currentTimeMillis)
  yield* TestClock.setTime(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 2) - 5 * minute)
  const account = yield* newAccount
  const neighbour = yield* makeNeighbour(account.id)
  yield* neighbour.addKeys
  const other = yield* newAccountId
  yield* give(other, { do: "grant", kind: "operator", amount: creditsOfOther, startsIn: 0, lasts: 1_000 * minute })
  const model = new LedgerModel()
  model.keys.push(...account.keys)
  const holds: Array<Held> = []

  const keyOf = ({ by }: Admit) => {
    if (by === "login") return null
    return by === "foreign" ? undefined : by === "newest" ? model.keys.at(-1) : model.keys[by]
  }

  const amountOf = ({ amount, exactly, oneMore }: Admit, key: ModelKey | null | undefined, at: number) => {
    const there =
      exactly === "the limit" && key ? model.budget(key, at) : exactly === null ? Infinity : model.available(at)
    return there === Infinity ? amount : Math.max(1, there + (oneMore ? 1 : 0))
  }

  const sentOf = (command: LedgerCommand, at: number): ReadonlyArray<Sent> => {
    if (command.do === "record") return [command]
    if (command.do === "admit") {
      const key = keyOf(command)
      return [{ do: "admit", key, needsPlan: command.needsPlan, amount: amountOf(command, key, at) }]
    }
    const hold = pick(holds, command.hold)
    if (hold === undefined) return []
    if (command.do === "release") return [{ do: "release", hold }]
    return [{ do: "settle", hold, cost: Math.round(command.part * hold.amount) }]
  }

  const send = Effect.fnUntraced(function* (sent: Sent) {
    switch (sent.do) {
      case "admit": {
        const caller = callerOf(account.id, sent.key === null ? null : (sent.key?.id ?? foreignKey))
        return yield* ledger.admit(caller, sent.amount, sent.needsPlan).pipe(
          Effect.catchTags({
            CallerNotInForce: ({ _tag }) => Effect.succeed({ _tag }),
            NoPlanInForce: ({ _tag }) => Effect.succeed({ _tag }),
            InsufficientCredits: ({ _tag, required, available }) => Effect.succeed({ _tag, required, available }),
            KeyLimitReached: ({ _tag, required, available, limit }) =>
              Effect.succeed({ _tag, required, available, limit })
          })
        )
      }
      case "settle": {
        const charge = { holdId: sent.hold.id, cost: sent.cost, usage: { ...usage, keyId: sent.hold.key?.id ?? null } }
        return yield* Effect.catchTag(ledger.settle(account.id, charge), "HoldExpired", ({ _tag }) =>
          Effect.succeed({ _tag })
        )
      }
      case "release":
        return yield* ledger.release(account.id, sent.hold.id)
      case "record":
        return yield* ledger.record(sent.ofOther ? other : account.id, { ...usage, source: "free" })
    }
  })

  /** Together: first what ends holds, then dead holds, then calls in their order; answers show the balance after all. */
  const expected = (all: ReadonlyArray<Sent>, made: ReadonlyArray<HoldId | undefined>, at: number) => {
    const closed = all.map((sent) => {
      if (sent.do === "settle") return model.settle(sent.hold.id, sent.cost, at)
      if (sent.do === "release") model.release(sent.hold.id)
      return true
    })
    if (all.some((sent) => sent.do !== "record")) model.bury(at)
    const refusals = all.map((sent, index) => {
      if (sent.do !== "admit") return undefined
      const refusal = model.refusal(sent, at)
      if (refusal !== undefined) return refusal
      const { key = null, amount } = sent
      const holdId = made[index] ?? HoldId.make("hold_that_was_refused")
      model.hold(holdId, amount, at, at + queryHoldMillis, key)
      holds.push({ id: holdId, amount, key })
      return { holdId, source: key?.name ?? "account login (unknown)", plan: model.planAt(at) }
    })
    return all.map((sent, index) => {
      if (closed[index] === false) return { _tag: "HoldExpired" }
      const isOther = sent.do === "record" && sent.ofOther
      return refusals[index] ?? { remaining: isOther ? creditsOfOther : model.available(at) }
    })
  }

  for (const one of steps) {
    const at = yield* Clock.currentTimeMillis
    switch (one.do) {
      case "grant": {
        const grant = yield* give(account.id, one)
        model.grants.push(grant)
        yield* neighbour.addGrant(grant.id)
        break
      }
      case "revoke": {
        const grant = pick(model.grants, one.grant)
        if (grant === undefined || grant.revokedAt < Infinity) break
        yield* revoke(account.id, grant.id, one.in)
        grant.revokedAt = at + one.in
        break
      }
      case "wait":
        yield* TestClock.adjust(one.millis)
        break
      case "calls": {
        const all = one.commands.flatMap((command) => sentOf(command, at))
        const answers = yield* Effect.forEach(all, send, { concurrency: "unbounded" })
        const made = answers.map((answer) => (answer !== null && "holdId" in answer ? answer.holdId : undefined))
        assert.deepStrictEqual<unknown>(answers, expected(all, made, at))
        yield* neighbour.addHolds
        break
      }
      case "refund": {
        const charges = one.holds.flatMap((index) => pick(holds, index) ?? [])
        yield* refund(charges.map(({ id }) => ({ account: account.id, id })))
        for (const { id } of charges) model.refund(id)
        break
      }
      case "events": {
        const { ids, made } = yield* holdEvents(account.id, one.count)
        model.bury(at)
        const expected = ids.filter((id) => {
          if (model.available(at) < eventPrice) return false
          model.hold(id, eventPrice, at, Infinity, null)
          return true
        })
        assert.deepStrictEqual(made, expected)
        holds.push(...made.map((id) => ({ id, amount: eventPrice, key: null })))
        yield* neighbour.addHolds
        break
      }
      case "sent": {
        const events = one.holds.flatMap((index) => pick(holds.filter(isOfEvent), index) ?? [])
        yield* endEvents(
          events.map(({ id }) => ({ account: account.id, id })),
          one.isCharged
        )
        for (const { id } of events) {
          if (one.isCharged) model.settle(id, eventPrice, at)
          else model.release(id)
        }
        if (events.length > 0) model.bury(at)
        break
      }
      case "key": {
        const key = pick(model.keys, one.key)
        if (key === undefined || key.isRevoked) break
        switch (one.change) {
          case "revoke":
            yield* keys.revoke(account.id, key.id)
            key.isRevoked = true
            break
          case "rotate": {
            if (key.expiresAt <= at) break
            const { id } = yield* keys.rotate(account.id, key.id)
            key.isRevoked = true
            model.keys.push({ ...key, id, isRevoked: false })
            yield* neighbour.addKeys
            break
          }
          case "limit":
          case "no limit":
            key.limit = one.change === "limit" ? keyLimit / 2 : Infinity
            yield* keys.change(account.id, key.id, { creditLimit: one.change === "limit" ? key.limit : null })
            break
          default:
            key.expiresAt = at + minute
            yield* keys.change(account.id, key.id, { expiresAt: new Date(key.expiresAt) })
        }
        break
      }
      case "plan": {
        const start = at + one.startsIn
        const end = start + one.lasts
        const [grant] = model.grants
        if (grant === undefined) break
        const startsAt = new Date(start)
        const period = {
          plan: one.plan,
          startsAt,
          endsAt: plusMillis(startsAt, one.lasts),
          anchorAt: startsAt,
          number: 1
        }
        yield* sql.withTransaction(
          Effect.andThen(
            periods.endAll(account.id, new Date(at)),
            periods.begin(account.id, period, grant.id, new Date(at))
          )
        )
        for (const plan of model.plans) plan.end = Math.min(plan.end, Math.max(plan.start, at))
        model.plans.push({ plan: one.plan, start, end })
      }
    }
    assert.strictEqual(yield* ledger.available(account.id), model.available(yield* Clock.currentTimeMillis))
    assert.deepStrictEqual(
      yield* openHolds(account.id),
      [...model.holds].map(([id, { credits }]) => ({ id, ...slicesOf(credits) })).toSorted(byId)
    )
  }

  const at = yield* Clock.currentTimeMillis
  const { grants, entries } = yield* stored(account.id)
  assert.deepStrictEqual(grants, model.grants.map(({ id, spent, held }) => ({ id, spent, held })).toSorted(byId))
  assert.sameDeepMembers(
    entries.map(({ cost, grants, amounts }) => ({ cost, grants, amounts })),
    model.entries.map(({ cost, credits }) => ({ cost, ...slicesOf(credits, Math.sign(cost)) }))
  )
  for (const key of model.keys) {
    const left = key.limit === Infinity ? null : model.budget(key, at)
    assert.strictEqual(yield* ledger.keyBudget(account.id, key.id), left)
  }
  const available = model.available(at)
  for (const amount of [available, available + 1]) {
    const able = yield* ledger.canSpend([account.id], amount)
    if (amount > 0) assert.strictEqual(able.has(account.id), amount <= available)
  }
  assert.deepStrictEqual(yield* checkAccounts([account.id]), [])
  yield* neighbour.expectUntouched
})

onAnyDatabase("Random histories of the ledger", (_name, database) => {
  const Live = Layer.mergeAll(Ledger.layer, Accounts.layer, ApiKeys.layer).pipe(Layer.provideMerge(database))

  layer(Live, { timeout: "60 seconds" })((it) => {
    it.effect(
      "it behaves like a naive ledger",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          // Months are those of UTC, wherever a session lives.
          yield* sql`ALTER FUNCTION ledger_apply SET timezone = 'Etc/GMT-14'`
          yield* sql`ALTER FUNCTION key_budget SET timezone = 'Etc/GMT-14'`
          yield* forEveryCase(history, runs(50), inTurn)
          assert.deepStrictEqual(yield* checkLedger, [])
        }),
      3_600_000
    )
  })
})
