/** Runs a random world against the service and against the oracle, and compares the two after every round. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { withTime } from "../Clocks.ts"
import { forgetPostsAndWebhooks } from "../Webhooks.ts"
import { compareRound, compareSending } from "./Comparison.ts"
import { Oracle } from "./Oracle.ts"
import {
  deletePost,
  drop,
  giveCredits,
  givePlan,
  newAccount,
  newEndpoint,
  newRule,
  pick,
  report
} from "./WorldChanges.ts"
import type { Step, World } from "./Worlds.ts"

const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis

/** The day of the next world. Time only goes on, also from one world to the next. */
let next = Date.UTC(2026, 0, 1)

/** Returns the time after the step. */
const perform = Effect.fnUntraced(function* (oracle: Oracle, known: Set<string>, step: Step, at: number) {
  const account = "account" in step ? pick([...oracle.wallets.keys()], step.account) : undefined
  switch (step.do) {
    case "report":
      yield* report(oracle, step.reports, at)
      break
    case "delete":
      yield* deletePost(oracle, `p${step.code}`)
      break
    case "endpoint":
      if (account !== undefined) yield* newEndpoint(oracle, account, step.cap)
      break
    case "rule":
      yield* newRule(oracle, step.endpoint, step.rule, step.meanwhile, at)
      break
    case "drop endpoint":
    case "drop rule":
      yield* drop(oracle, step)
      break
    case "plan":
      if (account !== undefined) yield* givePlan(oracle, account, step.plan, step.credits, at)
      break
    case "credits":
      if (account !== undefined) yield* giveCredits(oracle, account, step.credits, at)
      break
    case "wait":
      return at + step.millis
    case "wait for the end of a plan":
      return account === undefined ? at : Math.max(at, oracle.wallet(account).planEnds + step.millis)
    case "round":
      for (let times = 0; times < step.times; times += 1) yield* compareRound(oracle, known, at)
      break
    case "send":
      yield* compareSending(oracle, at)
  }
  return at
})

export const evaluateWorld = Effect.fnUntraced(function* ({ hour, accounts, rules, isChecked, reports, steps }: World) {
  let at = next + hour * hourMillis
  const atThatTime = <A, E, R>(effect: Effect.Effect<A, E, R>) => withTime(effect, () => at)
  const oracle = new Oracle()
  const known = new Set<string>()
  yield* forgetPostsAndWebhooks
  for (const account of accounts) yield* atThatTime(newAccount(oracle, account, at))
  for (const [account, rule] of rules) yield* atThatTime(newRule(oracle, account, rule, [], at))
  const first: ReadonlyArray<Step> = isChecked ? [{ do: "round", times: 3 }] : []
  const last: ReadonlyArray<Step> = [{ do: "round", times: 1 }, { do: "send" }]
  for (const step of [...first, { do: "report" as const, reports }, ...steps, ...last]) {
    at = yield* atThatTime(perform(oracle, known, step, at))
  }
  next = (Math.floor(at / dayMillis) + 5) * dayMillis
  assert.deepStrictEqual(yield* atThatTime(checkLedger), [])
})
