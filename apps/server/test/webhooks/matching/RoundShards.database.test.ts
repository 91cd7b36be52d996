/** The shards of the rounds among processes on one database. */
import { assert, layer } from "@effect/vitest"
import { Clock, Deferred, Effect, type Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabase, onPostgres } from "../../../../../test/support/Databases.ts"
import { plusMillis } from "../../../src/runtime/Time.ts"
import { FeedCursor } from "../../../src/store/posts/PostChangeFeed.ts"
import { endLease, forgetRounds, type RoundProcess, shardsOf, startRoundProcess } from "../../support/RoundProcesses.ts"

const cursorOf = (text: string) => FeedCursor.make(text)

const numbersOf = (processes: ReadonlyArray<RoundProcess>) =>
  Effect.forEach(processes, (process) => Effect.map(shardsOf(process), ({ length }) => length))

const dueOf = ({ share }: RoundProcess) =>
  Effect.map(share, ({ shards }) => shards.filter(({ due }) => due).map(({ shard }) => shard))

const all = Array.from({ length: 64 }, (_, shard) => shard)

/** Stores that a process has checked some of its shards in a round that started some time ago. */
const finishRound = Effect.fnUntraced(function* ({ share, finish }: RoundProcess, shards = all, millisAgo = 0) {
  const startedAt = plusMillis((yield* share).time, -millisAgo)
  return yield* finish(shards, { cursor: cursorOf("here"), at: startedAt, startedAt })
})

/** How long after sharing a process is told to look at its shards again. */
const millisToNextLook = Effect.fnUntraced(function* ({ share, looks }: RoundProcess) {
  const looked = yield* Deferred.make<void>()
  yield* share
  yield* Effect.forkScoped(Stream.runForEach(looks, () => Deferred.succeed(looked, undefined)))
  const from = yield* Clock.currentTimeMillis
  while (!(yield* Deferred.isDone(looked))) yield* TestClock.adjust("100 millis")
  return (yield* Clock.currentTimeMillis) - from
})

type Body<E> = Effect.Effect<unknown, E, SqlClient.SqlClient | Scope.Scope>

onAnyDatabase("The shards of the rounds", (_name, database) => {
  layer(database, { timeout: "60 seconds" })((it) => {
    const test = <E>(title: string, body: Body<E>) => it.effect(title, () => Effect.andThen(forgetRounds, body))

    test(
      "all belong to the only process from the start, all due, from the whole window",
      Effect.gen(function* () {
        const { shards } = yield* (yield* startRoundProcess()).share
        assert.deepStrictEqual(
          shards,
          all.map((shard) => ({ shard, cursor: null, due: true }))
        )
      })
    )

    test(
      "of a dead process move to the others, which check them at once",
      Effect.gen(function* () {
        const dead = yield* startRoundProcess()
        const alive = yield* startRoundProcess()
        yield* numbersOf([dead, alive, dead, alive])
        yield* finishRound(dead)
        const orphans = yield* shardsOf(dead)
        yield* finishRound(alive)
        yield* endLease(yield* dead.lease.id)
        assert.sameMembers(yield* shardsOf(alive), all)
        // Those that it had are not due before their time.
        yield* finishRound(alive, orphans)
        assert.deepStrictEqual(yield* dueOf(alive), [])
      })
    )

    test(
      "are checked at once by the process that starts next, whenever their last round was",
      Effect.gen(function* () {
        const stopping = yield* startRoundProcess()
        yield* finishRound(stopping)
        assert.deepStrictEqual(yield* dueOf(stopping), [])
        yield* stopping.stop
        assert.sameMembers(yield* dueOf(yield* startRoundProcess()), all)
      })
    )

    test(
      "are due when the interval has passed since their round started",
      Effect.gen(function* () {
        const process = yield* startRoundProcess({ HEDDLE_ROUND_INTERVAL: "1 minute" })
        yield* finishRound(process)
        assert.deepStrictEqual(yield* dueOf(process), [])
        yield* finishRound(process, all, 59_000)
        assert.deepStrictEqual(yield* dueOf(process), [])
        yield* finishRound(process, all, 60_000)
        assert.sameMembers(yield* dueOf(process), all)
      })
    )

    test(
      "are due together with one that is due, when less than half of their interval is left",
      Effect.gen(function* () {
        const process = yield* startRoundProcess({ HEDDLE_ROUND_INTERVAL: "1 minute" })
        yield* finishRound(process, [1], 60_000)
        yield* finishRound(process, [2], 31_000)
        yield* finishRound(process, [3], 29_000)
        yield* finishRound(process, all.slice(4))
        assert.deepStrictEqual(yield* dueOf(process), [0, 1, 2])
      })
    )

    test(
      "are looked at when the first is due, by the owner of all",
      Effect.gen(function* () {
        const process = yield* startRoundProcess({ HEDDLE_ROUND_INTERVAL: "1 minute" })
        assert.isAtMost(yield* millisToNextLook(process), 1_000)
        yield* finishRound(process, all.slice(1))
        yield* finishRound(process, [0], 30_000)
        const millis = yield* millisToNextLook(process)
        // The database's clock runs on while the test's stands still, and fibers need a few steps to begin their wait.
        assert.isAtLeast(millis, 25_000)
        assert.isAtMost(millis, 31_000)
      })
    )

    test(
      "are looked at every second while others own some, in case they die",
      Effect.gen(function* () {
        yield* (yield* startRoundProcess()).share
        const other = yield* startRoundProcess()
        for (let look = 0; look < 3; look += 1) {
          const millis = yield* millisToNextLook(other)
          assert.isAtLeast(millis, 1_000)
          assert.isAtMost(millis, 2_000)
        }
      })
    )
  })
})

onPostgres("The shards of a process that was paused", ({ layer: database }) => {
  layer(database, { timeout: "60 seconds" })((it) => {
    it.effect("are still its own under its next id, if nobody took them", () =>
      Effect.gen(function* () {
        const paused = yield* startRoundProcess()
        yield* finishRound(paused)
        yield* endLease(yield* paused.lease.id)
        assert.sameMembers([...(yield* finishRound(paused))], all, "the round in which it was paused counts")
        assert.deepStrictEqual(yield* shardsOf(paused), [])
        yield* paused.lease.renew
        assert.sameMembers(yield* shardsOf(paused), all)
        yield* forgetRounds
      })
    )

    it.effect("belong to others until it takes its part again", () =>
      Effect.gen(function* () {
        const paused = yield* startRoundProcess()
        const other = yield* startRoundProcess()
        yield* numbersOf([paused, other, paused, other])
        yield* endLease(yield* paused.lease.id)
        assert.deepStrictEqual(yield* numbersOf([other, paused]), [64, 0])
        yield* paused.lease.renew
        assert.deepStrictEqual(yield* numbersOf([paused, other, paused]), [0, 32, 32])
      })
    )

    it.effect("belong to others once it is silent, but only to those that are in touch with the database", () =>
      Effect.gen(function* () {
        yield* forgetRounds
        const silent = yield* startRoundProcess()
        const other = yield* startRoundProcess()
        yield* numbersOf([silent, other, silent, other])
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          UPDATE processes SET alive_until = alive_until - interval '4 seconds' WHERE id = ${yield* silent.lease.id}`
        yield* other.lease.renew
        assert.deepStrictEqual(yield* numbersOf([other]), [32], "the outage may have been its own")
        yield* TestClock.adjust("3 seconds")
        assert.deepStrictEqual(yield* numbersOf([other]), [64])
        yield* silent.lease.renew
        assert.deepStrictEqual(yield* numbersOf([silent, other, silent]), [0, 32, 32])
      })
    )
  })
})
