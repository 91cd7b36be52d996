/** What a server's maintenance does within minutes after posts were loaded: choose terms and floors, and count. */
import { Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { FollowerCounts } from "../../../apps/server/src/store/rollups/FollowerCounts.ts"
import { Prominence } from "../../../apps/server/src/store/rollups/Prominence.ts"
import { Rollups } from "../../../apps/server/src/store/rollups/Rollups.ts"
import { TermShares } from "../../../apps/server/src/store/terms/TermShares.ts"
import { timed } from "../Product.ts"

const tables = ["like_counts", "term_counts", "top_posts"] as const
const mebibyte = 2 ** 20

export const keepRollups = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { choose, add, recount } = yield* Rollups
  const added = yield* timed(add)
  yield* (yield* TermShares).refresh
  const chosen = yield* timed(choose)
  const recounted = yield* timed(recount.pipe(Effect.repeat({ until: (done) => done })))
  const followers = yield* timed((yield* FollowerCounts).refresh)
  const prominence = yield* Prominence
  const floors = yield* timed(prominence.choose)
  const prominent = yield* timed(prominence.recount.pipe(Effect.repeat({ until: (done) => done })))
  yield* sql`VACUUM (ANALYZE) like_counts, term_counts, like_deltas, term_deltas, top_posts`
  const [terms] = yield* sql<{ terms: number }>`SELECT count(*) AS terms FROM tracked_terms`
  const sizes = yield* Effect.forEach(tables, (table) =>
    Effect.map(
      sql<{ bytes: number; rows: number }>`
        SELECT pg_total_relation_size(${table}::regclass) AS bytes, (SELECT count(*) FROM ${sql(table)}) AS rows`,
      ([row]) => `${table} ${row?.rows} rows, ${((row?.bytes ?? 0) / mebibyte).toFixed(0)} MiB`
    )
  )
  const seconds = ({ millis }: { readonly millis: number }) => (millis / 1_000).toFixed(1)
  yield* Console.log(
    `rollups: steps added in ${seconds(added)} s, ${terms?.terms} terms chosen in ${seconds(chosen)} s and counted in ` +
      `${seconds(recounted)} s; floors chosen in ${seconds(floors)} s and prominent posts found in ${seconds(prominent)} s; ` +
      `followers counted in ${seconds(followers)} s; ` +
      sizes.join("; ")
  )
})
