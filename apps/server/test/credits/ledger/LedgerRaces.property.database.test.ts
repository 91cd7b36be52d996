/** Whatever comes at once, on two accounts, the ledger never overspends, never charges twice and always adds up. */
import type { AccountId } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkAccounts, checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import type { GrantId, ReservationId } from "../../../src/runtime/Ids.ts"
import { callerOf } from "../../support/ledger/LedgerCalls.ts"
import {
  endEvents,
  eventPrice,
  give,
  holdEvents,
  type LedgerCommand,
  type LedgerStep,
  newAccount,
  pick,
  refund,
  revoke,
  step,
  stored,
  usage
} from "../../support/ledger/LedgerSteps.ts"
import type { ModelKey } from "../../support/ledger/LedgerModel.ts"
import { forEveryCase } from "../../support/Property.ts"

type RacingStep = LedgerStep & { readonly on: number }

/** The only order is that of the groups. */
const groups = fc.array(
  fc.array(
    fc.tuple(step, fc.nat(1)).map(([one, on]): RacingStep => ({ ...one, on })),
    { minLength: 1, maxLength: 12, size: "max" }
  ),
  { minLength: 2, maxLength: 6, size: "max" }
)

const atOnce = Effect.fnUntraced(function* (groups: ReadonlyArray<ReadonlyArray<RacingStep>>) {
  const ledger = yield* Ledger
  const keys = yield* ApiKeys
  const accounts = [yield* newAccount, yield* newAccount]
  const open: Array<{ account: AccountId; id: ReservationId; amount: number; key: ModelKey | undefined }> = []
  const grants: Array<{ account: AccountId; id: GrantId; amount: number }> = []
  const charged = new Map<string, number>()
  /** Refunded when they had certainly been charged. */
  const refunded = new Set<string>()

  const call = Effect.fnUntraced(function* (account: (typeof accounts)[number], one: LedgerCommand) {
    if (one.do === "record") return yield* Effect.asVoid(ledger.record(account.id, { ...usage, source: "free" }))
    if (one.do === "admit") {
      const key = one.by === "login" ? undefined : pick(account.keys, Number(one.by) || 0)
      const made = yield* Effect.option(ledger.admit(callerOf(account.id, key?.id), one.amount, false))
      if (made._tag === "Some") open.push({ account: account.id, id: made.value.holdId, amount: one.amount, key })
      return
    }
    const hold = pick(open, one.hold)
    if (hold === undefined) return
    if (one.do === "release") return yield* Effect.asVoid(ledger.release(hold.account, hold.id))
    const cost = Math.round(Math.min(1, one.part) * hold.amount)
    const charge = { holdId: hold.id, cost, usage: { ...usage, keyId: hold.key?.id ?? null } }
    const settled = yield* Effect.option(ledger.settle(hold.account, charge))
    // Once only, however many try.
    if (settled._tag === "None") return
    assert.isFalse(charged.has(hold.id))
    charged.set(hold.id, cost)
    assert.isAtLeast(settled.value.remaining, 0)
  })

  const run = Effect.fnUntraced(function* (one: RacingStep) {
    const account = accounts[one.on]
    if (account === undefined) return
    switch (one.do) {
      case "grant":
        grants.push({ account: account.id, ...(yield* give(account.id, one)) })
        break
      case "revoke": {
        const grant = pick(grants, one.grant)
        if (grant !== undefined) yield* revoke(grant.account, grant.id, one.in)
        break
      }
      case "calls":
        yield* Effect.forEach(one.commands, (command) => call(account, command), { concurrency: "unbounded" })
        break
      case "refund": {
        const charges = one.holds.flatMap((index) => pick(open, index) ?? [])
        for (const { id } of charges) if (charged.has(id)) refunded.add(id)
        yield* refund(charges)
        break
      }
      case "events": {
        const { made } = yield* holdEvents(account.id, one.count)
        open.push(...made.map((id) => ({ account: account.id, id, amount: eventPrice, key: undefined })))
        break
      }
      case "sent":
        // Whether it was charged is not answered, so these are only returned.
        yield* endEvents(
          one.holds.flatMap((index) => pick(open, index) ?? []),
          false
        )
        break
      case "key": {
        const key = pick(account.keys, one.key)
        if (key !== undefined) yield* Effect.ignore(keys.rotate(account.id, key.id))
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

onAnyDatabase("Races of the ledger", (_name, database) => {
  const Live = Layer.mergeAll(Ledger.layer, Accounts.layer, ApiKeys.layer).pipe(Layer.provideMerge(database))

  layer(Live, { timeout: "60 seconds" })((it) => {
    it.effect(
      "it never overspends, never charges twice and always adds up",
      () =>
        Effect.gen(function* () {
          // Not in the first hour of time, where deadlines and grants would begin before it.
          yield* TestClock.adjust("100 hours")
          yield* forEveryCase(groups, runs(40), atOnce)
          assert.deepStrictEqual(yield* checkLedger, [])
        }),
      3_600_000
    )
  })
})
