/** Fills the product with posts through its own ingestion. */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { authorIdOf } from "../../../apps/server/src/store/Change.ts"
import { Ingestion } from "../../../apps/server/src/sources/ingestion/Ingestion.ts"
import { timed } from "../Product.ts"
import type { Posts } from "./Posts.ts"

export const origin = { source: "bench", urlTemplate: "https://posts.example/{username}/{code}" }
export const batchSize = 500
const batchesAtOnce = 2
/** Between the two times that an author is seen. */
const growthSeconds = 26 * 3_600
const growth = 0.03

/** Lazy batches of `changeOf(index)` for the indexes from `from` up to `until`. */
export const batches = <A>(from: number, until: number, changeOf: (index: number) => A) =>
  Array.from({ length: Math.ceil((until - from) / batchSize) }, (_, batch) => () => {
    const first = from + batch * batchSize
    return Array.from({ length: Math.min(batchSize, until - first) }, (_, at) => changeOf(first + at))
  })

/** Writes everything, authors first, who have gained followers since yesterday. A batch that is not written completely is a defect. */
export const load = Effect.fnUntraced(function* (posts: Posts) {
  const ingestion = yield* Ingestion
  const sql = yield* SqlClient.SqlClient
  const write = (makeChanges: ReadonlyArray<() => Parameters<Ingestion["Service"]["write"]>[0]>) =>
    Effect.forEach(makeChanges, (make) => Effect.suspend(() => ingestion.write(make(), origin)), {
      concurrency: batchesAtOnce,
      discard: true
    })
  const accounts = new Map<string, ReturnType<Posts["account"]>>()
  for (let index = 0; index < posts.count; index += 1) {
    const account = posts.account(index)
    accounts.set(authorIdOf(account), account)
  }
  const profiles = [...accounts.values()]
  const yesterday = Math.floor((yield* Clock.currentTimeMillis) / 1_000) - growthSeconds
  const before = profiles.map((profile) => ({
    ...profile,
    follower_count: Math.floor((profile.follower_count ?? 0) * (1 - growth)),
    observed_at: yesterday
  }))
  const writeAuthors = (authors: typeof profiles) =>
    write(batches(0, authors.length, (at) => authors[at] ?? posts.account(0)))
  const ofAuthors = yield* timed(Effect.andThen(writeAuthors(before), writeAuthors(profiles)))
  const ofPosts = yield* timed(write(batches(0, posts.count, posts.post)))
  const [stored] = yield* sql<{ posts: number }>`SELECT count(*) AS posts FROM posts`
  if (stored?.posts !== posts.count) {
    return yield* Effect.die(new Error(`${stored?.posts} posts are stored, but ${posts.count} were written`))
  }
  const vacuum = yield* timed(sql`VACUUM (ANALYZE)`)
  return {
    authors: profiles.length,
    authorSeconds: ofAuthors.millis / 1000,
    postSeconds: ofPosts.millis / 1000,
    vacuumSeconds: vacuum.millis / 1000
  }
})
