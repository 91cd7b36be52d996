/**
 * Lets one process at a time read a source. When it dies, its lease ends and another process takes over.
 *
 * The lease saves work; it does not protect the data: a process that was paused may store one more batch, and batches may
 * come twice. It has a table of its own because storing a batch locks the row of the cursor, and renewals must not wait.
 * It is judged by the clock of the database alone.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { newId } from "../../runtime/Ids.ts"

const lease = "4 seconds"
const renewal = "1 second"

export class SourceLease extends Context.Service<
  SourceLease,
  {
    /**
     * Runs the effect while this process holds the lease of the source, and interrupts it when the lease is lost. Returns
     * false, without running it, while another process holds the lease.
     */
    whileHeld<A, E, R>(source: string, run: Effect.Effect<A, E, R>): Effect.Effect<boolean, E, R>
  }
>()("@heddle/server/store/batches/SourceLease") {
  static readonly layer = Layer.effect(
    SourceLease,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Only one process can open the embedded database, and its successor need not wait.
      const isEmbedded = sql.driver === "pglite"

      const take = Effect.fnUntraced(function* (source: string) {
        const holder = yield* newId("proc")
        const rows = yield* sql`
          INSERT INTO source_leases AS l (source, holder, held_until)
          VALUES (${source}, ${holder}, clock_timestamp() + ${lease}::interval)
          ON CONFLICT (source) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
          WHERE l.held_until < clock_timestamp() RETURNING 1`
        return rows.length === 0 ? null : holder
      }, Effect.orDie)

      /** Ends when another process has taken the lease. */
      const keep = Effect.fnUntraced(function* (source: string, holder: string) {
        const renew = sql`
          UPDATE source_leases SET held_until = clock_timestamp() + ${lease}::interval
          WHERE source = ${source} AND holder = ${holder} RETURNING 1`.pipe(
          Effect.map((rows) => rows.length > 0),
          // Without the database nobody else can take the lease, and nothing can be stored.
          Effect.catch((error) =>
            Effect.as(Effect.logWarning("The lease of a source could not be renewed; trying again", error), true)
          )
        )
        while (yield* Effect.delay(renew, renewal)) yield* Effect.yieldNow
      })

      const release = (source: string, holder: string) =>
        Effect.ignore(sql`DELETE FROM source_leases WHERE source = ${source} AND holder = ${holder}`)

      const whileHeld = <A, E, R>(source: string, run: Effect.Effect<A, E, R>) =>
        isEmbedded
          ? Effect.as(run, true)
          : Effect.acquireUseRelease(
              take(source),
              (holder) =>
                holder === null
                  ? Effect.succeed(false)
                  : Effect.as(Effect.raceFirst(Effect.asVoid(run), keep(source, holder)), true),
              (holder) => (holder === null ? Effect.void : release(source, holder))
            )

      return SourceLease.of({ whileHeld })
    })
  )
}
