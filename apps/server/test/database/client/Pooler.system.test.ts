/** PgBouncer in transaction mode between the server and PostgreSQL. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describeWith } from "../../../../../test/support/DescribeWith.ts"
import { pgBouncer } from "../../../../../test/support/PgBouncer.ts"
import * as PostgresServer from "../../../../../test/support/PostgresServer.ts"
import * as PostgresClient from "../../../src/database/client/PostgresClient.ts"

describeWith(pgBouncer, "PgBouncer", ({ followsStatements, start }) => {
  const connect = Effect.fnUntraced(function* (settings: ReadonlyArray<string>) {
    const server = yield* PostgresServer.start({ fsync: false })
    const url = yield* start(server.url, settings)
    const client = PostgresClient.layer({ url, maxConnections: 3 })
    return yield* Effect.provide(SqlClient.SqlClient, client).pipe(
      Effect.as("connected"),
      Effect.catchTag("DatabaseUnavailable", ({ message }) => Effect.succeed(message))
    )
  })

  it.live(
    "is refused, with the reason, when it loses prepared statements",
    () =>
      Effect.gen(function* () {
        const message = yield* connect(followsStatements ? ["max_prepared_statements = 0"] : [])
        assert.include(message, "loses prepared statements")
        assert.include(message, "Use PgBouncer 1.21 or later with max_prepared_statements = 200")
      }),
    60_000
  )

  it.live(
    "is used when it follows them, and its settings are named where one is missing",
    () =>
      Effect.gen(function* () {
        const more = followsStatements ? ["max_prepared_statements = 200"] : ["pool_mode = session"]
        assert.strictEqual(yield* connect(more), "connected")
        const message = yield* connect([...more, "ignore_startup_parameters = statement_timeout"])
        assert.include(message, "Add jit to ignore_startup_parameters of the pooler")
      }),
    60_000
  )
})
