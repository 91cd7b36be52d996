/** Reads of posts and people on a hot standby, which may be late or away. */
import { assert, layer } from "@effect/vitest"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { eventually } from "../../../../test/support/HeddleProcess.ts"
import * as PostgresServer from "../../../../test/support/PostgresServer.ts"
import * as PostgresClient from "../../src/database/client/PostgresClient.ts"
import { migrated } from "../../src/database/Database.ts"
import { dayMillis, now, unixSeconds } from "../../src/runtime/Time.ts"
import { call, customer, ingest, ServedApi } from "../support/ServedApi.ts"

class Standby extends Context.Service<
  Standby,
  { readonly primary: PostgresServer.PostgresServer; readonly standby: PostgresServer.PostgresServer }
>()("@heddle/server/test/database/Standby") {
  static readonly layer = Layer.effect(
    Standby,
    Effect.gen(function* () {
      const primary = yield* PostgresServer.start({ settings: ["fsync = off"] })
      return { primary, standby: yield* primary.startStandby }
    })
  )
}

const database = Layer.unwrap(
  Effect.map(Standby, ({ primary, standby }) =>
    migrated(
      PostgresClient.layer({
        url: primary.url,
        maxConnections: 5,
        queries: { connections: 4, timeout: Duration.seconds(30) },
        replicas: { urls: [standby.url], maxLag: Duration.seconds(2) }
      })
    )
  )
).pipe(
  Layer.provideMerge(Standby.layer),
  // The pools and the replica's checks live in real time.
  Layer.provide(Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())),
  Layer.orDie
)

const reads = [
  "/post/search?keywords=coffee&language=en",
  "/post/hot?language=en",
  "/post/keyword-trend?keywords=coffee&language=en",
  "/post/inspiration?topic=coffee&language=en",
  "/post/semantic-search?topic=coffee&language=en",
  "/post/forecast?codes=one",
  "/post/two/chain",
  "/user/amy/follower-history",
  "/user/amy/interactions",
  "/user/amy/top-threads",
  "/user?usernames=amy",
  "/leaderboard/cool-replies?language=en",
  "/leaderboard/follower-growth?language=en",
  "/leaderboard/post-like-growth?language=en",
  "/stats/follower-ladder?language=en",
  "/stats/like-ladder?language=en",
  "/stats/power-hours?language=en"
]
const ruleReads = ["/webhook/rules/preview", "/webhook/rules/backtest"]

const run = ({ url }: PostgresServer.PostgresServer, statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<{ value: unknown }>(statement)).pipe(
    Effect.map(([row]) => row?.value),
    Effect.provide(PostgresClient.layer({ url, maxConnections: 1 }), { local: true })
  )

/** When a server began the last query of a call. */
const lastQuery = (server: PostgresServer.PostgresServer) =>
  run(server, "SELECT max(query_start)::text AS value FROM pg_stat_activity WHERE application_name = 'heddle queries'")

const untilApplied = Effect.fnUntraced(function* () {
  const { primary, standby } = yield* Standby
  const position = yield* run(primary, "SELECT pg_current_wal_lsn()::text AS value")
  const applied = run(standby, `SELECT pg_last_wal_replay_lsn() >= '${String(position)}' AS value`)
  yield* Effect.promise(() =>
    eventually("the standby has caught up", async () => (await Effect.runPromise(applied)) === true, 20_000)
  )
})

const codesFound = Effect.fnUntraced(function* (key: string, keywords: string) {
  const { status, text, json } = yield* call(`/post/search?keywords=${keywords}&language=en`, { key })
  assert.strictEqual(status, 200, text)
  return Array.isArray(json["data"]) ? json["data"].map(({ code }) => code) : []
})

const untilFound = Effect.fnUntraced(function* (key: string, keywords: string, codes: ReadonlyArray<string>) {
  const ask = yield* Effect.map(Effect.context<ServedApi>(), Effect.runPromiseWith)
  yield* Effect.promise(() =>
    eventually(
      `a search for ${keywords} finds ${codes.join(", ")}`,
      async () => String(await ask(codesFound(key, keywords))) === String(codes),
      20_000
    )
  )
})

const services = ServedApi.layer.pipe(Layer.provideMerge(database))

layer(services, { timeout: "120 seconds" })("A read replica", (it) => {
  it.effect("answers all reads of posts and people, and nothing else", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(200 * dayMillis)
      const at = unixSeconds(yield* now)
      const { primary, standby } = yield* Standby
      const { key } = yield* customer({ plan: "standard", credits: 100_000 })
      yield* ingest(
        { type: "user", username: "amy", follower_count: 5_000 },
        { type: "post", code: "one", username: "amy", caption: "coffee in the morning", post_timestamp: at - 3_600 },
        { type: "post", code: "two", username: "bob", caption: "tea", post_timestamp: at - 60, reply_to: "one" }
      )
      yield* untilApplied()
      const before = yield* lastQuery(primary)
      for (const path of reads) {
        const { status, text } = yield* call(path, { key })
        assert.strictEqual(status, 200, `${path}: ${text}`)
      }
      for (const path of ruleReads) {
        const json = { keyword: "coffee", likeCount: 100 }
        const { status, text } = yield* call(path, { key, method: "POST", json })
        assert.strictEqual(status, 200, `${path}: ${text}`)
      }
      assert.strictEqual(yield* lastQuery(primary), before)
      assert.isNotNull(yield* lastQuery(standby))
      // Its entries are rows that the account has just written.
      assert.strictEqual((yield* call("/balance/history", { key })).status, 200)
      assert.notStrictEqual(yield* lastQuery(primary), before)
    })
  )

  it.effect("is not asked while it is late, and again when it has caught up", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(200 * dayMillis)
      const at = unixSeconds(yield* now)
      const { key } = yield* customer({ plan: "standard", credits: 100_000 })
      const { standby } = yield* Standby
      yield* untilApplied()
      yield* run(standby, "SELECT pg_wal_replay_pause()")
      yield* ingest({
        type: "post",
        code: "late",
        username: "amy",
        caption: "cocoa in the evening",
        post_timestamp: at - 60
      })
      assert.deepStrictEqual(yield* codesFound(key, "cocoa"), [], "the standby has not applied it")
      yield* untilFound(key, "cocoa", ["late"])
      yield* run(standby, "SELECT pg_wal_replay_resume()")
      const before = yield* lastQuery(standby)
      yield* Effect.repeat(Effect.andThen(codesFound(key, "cocoa"), lastQuery(standby)), {
        until: (last) => last !== before
      })
    })
  )

  it.effect("costs no call an error when it stops", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(200 * dayMillis)
      const { standby } = yield* Standby
      const { key } = yield* customer({ plan: "standard", credits: 100_000 })
      const searches = Effect.forEach(Array.from({ length: 40 }), () => codesFound(key, "cocoa"), { concurrency: 8 })
      const stopping = Effect.sync(() => standby.stopImmediately())
      const [found] = yield* Effect.all([searches, stopping], { concurrency: "unbounded" })
      assert.isTrue(found.every((codes) => codes.includes("late")))
      standby.startAgain()
    })
  )
})
