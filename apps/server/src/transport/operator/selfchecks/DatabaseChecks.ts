/** Whether the database answers, belongs to this release and agrees on the time. */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SelfCheck } from "../../../operator/StateApi.ts"

/** Rounds and leases compare times of the database with those of a process. */
const clockWarningMillis = 1_000

const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const before = yield* Clock.currentTimeMillis
  const [row] = yield* sql<{ version: string; at: Date }>`
    SELECT current_setting('server_version') AS version, clock_timestamp() AS at`
  const after = yield* Clock.currentTimeMillis
  return { version: row?.version ?? "?", at: row?.at.getTime() ?? after, before, after }
})

/** How far the database's clock is from the time in which it was asked. */
export const clockOffMillis = (at: number, before: number, after: number): number =>
  at < before ? at - before : Math.max(0, at - after)

const clock = (off: number): SelfCheck =>
  Math.abs(off) < clockWarningMillis
    ? { name: "clock", state: "ok", text: "agrees with the database" }
    : {
        name: "clock",
        state: "warning",
        text: `the database is ${Math.abs(off) / 1_000} s ${off > 0 ? "ahead" : "behind"}; synchronize both machines (NTP)`
      }

const lastMigration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; migrationId: number }>`
    SELECT migration_id, name FROM effect_sql_migrations ORDER BY migration_id DESC LIMIT 1`
  return rows.map(({ name, migrationId }) => `${String(migrationId).padStart(4, "0")}_${name}`).join("")
})

const migrations = (atStart: string, now: string): SelfCheck =>
  atStart === now
    ? { name: "migrations", state: "ok", text: `all applied, up to ${now}` }
    : {
        name: "migrations",
        state: "warning",
        text: `a newer release has migrated the database up to ${now}; upgrade this process, which knows ${atStart}`
      }

/** Every start applies the migrations of its release, so the last one at the start is the last one it knows. */
export const makeDatabaseChecks = Effect.map(Effect.orDie(lastMigration), (atStart) =>
  Effect.gen(function* () {
    const { version, at, before, after } = yield* answers
    const database: SelfCheck = {
      name: "database",
      state: "ok",
      text: `PostgreSQL ${version} answers in ${Math.max(1, after - before)} ms`
    }
    return [database, migrations(atStart, yield* lastMigration), clock(clockOffMillis(at, before, after))]
  }).pipe(
    Effect.catch(({ message }) =>
      Effect.succeed<ReadonlyArray<SelfCheck>>([
        { name: "database", state: "failed", text: `does not answer: ${message}; look at its log and at DATABASE_URL` }
      ])
    )
  )
)
