/** A database filled with posts by ingestion. It remembers with which, so that a later run need not load them again. */
import { Clock, Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis } from "../../../apps/server/src/runtime/Time.ts"
import { Ingestion } from "../../../apps/server/src/sources/ingestion/Ingestion.ts"
import { makePosts, type Posts } from "../posts/Posts.ts"
import { batches, load, origin } from "../posts/Writing.ts"
import { timed } from "../Product.ts"

const days = 30
/** As after an import, all posts were seen within a day; every tenth was seen twice, and gained likes. */
const everyAgain = 10

const countAgain = Effect.fnUntraced(function* (posts: Posts) {
  const ingestion = yield* Ingestion
  yield* Effect.forEach(
    batches(0, Math.floor(posts.count / everyAgain), (at) => posts.later(everyAgain * at, 1)),
    (make) => Effect.suspend(() => ingestion.write(make(), origin)),
    { discard: true }
  )
})

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
  const again = yield* timed(countAgain(posts))
  yield* sql`INSERT INTO bench_load VALUES (${seed}, ${count}, ${untilMillis})`
  yield* Console.log(
    `loaded by ingestion: ${loaded.authors} accounts in ${loaded.authorSeconds.toFixed(0)} s, posts in ` +
      `${loaded.postSeconds.toFixed(0)} s (${Math.round(count / loaded.postSeconds)}/s), VACUUM (ANALYZE) in ${loaded.vacuumSeconds.toFixed(0)} s; ` +
      `one of ${everyAgain} posts counted again in ${(again.millis / 1000).toFixed(0)} s`
  )
  return posts
})
