/** Processes on one database share the shards of the rounds. A process here is a `RoundShards` with a lease of its own. */
import { assert, layer } from "@effect/vitest"
import { Brand, ConfigProvider, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import type { ProcessId } from "../../../src/runtime/Ids.ts"
import { ProcessLease } from "../../../src/runtime/ProcessLease.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { plusMillis } from "../../../src/runtime/Time.ts"
import type { FeedCursor } from "../../../src/store/posts/FeedCursor.ts"
import { RoundShards } from "../../../src/webhooks/matching/RoundShards.ts"

const cursorOf = Brand.nominal<FeedCursor>()

const startProcess = Effect.fnUntraced(function* (env: Record<string, string> = {}) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const settings = Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env))))
  const context = yield* RoundShards.layerNoDeps.pipe(
    Layer.provideMerge(Layer.merge(ProcessLease.layer, settings)),
    Layer.fresh,
    Layer.build,
    Scope.provide(scope)
  )
  const { rounds, lease } = yield* Effect.provideContext(
    Effect.all({ rounds: RoundShards, lease: ProcessLease }),
    context
  )
  return { ...rounds, lease, stop: Scope.close(scope, Exit.void) }
})

type Process = Effect.Success<ReturnType<typeof startProcess>>

/** As others see a process that was killed: its lease is over, and nothing of it runs. */
const end = Effect.fnUntraced(function* (id: ProcessId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM processes WHERE id = ${id}`
})

const shardsOf = (process: Process) => Effect.map(process.share, ({ shards }) => shards.map(({ shard }) => shard))

const numbersOf = (processes: ReadonlyArray<Process>) =>
  Effect.forEach(processes, (process) => Effect.map(shardsOf(process), ({ length }) => length))

const all = Array.from({ length: 64 }, (_, shard) => shard)

const withoutProcesses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`TRUNCATE webhook_round_processes, processes`
  yield* sql`
    UPDATE webhook_round_shards
    SET process = NULL, cursor = NULL, next_cursor = NULL, due_at = '-infinity', started_at = NULL, checked_at = NULL`
})

onAnyDatabase("The shards of the rounds", (_name, database) => {
  layer(database, { timeout: "60 seconds" })((it) => {
    const test = <A, E>(title: string, body: Effect.Effect<A, E, SqlClient.SqlClient | Scope.Scope>) =>
      it.effect(title, () => Effect.andThen(withoutProcesses, body))

    test(
      "all belong to the only process from its first look, all due, from the whole window",
      Effect.gen(function* () {
        const { shards } = yield* (yield* startProcess()).share
        assert.deepStrictEqual(
          shards,
          all.map((shard) => ({ shard, cursor: null, due: true }))
        )
      })
    )

    test(
      "are shared in equal parts by two and by three processes",
      Effect.gen(function* () {
        const one = yield* startProcess()
        const two = yield* startProcess()
        assert.deepStrictEqual(yield* numbersOf([one, two]), [64, 0])
        assert.deepStrictEqual(yield* numbersOf([one, two]), [32, 32])
        const three = yield* startProcess()
        yield* numbersOf([three, one, two])
        assert.deepStrictEqual(yield* numbersOf([three, one, two]), [20, 22, 22])
        const owned = yield* Effect.forEach([one, two, three], shardsOf)
        assert.sameMembers(owned.flat(), all)
      })
    )

    test(
      "of a dead process move to the others",
      Effect.gen(function* () {
        const dead = yield* startProcess()
        const alive = yield* startProcess()
        yield* numbersOf([dead, alive, dead, alive])
        yield* end(yield* dead.lease.id)
        assert.sameMembers(yield* shardsOf(alive), all)
      })
    )

    test(
      "of a process that stops are free at once",
      Effect.gen(function* () {
        const stopping = yield* startProcess()
        const alive = yield* startProcess()
        yield* numbersOf([stopping, alive, stopping, alive])
        yield* stopping.stop
        assert.sameMembers(yield* shardsOf(alive), all)
      })
    )

    test(
      "return to a process that was paused once it has a new id",
      Effect.gen(function* () {
        const paused = yield* startProcess()
        const other = yield* startProcess()
        yield* numbersOf([paused, other, paused, other])
        yield* end(yield* paused.lease.id)
        assert.deepStrictEqual(yield* shardsOf(paused), [])
        assert.deepStrictEqual(yield* numbersOf([other]), [64])
        const sql = yield* SqlClient.SqlClient
        const id = `${yield* paused.lease.id}`
        assert.deepStrictEqual(yield* sql`SELECT 1 FROM webhook_round_shards WHERE process = ${id}`, [])
      })
    )

    test(
      "are due again when the interval has passed since their round started",
      Effect.gen(function* () {
        const { share, finish } = yield* startProcess({ HEDDLE_ROUND_INTERVAL: "1 minute" })
        const { time } = yield* share
        const dueAfter = Effect.fnUntraced(function* (millis: number) {
          const startedAt = plusMillis(time, -millis)
          yield* finish(all, { cursor: cursorOf("1"), at: startedAt, startedAt })
          return (yield* share).shards.filter(({ due }) => due).length
        })
        assert.strictEqual(yield* dueAfter(0), 0)
        assert.strictEqual(yield* dueAfter(50_000), 0)
        assert.strictEqual(yield* dueAfter(60_000), 64)
      })
    )

    test(
      "are read from the target of the round before the last; the first two rounds check whole windows",
      Effect.gen(function* () {
        const { share, finish } = yield* startProcess()
        const cursors: Array<ReadonlyArray<FeedCursor | null>> = []
        for (const name of ["first", "second", "third", "fourth"]) {
          const { shards, time } = yield* share
          cursors.push([...new Set(shards.map(({ cursor }) => cursor))])
          yield* finish(all, { cursor: cursorOf(name), at: time, startedAt: time })
        }
        assert.deepStrictEqual(cursors, [[null], [null], [cursorOf("first")], [cursorOf("second")]])
      })
    )

    test(
      "are finished by their owner alone",
      Effect.gen(function* () {
        const late = yield* startProcess()
        const owner = yield* startProcess()
        const { time } = yield* late.share
        yield* end(yield* late.lease.id)
        yield* owner.share
        yield* late.finish(all, { cursor: cursorOf("late"), at: time, startedAt: time })
        const { shards } = yield* owner.share
        assert.lengthOf(
          shards.filter(({ due }) => due),
          64
        )
      })
    )
  })
})
