/** `/user/{username}/follower-history` and the thinning of what it reads: the same as a naive record of everything. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { AuthorMaintenance } from "../../../src/store/retention/PostMaintenance.ts"
import { FollowerHistory } from "../../../src/queries/authors/FollowerHistory.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { origin } from "../../support/Posts.ts"
import { forEvery } from "../../support/Property.ts"
import { meantBy } from "../../support/Network.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"
import {
  accountNames,
  lastOfEach,
  type SeenCounts,
  seenOf,
  type ToldAccount,
  toldAccounts
} from "../../support/ToldAccounts.ts"

const hour = 3_600
const day = 24 * hour
/** Seconds. */
const end = 900 * day + 17 * hour + 5

const days = fc.oneof(fc.constantFrom(undefined, 1, 2, 365), fc.integer({ min: 1, max: 365 }))

const scenario = fc.record({
  told: toldAccounts(end, 500 * day, 9 * day),
  days,
  later: fc.constantFrom(0, hour, 8 * hour, 3 * day, 40 * day)
})

const tell = (told: ReadonlyArray<ToldAccount>) =>
  Effect.flatMap(Ingestion, (ingestion) =>
    ingestion.write(
      told.map((line) => ({ type: "user", ...line })),
      origin
    )
  )

/** One row for each day, every observation looked at for each. */
const naive = (seen: ReadonlyArray<SeenCounts>, at: number, days: number) => {
  const today = Math.floor(at / day)
  const byTheEndOf = (one: number) => seen.findLast(({ observed }) => observed < (one + 1) * day)
  return Array.from({ length: days }, (_, index) => {
    const date = today - days + 1 + index
    const last = byTheEndOf(date)
    const [now, before] = [last?.followers ?? null, byTheEndOf(date - 1)?.followers ?? null]
    return {
      date: new Date(date * day * 1_000).toISOString().slice(0, 10),
      follower_count: now,
      follower_change: now === null || before === null ? null : now - before,
      following_count: last?.following ?? null,
      post_count: last?.posts ?? null,
      observed_at: last?.observed ?? null
    }
  })
}

/** What is kept: the last of each hour, then of each day, then the last. */
const kept = (seen: ReadonlyArray<SeenCounts>, at: number) => {
  const today = Math.floor(at / day) * day
  const [hoursFrom, daysFrom] = [today - 9 * day, today - 366 * day]
  return [
    ...seen.filter(({ observed }) => observed < daysFrom).slice(-1),
    ...lastOfEach(day, seen).filter(({ observed }) => observed >= daysFrom && observed < hoursFrom),
    ...lastOfEach(hour, seen).filter(({ observed }) => observed >= hoursFrom)
  ].map(({ observed }) => observed)
}

onAnyDatabaseWith("Follower history", { services: TestServices }, (it) => {
  it.effect(
    "is that of a naive record, before and after thinning, which keeps no more than it says",
    () =>
      Effect.gen(function* () {
        const history = yield* FollowerHistory
        const upkeep = yield* AuthorMaintenance
        const sql = yield* SqlClient.SqlClient
        yield* forEvery(scenario, runs(40), ({ told, days, later }) =>
          Effect.gen(function* () {
            yield* forgetAll
            yield* TestClock.setTime(end * 1_000)
            yield* tell(told)
            const agree = (at: number) =>
              Effect.forEach(accountNames, (username) =>
                Effect.gen(function* () {
                  const answered = yield* Effect.result(history.of(username, days === undefined ? {} : { days }))
                  const author = meantBy(
                    username,
                    told.map((line) => line.username)
                  )
                  const seen = author === undefined ? [] : seenOf(told, author)
                  if (answered._tag === "Failure") return assert.lengthOf(seen, 0)
                  assert.deepStrictEqual(answered.success.data, naive(seen, at, days ?? 30))
                })
              )
            yield* agree(end)
            yield* upkeep.run
            yield* agree(end)
            yield* TestClock.setTime((end + later) * 1_000)
            yield* upkeep.run
            yield* agree(end + later)
            for (const username of accountNames) {
              const rows = yield* sql<{ observedAt: Date }>`
                  SELECT observed_at FROM author_metrics WHERE author_id = ${username} ORDER BY hour`
              assert.deepStrictEqual(
                rows.map(({ observedAt }) => observedAt.getTime() / 1_000),
                kept(seenOf(told, username), end + later)
              )
            }
            assert.strictEqual(yield* upkeep.run, 0)
          })
        )
      }),
    120_000
  )
})
