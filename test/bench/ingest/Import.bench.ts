/**
 * `npm run bench -- import`: posts a second when one file with history is ingested into an empty database, with all that
 * is kept beside posts, and the processor time that each post takes of the process and of PostgreSQL.
 *
 * Every author comes before the posts, with an id and a name.
 */
import { Console, Effect, FileSystem, Redacted, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import { Ingestion } from "../../../apps/server/src/sources/ingestion/Ingestion.ts"
import { authorIdOf, type Change } from "../../../apps/server/src/store/Change.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { postmasterOf } from "../Connection.ts"
import { microsOfFamily } from "../Cpu.ts"
import { type Posts, recentPosts } from "../posts/Posts.ts"
import { origin } from "../posts/Writing.ts"
import { describeServer, productIn, productOn, serverSettings, temporaryFolder, timed } from "../Product.ts"
import { type Figure, jsonFlag, machine, postsFlag, print, round, seedFlag } from "../Report.ts"

const days = 90
const goal = "goal: 15,000 posts/s, and no post in a default partition"

/** A name of its own beside the lasting id, as most networks have it. */
const withId = <A extends Change>(change: A): A =>
  change.type === "delete" ? change : { ...change, author_id: `did:plc:${authorIdOf(change)}` }

const linesOf = function* (posts: Posts) {
  const seen = new Set<string>()
  for (let index = 0; index < posts.count; index += 1) {
    const account = posts.account(index)
    if (!seen.has(authorIdOf(account))) yield withId(account)
    seen.add(authorIdOf(account))
  }
  for (let index = 0; index < posts.count; index += 1) yield withId(posts.post(index))
}

const writeFile = Effect.fnUntraced(function* (path: string, posts: Posts) {
  const fs = yield* FileSystem.FileSystem
  let lines = 0
  const text = Stream.fromIterable(linesOf(posts)).pipe(
    Stream.grouped(1_000),
    Stream.map((changes) => {
      lines += changes.length
      return Buffer.from(changes.map((change) => `${JSON.stringify(change)}\n`).join(""))
    })
  )
  yield* Stream.run(text, fs.sink(path))
  return lines
})

const measure = Effect.fnUntraced(function* (path: string, posts: Posts, microsOfDatabase: () => number) {
  const fs = yield* FileSystem.FileSystem
  const sql = yield* SqlClient.SqlClient
  const ingestion = yield* Ingestion
  const before = { ...process.cpuUsage(), database: microsOfDatabase() }
  const { value, millis } = yield* timed(ingestion.ingest(fs.stream(path), origin))
  const cpu = process.cpuUsage(before)
  const database = microsOfDatabase() - before.database
  if (value.rejected > 0 || value.ignored > 0) yield* Effect.die(new Error(JSON.stringify(value)))
  const [stored] = yield* sql<{ posts: number; apart: number }>`
    SELECT (SELECT count(*) FROM posts) AS posts,
      (SELECT count(*) FROM posts_old) + (SELECT count(*) FROM post_metrics_old) AS apart`
  if (stored?.posts !== posts.count) yield* Effect.die(new Error(`${stored?.posts} posts are stored`))
  return {
    perSecond: Math.round((posts.count * 1_000) / millis),
    processMicros: round((cpu.user + cpu.system) / posts.count),
    databaseMicros: round(database / posts.count),
    apart: stored?.apart ?? 0,
    rssMebibytes: Math.round(process.memoryUsage().rss / 2 ** 20)
  }
})

type Measured = Effect.Success<ReturnType<typeof measure>>

const report = (database: string, { perSecond, processMicros, databaseMicros, apart, rssMebibytes }: Measured) =>
  Console.log(
    `  ${database.padEnd(22)} ${perSecond} posts/s   processor time of a post: ${processMicros} µs of the process, ` +
      `${databaseMicros} µs of PostgreSQL   ${apart} rows in default partitions   ${rssMebibytes} MiB`
  )

const figure = (database: string, posts: number, measured: Measured): Figure => ({
  name: "import",
  metric: `history from one file, ${database}`,
  value: measured.perSecond,
  unit: "posts/s",
  ratio: { goal: round(measured.perSecond / 15_000, 2) },
  sizes: { posts, days, process_us: measured.processMicros, database_us: measured.databaseMicros }
})

export const importBench = Command.make(
  "import",
  {
    json: jsonFlag,
    posts: postsFlag(200_000),
    seed: seedFlag,
    embedded: Flag.Boolean("embedded").pipe(
      Flag.withDescription("Also into the embedded database"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ json, posts: count, seed, embedded }) {
    const posts = yield* recentPosts({ seed, count, days })
    const folder = yield* temporaryFolder
    const path = `${folder}/posts.ndjson`
    const lines = yield* writeFile(path, posts)
    yield* Console.log(`${machine()}\n${count} posts of ${days} days, ${lines} lines, seed ${seed} (${goal})`)
    const { url } = yield* PostgresServer.start({ settings: serverSettings })
    const postmaster = yield* postmasterOf(Redacted.value(url))
    const onServer = yield* Effect.gen(function* () {
      yield* Console.log(yield* describeServer)
      return yield* measure(path, posts, () => microsOfFamily(postmaster))
    }).pipe(Effect.provide(productOn(url)))
    yield* report("PostgreSQL", onServer)
    const figures = [figure("PostgreSQL", count, onServer)]
    if (embedded) {
      const inFolder = yield* measure(path, posts, () => 0).pipe(Effect.provide(productIn(`${folder}/embedded`)))
      yield* report("embedded", inFolder)
      figures.unshift(figure("embedded", count, inFolder))
    }
    yield* print(json, figures)
  }, Effect.scoped)
).pipe(Command.withDescription("Posts a second from one file of history into an empty database"))
