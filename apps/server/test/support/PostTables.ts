/** Where posts stand, and what is left of them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { forgetPosts } from "./StoredState.ts"

/** The partition of each stored post, by code. */
export const tablesOfPosts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ code: string; name: string }>`
    SELECT p.code, p.tableoid::regclass::text AS name FROM posts p ORDER BY p.code`
  return Object.fromEntries(rows.map(({ code, name }) => [code, name]))
})

/** The partitions of a table, but for that of all other days. */
export const partitions = Effect.fnUntraced(function* (table: "posts" | "post_metrics") {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent = to_regclass(${table}) AND inhrelid <> to_regclass(${`${table}_old`}) ORDER BY 1`
  return rows.map(({ name }) => name)
})

/** Drops all days and forgets all posts; who remembers days has to be made anew. */
export const dropDays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const days = [...(yield* partitions("posts")), ...(yield* partitions("post_metrics"))]
  if (days.length > 0) yield* sql`DROP TABLE ${sql.literal(days.join())}`
  yield* forgetPosts
})

/** The codes that each table has something of. */
export const codesIn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const codes = (table: string) =>
    Effect.map(sql<{ code: string }>`SELECT DISTINCT code FROM ${sql(table)} ORDER BY code`, (rows) =>
      rows.map(({ code }) => code)
    )
  return {
    posts: yield* codes("posts"),
    metrics: yield* codes("post_metrics"),
    replies: yield* codes("replies"),
    codes: yield* codes("post_codes")
  }
})
