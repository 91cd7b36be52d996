/** What the database server says it has worked, from `pg_stat_statements`: planning and execution, waits included. */
import { Effect } from "effect"
import type { Client } from "pg"

export const statisticsSettings = [
  "shared_preload_libraries = 'pg_stat_statements'",
  "pg_stat_statements.track_planning = on",
  "pg_stat_statements.max = 10000"
]

export interface DatabaseWork {
  readonly millis: number
  readonly statements: number
}

export const resetDatabaseTime = (client: Client) =>
  Effect.promise(async () => {
    await client.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    await client.query("SELECT pg_stat_statements_reset()")
  })

/** Since the reset, without the questions of this benchmark. */
export const databaseTime = (client: Client) =>
  Effect.promise(async (): Promise<DatabaseWork> => {
    const { rows } = await client.query(`
      SELECT coalesce(sum(total_exec_time + total_plan_time), 0) AS millis, coalesce(sum(calls), 0) AS statements
      FROM pg_stat_statements JOIN pg_database d ON d.oid = dbid
      WHERE d.datname = current_database() AND query NOT LIKE '%pg_stat_statements%'`)
    return { millis: Number(rows[0]?.millis), statements: Number(rows[0]?.statements) }
  })
