import { createReceiver } from "@heddle/receiver"
import * as SqlStore from "@heddle/receiver/effect-sql"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const makeReceiver = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* SqlStore.make()
  yield* store.createTable
  yield* sql`CREATE TABLE IF NOT EXISTS mentions (post text, likes integer)`
  const run = Effect.runPromiseWith(yield* Effect.context())
  return createReceiver({
    secrets: process.env["HEDDLE_WEBHOOK_SECRET"] ?? "",
    store,
    handler: ({ post }, context) =>
      sql`INSERT INTO mentions (post, likes) VALUES (${post.code}, ${post.like_count})`.pipe(
        Effect.andThen(store.completeIn(context)),
        sql.withTransaction,
        run
      ),
    onError: console.error
  })
})
