/** Which database this process uses, or why it has none. */
import { Context, type Effect, Schema } from "effect"

/** The database cannot be used. `message` is shown to the operator without a stack. */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  what: Schema.String,
  details: Schema.String,
  solution: Schema.String
}) {
  override get message(): string {
    return `${this.what}\n  Details: ${this.details}\n  To fix this: ${this.solution}`
  }
}

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
