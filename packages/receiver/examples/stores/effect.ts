import { createReceiver } from "@heddle/receiver"
import { postgresStore, type Row, type RunStatement } from "@heddle/receiver/postgres"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** In the transaction that it is made in, if there is one. */
const clientHere = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = Effect.runPromiseWith(yield* Effect.context())
  const client: RunStatement = (text, values) => run(sql.unsafe<Row>(text, values))
  return client
})

export const makeReceiver = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = postgresStore({ client: yield* clientHere })
  yield* Effect.promise(() => store.createTable())
  yield* sql`CREATE TABLE IF NOT EXISTS mentions (post text, likes integer)`
  const run = Effect.runPromiseWith(yield* Effect.context<SqlClient.SqlClient>())
  return createReceiver({
    secrets: process.env["HEDDLE_WEBHOOK_SECRET"] ?? "",
    store,
    handler: ({ post }, context) =>
      Effect.gen(function* () {
        yield* sql`INSERT INTO mentions (post, likes) VALUES (${post.code}, ${post.like_count})`
        const transaction = yield* clientHere
        yield* Effect.promise(() => store.completeIn(transaction, context))
      }).pipe(sql.withTransaction, run)
  })
})
