/** A database of the release before posts had days keeps everything: posts, threads, accounts, deletions and the rounds' place. */
import { assert, layer } from "@effect/vitest"
import { encode, identifyLanguage } from "@heddle/text"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyEmptyDatabase } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { installFunctions, sqlFunctions } from "../../../src/database/functions/SqlFunctions.ts"
import { migrations } from "../../../src/database/migrations/index.ts"
import { Interactions } from "../../../src/queries/authors/Interactions.ts"
import { AuthorProfiles } from "../../../src/queries/authors/AuthorProfiles.ts"
import { LiveChain } from "../../../src/live/LiveChain.ts"
import { PostMaintenance } from "../../../src/store/retention/PostMaintenance.ts"
import { Search } from "../../../src/queries/search/Search.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { partitions } from "../../support/PostTables.ts"
import { origin, writePosts } from "../../support/Posts.ts"
import { giveFormerPlan } from "../../support/FormerPlan.ts"
import { TestServices } from "../../support/TestServices.ts"

const run = (these: (name: string) => boolean) =>
  Effect.forEach(
    Object.entries(migrations).filter(([name]) => these(name)),
    ([, migration]) => migration,
    { discard: true }
  )

/** Today's services write what this adds, and no migration between changes the same tables. */
const servicesNeed = (name: string) => name === "0016_processes"

/** As the release before left it, with nothing in it. */
const Former = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* run((name) => name < "0010" || servicesNeed(name))
    // Today's services make the events of that release, and they need today's functions.
    const sql = yield* SqlClient.SqlClient
    for (const { drops, text } of yield* sqlFunctions) {
      for (const signature of drops) yield* sql.unsafe(`DROP FUNCTION IF EXISTS ${signature}`)
      yield* sql.unsafe(text)
    }
  })
)

/** As a start does it, up to the newest release. */
const migrate = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.withTransaction(run((name) => name >= "0010" && !servicesNeed(name)))
).pipe(Effect.andThen(Effect.flatMap(sqlFunctions, installFunctions)))

const day = 86_400
const start = 120 * day
const daysAgo = (days: number): Date => new Date((start - days * day) * 1_000)

interface FormerPost {
  readonly code: string
  readonly posted_at: Date
  readonly caption?: string
  readonly username?: string
  readonly reply_to?: string | null
  readonly like_count?: number
}

const insertPost = Effect.fnUntraced(function* (post: FormerPost) {
  const sql = yield* SqlClient.SqlClient
  const { caption = "the wombat is here", username = "ann", reply_to = null, like_count = 100 } = post
  yield* sql`INSERT INTO posts ${sql.insert({
    code: post.code,
    source: "test",
    url: `https://posts.example/${post.code}`,
    caption,
    token_text: encode(caption),
    language: identifyLanguage(caption),
    username,
    posted_at: post.posted_at,
    is_reply: reply_to !== null,
    reply_to,
    like_count,
    reply_count: 2,
    repost_count: 3,
    reshare_count: 4,
    impression_count: null,
    media_url: "[]",
    observed_at: post.posted_at
  })}`
})

/** An account with a rule that is checked already, and one event. Rules have no English; this one is as if they had. */
const formerEvent = Effect.fnUntraced(function* (postCode: string) {
  const sql = yield* SqlClient.SqlClient
  const time = daysAgo(0)
  const { id } = yield* (yield* Accounts).create("ann@example.com")
  yield* giveFormerPlan(id, 1_000)
  const keyword = "wombat"
  yield* sql`INSERT INTO webhook_endpoints ${sql.insert({
    account_id: id,
    id: "ep_1",
    url: "https://example.com/hooks",
    sealed_secret: new Uint8Array([1]),
    created_at: time
  })}`
  yield* sql`INSERT INTO webhook_rules ${sql.insert({
    account_id: id,
    id: "rule_1",
    endpoint_id: "ep_1",
    type: "keyword",
    keyword,
    like_count: 10,
    lookback_hours: 24,
    language: "en",
    content: keyword,
    created_at: time,
    checked: true
  })}`
  yield* sql`INSERT INTO webhook_rounds (account_id) VALUES (${id})`
  const eventId = yield* newId("evt")
  yield* sql.withTransaction((yield* Ledger).holdEach([{ accountId: id, holdId: eventId }], 20))
  yield* sql`INSERT INTO webhook_events ${sql.insert({
    account_id: id,
    id: eventId,
    endpoint_id: "ep_1",
    rule_id: "rule_1",
    rule_type: "keyword",
    rule_keyword: keyword,
    post_code: postCode,
    state: "scheduled",
    due_at: time,
    created_at: time
  })}`
})

const search = (keyword: string, language: "en" | "zh" = "en") =>
  Effect.gen(function* () {
    const query = { keywords: [keyword], language, max_age_hours: 90 * 24 }
    const { data } = yield* yield* (yield* Search).prepare(query)
    return data.map(({ code, like_count }) => `${code} ${like_count}`)
  })

onAnyEmptyDatabase("0010_post_days", (_name, client) => {
  const inside = TestServices.pipe(Layer.provideMerge(Former.pipe(Layer.provideMerge(client))), Layer.orDie)

  layer(inside, { timeout: "120 seconds" })((it) => {
    it.effect("keeps posts, threads, interactions, accounts, deletions, and the place of the rounds", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* TestClock.setTime(start * 1_000)
        yield* sql`
            INSERT INTO authors (username, full_name, follower_count, observed_at)
            VALUES ('ann', 'Ann', 12, ${daysAgo(1)}), ('Bob', 'Bob', NULL, ${daysAgo(2)})`
        yield* insertPost({ code: "root", posted_at: daysAgo(60), like_count: 7 })
        yield* insertPost({ code: "answer", posted_at: daysAgo(20), username: "Bob", reply_to: "root" })
        yield* insertPost({ code: "again", posted_at: daysAgo(19), reply_to: "answer" })
        yield* insertPost({ code: "lost", posted_at: daysAgo(19), username: "Bob", reply_to: "never-stored" })
        yield* insertPost({ code: "taiwan", posted_at: daysAgo(89), caption: "台積電股價又創新高了，這個月都在漲" })
        yield* insertPost({ code: "expired", posted_at: daysAgo(110) })
        yield* insertPost({ code: "made", posted_at: daysAgo(0.5), like_count: 1 })
        yield* insertPost({ code: "seen", posted_at: daysAgo(0.4), like_count: 1 })
        yield* sql`INSERT INTO deleted_posts (code, deleted_at) VALUES ('gone', ${daysAgo(3)})`

        yield* formerEvent("made")
        yield* sql`UPDATE webhook_rounds SET cursor = pg_snapshot_xmin(pg_current_snapshot())::text::xid8`
        yield* sql`UPDATE posts SET like_count = 50, changed_in = pg_current_xact_id() WHERE code = 'made'`
        yield* insertPost({ code: "news", posted_at: daysAgo(0.1), like_count: 30 })

        yield* migrate

        assert.deepStrictEqual(yield* search("wombats"), [
          "news 30",
          "seen 1",
          "made 50",
          "lost 100",
          "again 100",
          "answer 100",
          "root 7"
        ])
        assert.deepStrictEqual(yield* search("積電", "zh"), ["taiwan 100"])
        assert.deepStrictEqual(yield* search("電股價又", "zh"), ["taiwan 100"])
        const { data: thread } = yield* (yield* LiveChain).of("again", {})
        assert.strictEqual(thread.root.code, "root")
        assert.deepStrictEqual(
          thread.replies.map(({ code, depth }) => `${code} ${depth}`),
          ["answer 1", "again 2"]
        )
        const { data: met } = yield* (yield* Interactions).of("ann", {})
        assert.deepStrictEqual(
          met.map(({ username, sent, received }) => ({ username, sent, received })),
          [{ username: "Bob", sent: 1, received: 1 }]
        )
        const { data: users } = yield* (yield* AuthorProfiles).of(["ann", "Bob"])
        assert.deepStrictEqual(
          users.map((user) => ("follower_count" in user ? user.follower_count : undefined)),
          [12, null]
        )

        const events = sql`SELECT post_code FROM webhook_events ORDER BY post_code`
        yield* (yield* Round).run
        assert.deepStrictEqual(yield* events, [{ postCode: "made" }, { postCode: "news" }])

        assert.deepStrictEqual(
          yield* writePosts(
            { code: "gone", post_timestamp: start },
            { code: "made", post_timestamp: start, like_count: 60, observed_at: start },
            { code: "never-stored", username: "cleo", post_timestamp: start - 30 * day }
          ),
          ["ignored", "updated", "accepted"]
        )
        yield* (yield* Round).run
        assert.deepStrictEqual(yield* events, [{ postCode: "made" }, { postCode: "news" }])
        const { data: metBob } = yield* (yield* Interactions).of("Bob", {})
        assert.deepStrictEqual(metBob.map(({ username, sent }) => `${username} ${sent}`).toSorted(), [
          "ann 1",
          "cleo 1"
        ])
        assert.deepStrictEqual(yield* sql`SELECT like_count FROM posts WHERE code = 'made'`, [{ likeCount: 60 }])

        yield* (yield* Ingestion).write([{ type: "delete", code: "root" }], origin)
        yield* (yield* PostMaintenance).run
        assert.deepStrictEqual(
          (yield* sql<{ code: string }>`SELECT code FROM posts ORDER BY code`).map(({ code }) => code),
          ["again", "answer", "lost", "made", "never-stored", "news", "seen", "taiwan"]
        )
      })
    )
  })

  layer(inside, { timeout: "120 seconds" })((it) => {
    it.effect("does nothing to a database without posts, which then takes some", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        yield* migrate
        assert.deepStrictEqual(yield* partitions("posts"), [])
        yield* writePosts({ code: "first", caption: "the wombat is here", post_timestamp: start })
        assert.deepStrictEqual(yield* search("wombat"), ["first 0"])
      })
    )
  })

  layer(inside, { timeout: "120 seconds" })((it) => {
    it.effect("moves posts of thousands of days, of which those past retention get no table of their own", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* insertPost({ code: "newest", posted_at: new Date("2026-05-01T12:00:00Z") })
        yield* sql`
            INSERT INTO posts (code, source, url, caption, token_text, language, username, posted_at, is_reply, like_count,
              reply_count, repost_count, reshare_count, media_url, observed_at)
            SELECT 'p' || n, source, url, caption, token_text, language, username, posted_at - n * interval '11 hours',
              is_reply, like_count, reply_count, repost_count, reshare_count, media_url, observed_at
            FROM posts CROSS JOIN generate_series(1, 5000) AS n`
        yield* migrate
        const names = yield* partitions("posts")
        assert.isAtLeast(names.length, 93)
        assert.isAtMost(names.length, 95)
        assert.strictEqual(names.at(-1), "posts_20260501")
        assert.lengthOf(yield* partitions("post_metrics"), names.length)
        for (const table of ["posts", "post_codes", "post_metrics"]) {
          assert.deepStrictEqual(yield* sql`SELECT count(*) AS rows FROM ${sql(table)}`, [{ rows: 5_001 }], table)
        }
      })
    )
  })
})
