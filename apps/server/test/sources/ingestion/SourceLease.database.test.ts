/** Of the processes that share a database, one reads a source; another takes over when it stops or dies. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { onPostgres } from "../../../../../test/support/Databases.ts"
import type { Source } from "../../../src/sources/ingestion/Source.ts"
import { sourceTasks } from "../../../src/sources/SourceTasks.ts"
import { Sources } from "../../../src/sources/SourceNames.ts"
import { eventually } from "../../support/FollowedSource.ts"
import { TestServices } from "../../support/TestServices.ts"

/** The readers of one network, by the process that each runs in. */
const makeNetwork = () => {
  const readers = new Set<string>()
  const starts: Array<string> = []
  const readBy = (process: string): Source => ({
    name: "lab",
    live: null,
    batches: (cursor) => {
      readers.add(process)
      starts.push(`${process} from ${cursor}`)
      return Stream.make({ changes: [], rejected: [], cursor: `after ${process}`, newestAt: null }).pipe(
        Stream.concat(Stream.never),
        Stream.ensuring(Effect.sync(() => readers.delete(process)))
      )
    }
  })
  return { readers, starts, readBy }
}

onPostgres("A source that several processes are to read", ({ layer: database }) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds", excludeTestServices: true })((it) => {
    it.effect(
      "is read by one of them, and by another from the same position when that one stops or loses its lease",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { readers, starts, readBy } = makeNetwork()
          const taskOf = Effect.fnUntraced(function* (process: string) {
            const [task] = yield* Effect.provideService(sourceTasks, Sources, [readBy(process)])
            return task?.run ?? (yield* Effect.die("There is no task"))
          })
          const stored = (process: string) =>
            eventually(
              `${process} reads`,
              Effect.map(
                sql`SELECT 1 FROM source_cursors WHERE source = 'lab' AND cursor = ${`after ${process}`}`,
                (rows) => rows.length > 0
              )
            )
          const [first, second, third] = [yield* taskOf("first"), yield* taskOf("second"), yield* taskOf("third")]

          const reading = yield* Effect.forkScoped(first)
          yield* stored("first")
          yield* second
          assert.deepStrictEqual([...readers], ["first"])

          yield* Fiber.interrupt(reading)
          const next = yield* Effect.forkScoped(second)
          yield* stored("second")
          yield* third
          assert.deepStrictEqual([...readers], ["second"])

          yield* sql`UPDATE source_leases SET holder = 'a dead process', held_until = clock_timestamp() - interval '1 second'`
          yield* Effect.forkScoped(third)
          yield* stored("third")
          // Its next renewal finds that another process has the lease.
          yield* Fiber.join(next)
          assert.deepStrictEqual([...readers], ["third"])
          assert.deepStrictEqual(starts, ["first from null", "second from after first", "third from after second"])
        }).pipe(Effect.scoped)
    )
  })
})
