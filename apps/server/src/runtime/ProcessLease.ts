/**
 * Records which server processes are alive. What a process holds in the database while it answers a call (credits, an
 * idempotency key) carries the process's id. When a process dies, the others find its lease expired and end it; from
 * then on, whatever carries its id is abandoned.
 *
 * A process that was only paused goes on under a new id. What it held is gone, and each holder finds that out before it
 * commits: a settlement needs its hold, an answer its claim.
 *
 * Leases are judged by the clock of the database alone. Nobody can renew a lease while the database is down, so no lease
 * is ended before the database, and this process's connection to it, have been up for the length of a lease.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { allRoles, background } from "./Background.ts"
import { newId, type ProcessId } from "./Ids.ts"

const leaseMillis = 10_000
const renewalMillis = 1_000
/** A process that misses so much of its renewals is silent: others do its background work, which may be done twice. */
const silentMillis = 3_000
const lease = `${leaseMillis} milliseconds`

const textArray = (sql: SqlClient.SqlClient, texts: ReadonlyArray<string>) =>
  sql`string_to_array(${texts.join(",")}::text, ',')`

/** The condition that no process has this id any more. Ids do not come back. */
export const isGone = (sql: SqlClient.SqlClient, id: Statement.Fragment) =>
  sql`NOT EXISTS (SELECT 1 FROM processes WHERE processes.id = ${id})`

export class ProcessLease extends Context.Service<
  ProcessLease,
  {
    /** Marks what this process takes now. */
    readonly id: Effect.Effect<ProcessId>
    /** Tells the others which encryption keys this process has; it seals with the first. */
    announceKeys(ids: ReadonlyArray<string>): Effect.Effect<void, SqlError.SqlError>
    /** Renews the lease of this process and ends those of dead processes. */
    readonly renew: Effect.Effect<void, SqlError.SqlError>
    /**
     * The condition that a process is silent or gone. Nobody is silent as long as this process itself has not been in
     * touch with the database for some seconds: the others may have been cut off as well.
     */
    readonly isSilent: Effect.Effect<(id: Statement.Fragment) => Statement.Fragment>
    /** The same for what must not be done twice without need: for the length of a lease after an outage, only if it is gone. */
    readonly isDead: Effect.Effect<(id: Statement.Fragment) => Statement.Fragment>
    /** Which of these processes are gone. */
    gone(ids: ReadonlyArray<ProcessId>): Effect.Effect<ReadonlyArray<ProcessId>, SqlError.SqlError>
  }
>()("@heddle/server/runtime/ProcessLease") {
  static readonly layer = Layer.effect(
    ProcessLease,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Only one process can open the embedded database: no other can find its lease expired.
      const isEmbedded = sql.driver === "pglite"
      let current: ProcessId = yield* newId("proc")
      let keyIds: ReadonlyArray<string> = []
      /** Since when renewals have succeeded, after one that failed; null while they fail. */
      let steadySince: number | null = Number.NEGATIVE_INFINITY
      /** Since when renewals have come in time; null before the first. */
      let punctualSince: number | null = null

      const begin = (id: ProcessId) => sql`
        INSERT INTO processes (id, encryption_keys, alive_until)
        VALUES (${id}, ${textArray(sql, keyIds)}, clock_timestamp() + ${lease}::interval)`
      const end = (id: ProcessId) => sql`DELETE FROM processes WHERE id = ${id}`

      const extend = Effect.gen(function* () {
        const rows = yield* sql`
          UPDATE processes SET alive_until = clock_timestamp() + ${lease}::interval WHERE id = ${current} RETURNING id`
        if (rows.length > 0) return
        const id = yield* newId("proc")
        yield* begin(id)
        current = id
        // Others may have found that nobody seals with it any more.
        for (const key of keyIds.slice(0, 1)) {
          yield* sql`INSERT INTO encryption_keys (id) VALUES (${key}) ON CONFLICT (id) DO NOTHING`
        }
      })

      const databaseIsSteady = sql`pg_postmaster_start_time() < clock_timestamp() - ${lease}::interval`
      const endOthers = sql`DELETE FROM processes WHERE alive_until < clock_timestamp() AND ${databaseIsSteady}`

      const renew = Effect.gen(function* () {
        if (isEmbedded) return
        const before = yield* Clock.currentTimeMillis
        yield* Effect.tapError(extend, () => Effect.sync(() => void (steadySince = punctualSince = null)))
        const time = yield* Clock.currentTimeMillis
        steadySince ??= time
        punctualSince = punctualSince === null || time - before > renewalMillis ? time : punctualSince
        if (time - steadySince >= leaseMillis) yield* endOthers
      })

      const left = `${leaseMillis - silentMillis} milliseconds`
      const missesRenewals = (id: Statement.Fragment) =>
        sql`NOT EXISTS (
          SELECT 1 FROM processes
          WHERE processes.id = ${id} AND processes.alive_until > clock_timestamp() + ${left}::interval)`
      const ifGone = (id: Statement.Fragment) => isGone(sql, id)
      const isSilent = Effect.map(Clock.currentTimeMillis, (time) =>
        punctualSince === null || time - punctualSince < silentMillis ? ifGone : missesRenewals
      )
      const isDead = Effect.map(Effect.all([isSilent, Clock.currentTimeMillis]), ([isSilent, time]) =>
        steadySince === null || time - steadySince < leaseMillis
          ? ifGone
          : (id: Statement.Fragment) => sql`(${isGone(sql, id)} OR (${databaseIsSteady} AND ${isSilent(id)}))`
      )

      const gone = Effect.fnUntraced(function* (ids: ReadonlyArray<ProcessId>) {
        if (ids.length === 0) return []
        const rows = yield* sql<{ id: ProcessId }>`
          SELECT id FROM processes WHERE id IN (SELECT json_array_elements_text(${JSON.stringify(ids)}::json))`
        const alive = new Set(rows.map(({ id }) => id))
        return ids.filter((id) => !alive.has(id))
      })

      const announceKeys = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        keyIds = ids
        yield* sql`UPDATE processes SET encryption_keys = ${textArray(sql, ids)} WHERE id = ${current}`
      })

      // Processes of the embedded database from before it was opened are dead.
      if (isEmbedded) yield* sql`DELETE FROM processes WHERE started_at < pg_postmaster_start_time()`
      yield* Effect.acquireRelease(begin(current), () => Effect.ignore(Effect.suspend(() => end(current))))

      return ProcessLease.of({ id: Effect.sync(() => current), announceKeys, renew, isSilent, isDead, gone })
    }).pipe(Effect.orDie)
  )
}

export const processLeaseTask = background({
  name: "process lease",
  role: allRoles,
  every: renewalMillis,
  // The supervisor's waits after failures grow beyond the length of a lease.
  run: ProcessLease.use(({ renew }) => renew).pipe(
    Effect.catch((error) => Effect.logWarning("The lease of this process could not be renewed; trying again", error))
  ),
  onStop: "interrupt"
})
