import { Context } from "effect"

/** Which database this process speaks to. */
export class DatabaseInfo extends Context.Service<
  DatabaseInfo,
  {
    readonly kind: "postgresql" | "pglite"
    /** Folder, or host, port and database name; never a password. Fit for a log line. */
    readonly location: string
  }
>()("@heddle/server/database/DatabaseInfo") {}
