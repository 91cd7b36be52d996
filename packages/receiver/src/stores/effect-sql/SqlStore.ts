import { Data, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { HandlerContext } from "../../core/Handler.ts"
import { leaseLost } from "../../core/Lease.ts"
import type { ReceiverError } from "../../core/ReceiverError.ts"
import type { IdempotencyStore } from "../IdempotencyStore.ts"
import type { Row, Value } from "../postgres/PostgresClient.ts"
import type { TableOptions } from "../postgres/PostgresStore.ts"
import { statements } from "../postgres/Statements.ts"
import { steps } from "../postgres/Steps.ts"
import { createSafely, createTableSql, defaultTable } from "../postgres/Table.ts"
import { retentionMsOf } from "../Retention.ts"
import { storedKey } from "../StoredKey.ts"

export class UnsupportedDialect extends Data.TaggedError("UnsupportedDialect")<{ readonly driver: string }> {
  override readonly message =
    `The SQL client "${this.driver}" is not of PostgreSQL. ` +
    "Use a PostgreSQL client, or write an IdempotencyStore with the four steps in your database's SQL."
}

export interface SqlStore extends IdempotencyStore {
  /** Creates table and index unless they are there. Safe from many processes at once. */
  readonly createTable: Effect.Effect<void, SqlError.SqlError>
  /**
   * Completes the event inside the `sql.withTransaction` it runs in, so that it and what the handler wrote there are
   * committed together or not at all. Fails with `lease_lost` when another delivery has taken over, which rolls back.
   * Does nothing on test events.
   */
  readonly completeIn: (
    context: Pick<HandlerContext, "claim" | "eventKey">
  ) => Effect.Effect<void, SqlError.SqlError | ReceiverError>
}

/** The table of `@heddle/receiver/postgres`, over the `SqlClient` of your application: `PgClient`, PGlite included. */
export const make = Effect.fn("heddle/SqlStore.make")(function* (options: TableOptions = {}) {
  const sql = yield* SqlClient.SqlClient
  const supported = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  if (!supported) return yield* new UnsupportedDialect({ driver: sql.driver })
  const table = options.table ?? defaultTable
  const retentionMs = retentionMsOf(options.retentionSeconds)
  const run = Effect.runPromiseWith(yield* Effect.context())
  const ask = (text: string, values: ReadonlyArray<Value>) => sql.unsafe<Row>(text, values)

  const completeIn = Effect.fn("heddle/SqlStore.completeIn")(function* ({
    claim,
    eventKey
  }: Pick<HandlerContext, "claim" | "eventKey">) {
    if (claim === null) return
    const key = yield* Effect.promise(() => storedKey(claim.key))
    const rows = yield* ask(statements(table).complete, [key, claim.owner, retentionMs])
    if (rows.length === 0) return yield* Effect.fail(leaseLost(eventKey))
  })
  const store: SqlStore = {
    ...steps((text, values) => run(ask(text, values)), table, retentionMs),
    createTable: Effect.asVoid(ask(createSafely(createTableSql(table)), [])),
    completeIn
  }
  return store
})
