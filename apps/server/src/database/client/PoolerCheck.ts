/**
 * A pooler in transaction mode gives each transaction another session. One that does not follow prepared statements there,
 * such as PgBouncer before 1.21, works until there is load, and then fails statements now and then. It is refused at the
 * start instead.
 */
import { Effect } from "effect"
import type { SqlClient, SqlConnection } from "effect/sql"
import { sqlStateOf } from "../../runtime/StatementText.ts"
import { DatabaseUnavailable } from "./DatabaseInfo.ts"

/** The session has no such statement, or another one of that name. */
const lostStates = /^(?:26000|42P05)$/

const loses = (location: string) =>
  new DatabaseUnavailable({
    what: `The pooler at ${location} (DATABASE_URL) loses prepared statements.`,
    details: "What a connection had prepared was missing in its next transaction, which ran in another session.",
    solution:
      "Use PgBouncer 1.21 or later with max_prepared_statements = 200, or set pool_mode = session, or connect to PostgreSQL itself."
  })

const control = (connection: SqlConnection.Connection, statement: string) =>
  connection.executeUnprepared(statement, [], undefined)

const transaction = (connection: SqlConnection.Connection) =>
  Effect.acquireUseRelease(
    control(connection, "BEGIN"),
    () => connection.execute("SELECT 1", [], undefined),
    () => control(connection, "ROLLBACK")
  )

/** The server may be in use: others may take the session that was meant for us. */
const rounds = 2
/** A pooler that has one session has no other to give. */
const timeout = "1 second"

/** Takes two connections of the client for a moment. */
export const checkPooler = (sql: SqlClient.SqlClient, location: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const [one, other] = [yield* sql.reserve, yield* sql.reserve]
      for (let round = 0; round < rounds; round += 1) {
        yield* transaction(one)
        // Poolers hand out the session that was used last, so the other connection now holds the one of the first.
        yield* Effect.acquireUseRelease(
          control(other, "BEGIN"),
          () => Effect.timeoutOption(transaction(one), timeout),
          () => control(other, "ROLLBACK")
        )
      }
    })
  ).pipe(
    Effect.catchTag("SqlError", (error) => Effect.fail(lostStates.test(sqlStateOf(error)) ? loses(location) : error))
  )
