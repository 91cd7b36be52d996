import { ReceiverConfigError } from "../../core/ReceiverConfigError.ts"

export type Row = Readonly<Record<string, unknown>>
export type Value = string | number | null

/** `Pool`, `Client` and `PoolClient` of `pg`. */
export interface PgLike {
  readonly query: (sql: string, values: Array<Value>) => Promise<{ readonly rows: ReadonlyArray<Row> }>
}

/** `sql` of `postgres`, and what its `sql.begin` gives. */
export interface PostgresJsLike {
  readonly unsafe: (sql: string, values: Array<Value>) => PromiseLike<ReadonlyArray<Row>>
}

export type PostgresClient = PgLike | PostgresJsLike

export type Ask = (sql: string, values: ReadonlyArray<Value>) => Promise<ReadonlyArray<Row>>

export function asker(client: PostgresClient): Ask {
  // The `sql` of postgres is a function with methods.
  if ((typeof client === "object" || typeof client === "function") && client !== null) {
    if ("unsafe" in client && typeof client.unsafe === "function") {
      return async (sql, values) => client.unsafe(sql, [...values])
    }
    if ("query" in client && typeof client.query === "function") {
      return async (sql, values) => (await client.query(sql, [...values])).rows
    }
  }
  throw new ReceiverConfigError("invalid_option", "client must be a pool or client of pg, or the sql of postgres.")
}
