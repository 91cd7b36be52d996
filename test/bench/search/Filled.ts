/** A database filled with posts by ingestion. It remembers with which, so that a later run need not load them again. */
import { Clock, Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis } from "../../../apps/server/src/runtime/Time.ts"
import { makePosts } from "../posts/Posts.ts"
import { load } from "../posts/Writing.ts"

const days = 30

export const filled = Effect.fnUntraced(function* (seed: number, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS bench_load (seed bigint, count bigint, until_millis bigint)`
  const [before] = yield* sql<{ seed: number; count: number; untilMillis: number }>`SELECT * FROM bench_load`
  if (before !== undefined && (before.seed !== seed || before.count !== count)) {
    return yield* Effect.die(new Error(`The database holds ${before.count} posts of seed ${before.seed}`))
  }
  const untilMillis = before?.untilMillis ?? (yield* Clock.currentTimeMillis)
  const posts = makePosts({ seed, count, period: { fromMillis: untilMillis - days * dayMillis, untilMillis } })
  yield* Console.log(
    `${count} posts of ${days} days until ${new Date(untilMillis).toISOString()}, seed ${seed}; one caller`
  )
  if (before !== undefined) {
    yield* Console.log("loaded by an earlier run")
    return posts
  }
  const loaded = yield* load(posts)
  yield* sql`INSERT INTO bench_load VALUES (${seed}, ${count}, ${untilMillis})`
  yield* Console.log(
    `loaded by ingestion: ${loaded.authors} accounts in ${loaded.authorSeconds.toFixed(0)} s, posts in ` +
      `${loaded.postSeconds.toFixed(0)} s (${Math.round(count / loaded.postSeconds)}/s), VACUUM (ANALYZE) in ${loaded.vacuumSeconds.toFixed(0)} s`
  )
  return posts
})
