import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "./DatabaseUnavailable.ts"

/** The database this process uses. */
export class DatabaseInfo extends Context.Service<
  DatabaseInfo,
  {
    readonly kind: "postgresql" | "pglite"
    /** Folder, or host, port and database name, without the password; safe to log. */
    readonly location: string
    /**
     * Fails when the database is lost for the rest of the process, which then ends so that it is restarted. Never fails
     * for PostgreSQL, where the pool reconnects.
     */
    readonly lost: Effect.Effect<never, DatabaseUnavailable>
  }
>()("@heddle/server/database/client/DatabaseInfo") {}
