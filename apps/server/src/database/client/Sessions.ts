/**
 * The sessions of the server's two pools at PostgreSQL, and how long this process waits for one. The driver does not tell
 * who waits, so a statement is sent through each pool, as its callers would.
 */
import { Clock, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseSessions, type Pool, type Sessions, sessionStates } from "../../runtime/DatabaseSessions.ts"
import { queryApplication, serverApplication } from "./PostgresClient.ts"
import { QueryPool } from "./QueryPool.ts"

/** Longer waits are reported as this long. */
const longestWait = "5 seconds"
const longestWaitSeconds = 5

const poolOf = (application: string): Pool => (application === queryApplication ? "queries" : "main")

const waitOf = (sql: SqlClient.SqlClient) =>
  Clock.clockWith((clock) => {
    const startedAt = clock.currentTimeNanosUnsafe()
    return Effect.map(Effect.timeoutOption(sql`SELECT 1`, longestWait), (answer) =>
      Option.isNone(answer) ? longestWaitSeconds : Number(clock.currentTimeNanosUnsafe() - startedAt) / 1e9
    )
  })

interface Row {
  readonly application: string
  /** Null for sessions of another user. */
  readonly state: string | null
  readonly count: number
}

export const SessionsLayer = Layer.effect(
  DatabaseSessions,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const queries = yield* QueryPool

    const pools: ReadonlyArray<readonly [Pool, SqlClient.SqlClient]> = [
      ["main", sql],
      ...(Option.isSome(queries) ? [["queries", queries.value] as const] : [])
    ]

    const waits = Effect.forEach(
      pools,
      ([pool, client]) => Effect.map(waitOf(client), (seconds) => ({ pool, seconds })),
      { concurrency: "unbounded" }
    )

    const rows = sql<Row>`
      SELECT application_name AS application, regexp_replace(state, ' [(]aborted[)]$', '') AS state, count(*)
      FROM pg_stat_activity
      WHERE datname = current_database() AND ${sql.in("application_name", [serverApplication, queryApplication])}
      GROUP BY 1, 2`

    const counts = Effect.map(rows, (found) => {
      const counted = new Map(found.map(({ application, state, count }) => [`${poolOf(application)} ${state}`, count]))
      return pools.flatMap(([pool]) =>
        sessionStates.map((state): Sessions => ({ pool, state, count: counted.get(`${pool} ${state}`) ?? 0 }))
      )
    })

    return DatabaseSessions.of({ waits, counts: sql.driver === "pglite" ? Effect.succeed([]) : counts })
  })
)
