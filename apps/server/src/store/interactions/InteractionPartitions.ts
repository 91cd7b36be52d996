/** The partitions of `interactions`, one per UTC day of receipt: made when the day begins, dropped after retention. */
import { Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { makePartitionDdl } from "../../database/partitions/PartitionDdl.ts"
import { byDay, defaultPartitionOf, partitionOf } from "../../database/partitions/PartitionNames.ts"
import { maintenance } from "../../runtime/Background.ts"
import { Settings } from "../../runtime/Settings.ts"
import { dayOf, now, plusMillis } from "../../runtime/Time.ts"

const table = "interactions"
const interactionsLock = 7_057_035
/** The delay before making a partition is tried again. Meanwhile its rows go to the default partition. */
const retryMillis = 60_000

export class InteractionPartitions extends Context.Service<
  InteractionPartitions,
  {
    /** Makes the partition of this day, if it is missing and nothing prevents it now. */
    ensure(time: Date): Effect.Effect<void>
    /** Makes the partitions of tomorrow and of days in the default partition, and drops those past retention. Returns the names of the dropped. */
    readonly run: Effect.Effect<ReadonlyArray<string>>
  }
>()("@heddle/server/store/interactions/InteractionPartitions") {
  static readonly layer = Layer.effect(
    InteractionPartitions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { interactionRetention } = yield* Settings
      const { withDdlLock, create } = makePartitionDdl(sql, { table, lock: interactionsLock })
      /** The time in Unix milliseconds from which to try a day again. */
      const nextTry = new Map<number, number>()

      const ensureDay = Effect.fnUntraced(function* (day: number, time: Date) {
        if ((nextTry.get(day) ?? 0) > time.getTime()) return
        const partition = {
          table,
          name: partitionOf(table, byDay, day),
          defaultPartition: defaultPartitionOf(table),
          column: "received_day",
          bounds: [String(day), String(day + 1)]
        } as const
        const made = yield* withDdlLock(Effect.as(create(partition), true), false)
        nextTry.set(day, made ? Infinity : time.getTime() + retryMillis)
      })

      const ensure = Effect.fn("InteractionPartitions.ensure")(function* (time: Date) {
        yield* ensureDay(dayOf(time), time)
      }, Effect.orDie)

      const run = Effect.gen(function* () {
        const time = yield* now
        const first = dayOf(plusMillis(time, -Duration.toMillis(interactionRetention)))
        yield* ensureDay(dayOf(time) + 1, time)
        const held = yield* sql<{ day: number }>`
          SELECT DISTINCT received_day AS day FROM interactions_default WHERE received_day >= ${first}`
        yield* Effect.forEach(held, ({ day }) => ensureDay(day, time), { discard: true })
        const partitions = yield* sql<{ name: string }>`
          SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = to_regclass(${table}) AND c.relname < ${partitionOf(table, byDay, first)}
            AND c.relname ~ '_[0-9]{8}$' ORDER BY c.relname`
        const dropped = yield* Effect.filter(partitions, ({ name }) =>
          withDdlLock(Effect.as(sql`DROP TABLE IF EXISTS ${sql(name)}`, true), false)
        )
        yield* sql`DELETE FROM interactions_default WHERE received_day < ${first}`
        return dropped.map(({ name }) => name)
      }).pipe(Effect.orDie, Effect.withSpan("InteractionPartitions.run"))

      return InteractionPartitions.of({ ensure, run })
    })
  )
}

export const interactionTask = maintenance(
  "interaction partitions",
  "1 hour",
  InteractionPartitions.use(({ run }) => run)
)
