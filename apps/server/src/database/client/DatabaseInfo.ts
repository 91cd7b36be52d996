import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "./DatabaseUnavailable.ts"

/** Which database this process speaks to. */
export class DatabaseInfo extends Context.Service<
  DatabaseInfo,
  {
    readonly kind: "postgresql" | "pglite"
    /** Folder, or host, port and database name; never a password. Fit for a log line. */
    readonly location: string
    /**
     * Fails when the database is gone for as long as this process lives; a server ends then, so that it is started
     * again. Never for PostgreSQL, to which the pool connects again.
     */
    readonly lost: Effect.Effect<never, DatabaseUnavailable>
  }
>()("@heddle/server/database/client/DatabaseInfo") {}
