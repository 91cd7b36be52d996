/** What is known of the server's connections to its database; `database/client/Sessions.ts` finds it out. */
import { Context, type Effect } from "effect"
import type { SqlError } from "effect/sql"

/** `queries` are the connections for the queries of calls, `main` all others. */
export type Pool = "main" | "queries"

export const sessionStates = ["active", "idle", "idle in transaction"] as const

export interface Sessions {
  readonly pool: Pool
  readonly state: (typeof sessionStates)[number]
  readonly count: number
}

export class DatabaseSessions extends Context.Service<
  DatabaseSessions,
  {
    /** Seconds until a statement was answered through each pool: until a connection was free, and the way there and back. */
    readonly waits: Effect.Effect<ReadonlyArray<{ readonly pool: Pool; readonly seconds: number }>, SqlError.SqlError>
    /** Of all processes; empty for the embedded database. */
    readonly counts: Effect.Effect<ReadonlyArray<Sessions>, SqlError.SqlError>
  }
>()("@heddle/server/runtime/DatabaseSessions") {}
