/** What the queries charge for what they return, which estimate they need, and which values their parameters take. */
import { assert } from "@effect/vitest"
import { operations } from "@heddle/api"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { Ledger } from "../../src/credits/ledger/Ledger.ts"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import { origin, writePosts } from "../support/Posts.ts"
import { charged, refusedBelow, rowsOf } from "../support/PricedCalls.ts"
import { call, customer, ServedApi } from "../support/ServedApi.ts"

const hour = 3_600
const odd = "a/b ?#%台@x.example"
const many = Array.from({ length: 105 }, (_, index) => index)
const repeated = (count: number, name = "x") => Array.from({ length: count }, () => name).join()

/** 105 posts of one author with an answer of each of 105 others, who all gained followers. */
const population = Effect.gen(function* () {
  const now = Math.floor(Date.now() / 1_000)
  yield* writePosts(
    ...many.map((index) => ({
      code: `root${index}`,
      username: "star",
      post_timestamp: now - 200 - index,
      like_count: 1 + index,
      impression_count: 5
    })),
    { code: "old", username: "quiet", post_timestamp: now - 40 * 24 * hour },
    { code: "odd", username: odd, post_timestamp: now - 60 }
  )
  yield* writePosts(
    ...many.map((index) => ({
      code: `reply${index}`,
      username: `fan${index}`,
      post_timestamp: now - 60 - index,
      reply_to: "root0",
      like_count: 1
    }))
  )
  const told = (age: number, follower_count: number) =>
    many.map((index) => ({
      type: "user" as const,
      username: `fan${index}`,
      observed_at: now - age,
      follower_count: follower_count * (index + 1)
    }))
  yield* (yield* Ingestion).write([...told(3 * hour, 0), ...told(60, 1)], origin)
})

const boards = ["cool-replies", "post-like-growth", "follower-growth"].map((name) => `/leaderboard/${name}`)
const figures = ["/stats/like-ladder", "/stats/follower-ladder", "/stats/power-hours"]

/** The rows of the answer, null where it has none, and what they cost. */
const charges: ReadonlyArray<readonly [path: string, rows: number | null, cost: number]> = [
  ...boards.flatMap((path) => [
    [`${path}?language=ko`, 0, 30] as const,
    [`${path}?language=EN&size=1`, 1, 30] as const,
    [`${path}?language=en`, 30, 30] as const,
    [`${path}?language=en&size=31&hours=2`, 31, 31] as const,
    [`${path}?language=en&size=100&hours=168`, 100, 100] as const
  ]),
  ...figures.map((path) => [path, null, 10] as const),
  ["/stats/like-ladder?region=hk", null, 10],
  ["/stats/power-hours?days=90&utc_offset=840", null, 10],
  ["/post/hot?language=en&size=31", 31, 72],
  ["/post/hot?language=ko&size=300", 0, 610],
  ["/post/hot?sort=impression:desc&language=en&size=31&hours=1", 31, 102],
  ["/post/keyword-trend?keywords=a,a&days=2&include_engagement=false", 2, 12],
  ["/post/semantic-search?topic=dugong&language=en", 0, 30],
  ["/post/forecast?codes=nobody", 1, 0],
  ["/user/star/top-threads", 10, 10],
  ["/user/star/top-threads?limit=1", 1, 1],
  ["/user/star/top-threads?limit=100&days=90&sort=view", 100, 100],
  ["/user/quiet/top-threads", 0, 0],
  ["/user/quiet/top-threads?days=90", 1, 1],
  [`/user/${encodeURIComponent(odd)}/top-threads`, 1, 1],
  ["/user/quiet/interactions", 0, 0],
  ["/user/fan0/interactions", 1, 30],
  ["/user/star/interactions", 10, 30],
  ["/user/star/interactions?limit=11&days=7", 11, 32],
  ["/user/star/interactions?limit=100&sort=received", 100, 210],
  ["/user/star/follower-history", 30, 10],
  ["/user/quiet/follower-history?days=365", 365, 10],
  ["/user?usernames=nobody,nobody", 2, 0],
  ["/user?usernames=star,nobody,star,fan1", 4, 9],
  [`/user?usernames=${repeated(50, "star")}`, 50, 150],
  ["/post/root1/chain", null, 1],
  ["/post/reply3/chain", null, 100],
  ["/post/root0/chain?limit=500", null, 106],
  ["/post/root0/chain?limit=1", null, 1]
]

/** What an account needs for the call, and the largest limit that one credit less can pay. */
const estimates: ReadonlyArray<readonly [path: string, estimate: number, affordable: number | null]> = [
  ...boards.flatMap((path) => [
    [`${path}?language=en`, 30, 0] as const,
    [`${path}?language=en&size=100`, 100, 99] as const
  ]),
  ...figures.map((path) => [path, 10, null] as const),
  ["/post/hot?size=71", 152, 70],
  ["/post/hot?size=56&sort=impression:desc", 152, 55],
  ["/post/hot?size=1", 70, 0],
  ["/post/keyword-trend?keywords=a", 21, null],
  ["/post/semantic-search?topic=a&limit=11", 32, 10],
  ["/post/forecast?codes=root1,root2", 20, null],
  ["/user/star/top-threads?limit=100", 100, 99],
  ["/user/star/interactions", 30, 0],
  ["/user/star/interactions?limit=12", 34, 11],
  ["/user/star/follower-history", 10, null],
  ["/user?usernames=nobody,star,star", 9, null],
  ["/post/root0/chain?limit=500", 500, 499],
  ["/live/posts?codes=a,b,c", 9, null],
  ["/live/users?usernames=a,b", 6, null]
]

/** Queries with one value too many, which the first name is; the recorded answers have those of the other calls. */
const refused: Readonly<Record<string, ReadonlyArray<string>>> = {
  "/post/semantic-search": [
    "topic",
    "topic=%20%20",
    "topic=%E2%80%A6!",
    `topic=${"a".repeat(501)}`,
    "limit=0&topic=a",
    "limit=3001&topic=a",
    "min_likes=-1&topic=a",
    "min_replies=x&topic=a"
  ],
  "/post/forecast": ["codes", `codes=${repeated(21)}`, "metric=shares&codes=a"],
  "/user/star/follower-history": ["days=0", "days=366", "days=1.5", "language=en", "limit=5"],
  "/live/posts": ["codes", `codes=${repeated(51)}`, "codes=a,,b", `codes=${"x".repeat(513)}`],
  "/live/users": [`usernames=${repeated(51)}`]
}

onAnyDatabaseWith("The price of a query", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("is charged by what is returned, and stands in the history", () =>
    Effect.gen(function* () {
      yield* population
      const credits = 100_000
      const { id, key } = yield* customer({ plan: "standard", credits })
      const expected: Array<unknown> = []
      for (const [path, rows, cost] of charges) {
        const answer = yield* charged(path, key)
        assert.strictEqual(answer.cost, cost, path)
        if (rows !== null) assert.lengthOf(Object(answer.data), rows, path)
        const operation = operations.find(({ endpoint }) =>
          new RegExp(`^${endpoint.path.replace(/:\w+/, "[^/]+")}([?]|$)`).test(path)
        )
        expected.unshift([operation?.apiType, cost])
      }
      const total = charges.reduce((sum, [, , cost]) => sum + cost, 0)
      assert.strictEqual(yield* (yield* Ledger).available(id), credits - total)
      const pages = yield* Effect.forEach([1, 2], (page) => call(`/balance/history?page=${page}`, { key }))
      const entries = pages.flatMap(rowsOf).filter((entry) => entry["api_type"] !== "balance_history")
      assert.deepStrictEqual(
        entries.map((entry) => [entry["api_type"], entry["cost"]]).slice(0, expected.length),
        expected
      )
    })
  )

  it.effect("needs its estimate: one credit less is refused with the largest limit that can be paid", () =>
    Effect.gen(function* () {
      for (const [path, estimate, affordable] of estimates) yield* refusedBelow(path, estimate, affordable)
    })
  )

  it.effect("is nothing for values out of bounds, which are named, for what is unknown, and without a plan", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "lite", credits: 500 })
      for (const [path, queries] of Object.entries(refused)) {
        for (const query of queries) {
          const [name = ""] = query.split(/[=&]/)
          const answer = yield* call(`${path}?${query.includes("=") ? query : ""}`, { key })
          assert.strictEqual(answer.status, 400, `${path}?${query}: ${answer.text}`)
          assert.strictEqual(Object(answer.json["errors"])[0]?.path.split(".")[0], name, `${path}?${query}`)
        }
      }
      for (const name of ["top-threads", "interactions", "follower-history"]) {
        const { status, json } = yield* call(`/user/nobody/${name}`, { key })
        assert.deepStrictEqual([status, json["code"]], [404, "not_found"], name)
      }
      assert.strictEqual((yield* call("/post/nobody/chain", { key })).status, 404)
      assert.strictEqual((yield* call("/user/%00/top-threads", { key })).status, 400)
      assert.strictEqual(yield* (yield* Ledger).available(id), 500)
      const without = yield* customer({ credits: 500 })
      for (const path of [...boards, ...figures, "/post/hot", "/live/posts?codes=a", "/user?usernames=a"]) {
        assert.strictEqual((yield* call(path, without)).status, 403, path)
      }
    })
  )
})
