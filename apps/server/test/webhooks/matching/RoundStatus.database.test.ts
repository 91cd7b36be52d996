/** What an operator sees of the rounds, on the operator port. */
import { assert } from "@effect/vitest"
import { Effect, type Layer, type Scope } from "effect"
import type { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { plusMillis } from "../../../src/runtime/Time.ts"
import { FeedCursor } from "../../../src/store/posts/PostChangeFeed.ts"
import { endLease, forgetRounds, type RoundProcess, shardsOf, startRoundProcess } from "../../support/RoundProcesses.ts"
import { customer, operate, ServedApi } from "../../support/ServedApi.ts"
import { keywordRule, onlyRules, runRound, storeMatching } from "../../support/WebhookCalls.ts"

const report = Effect.map(operate("/rounds"), ({ json }) => json)

const lagInMetrics = Effect.map(operate("/metrics"), ({ text }) =>
  Number(text.match(/^heddle_webhook_round_lag_seconds (\S+)$/m)?.[1])
)

/** Stores that its shards were checked in a round that started some time ago. */
const finishRound = Effect.fnUntraced(function* (process: RoundProcess, secondsAgo: number) {
  const shards = yield* shardsOf(process)
  const startedAt = plusMillis((yield* process.share).time, -secondsAgo * 1_000)
  yield* process.finish(shards, { cursor: FeedCursor.make("here"), at: startedAt, startedAt })
  return startedAt.toISOString()
})

onAnyDatabaseWith("What an operator sees of the rounds", { services: ServedApi.layer }, (it) => {
  const test = <E>(
    title: string,
    body: Effect.Effect<unknown, E, SqlClient.SqlClient | Scope.Scope | Layer.Success<typeof ServedApi.layer>>
  ) => it.effect(title, () => Effect.andThen(forgetRounds, body))

  test(
    "before the first: nothing was checked, and nothing lags",
    Effect.gen(function* () {
      const expected = { checkedAt: null, shards: 64, overdue: 64, lagSeconds: 0, processes: 0, outOfCredits: 0 }
      assert.deepStrictEqual(yield* report, expected)
      assert.strictEqual(yield* lagInMetrics, 0)
    })
  )

  test(
    "is when all rules were checked, how many shards are late, by how much, and how many processes share them",
    Effect.gen(function* () {
      const one = yield* startRoundProcess()
      const two = yield* startRoundProcess()
      for (const process of [one, two, one, two]) yield* process.share
      yield* finishRound(one, 0)
      const longAgo = yield* finishRound(two, 200)
      const { lagSeconds, ...rest } = yield* report
      assert.deepStrictEqual(rest, { checkedAt: longAgo, shards: 64, overdue: 32, processes: 2, outOfCredits: 0 })
      assert.isAtLeast(Number(lagSeconds), 20)
      assert.isAtLeast(yield* lagInMetrics, 20)
      assert.isBelow(yield* lagInMetrics, 80)
      yield* finishRound(two, 0)
      assert.deepInclude(yield* report, { overdue: 0, lagSeconds: 0 })
      assert.strictEqual(yield* lagInMetrics, 0)
      yield* endLease(yield* two.lease.id)
      assert.deepInclude(yield* report, { processes: 1 })
    })
  )

  test(
    "includes the accounts that wait for credits",
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "standard", credits: 10 })
      yield* onlyRules(key, [keywordRule])
      yield* storeMatching({ code: "a" })
      yield* runRound
      assert.deepInclude(yield* report, { outOfCredits: 1 })
      yield* (yield* Grants).give(id, { credits: 100 })
      yield* runRound
      assert.deepInclude(yield* report, { outOfCredits: 0 })
    })
  )
})
