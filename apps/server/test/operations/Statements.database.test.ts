/** How many statements a call of each operation sends to PostgreSQL, from the check of its key to its usage entry. */
import { assert, layer } from "@effect/vitest"
import { operations } from "@heddle/api"
import { Effect, Layer, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { onPostgres } from "../../../../test/support/Databases.ts"
import { UsageRecorder } from "../../src/credits/usage/UsageRecorder.ts"
import { dayMillis, now, unixSeconds } from "../../src/runtime/Time.ts"
import { makeQueryCounter } from "../support/QueryCount.ts"
import { type Answer, call, customer, ingest, ServedApi } from "../support/ServedApi.ts"

const counter = makeQueryCounter()
const services = ServedApi.layer.pipe(Layer.provide(Layer.succeed(Tracer.Tracer, counter.tracer)))

interface Ids {
  endpoint: string
  rule: string
  recovery: string
}

interface Counted {
  readonly statements: number
  readonly path: string | ((ids: Ids) => string)
  readonly method?: "POST" | "DELETE"
  readonly json?: object
  /** Takes an id from the answer. */
  readonly takeId?: (ids: Ids, id: string) => void
}

const rule = { keyword: "coffee", likeCount: 100 }

/** In the order in which they can be called. */
const calls: Readonly<Record<string, Counted>> = {
  balance: { statements: 2, path: "/balance" },
  balanceHistory: { statements: 6, path: "/balance/history" },
  exportHistory: { statements: 5, path: "/balance/history/export" },
  estimate: { statements: 1, path: "/estimate", method: "POST", json: { operation: "hotPosts", parameters: {} } },
  searchPosts: { statements: 3, path: "/post/search?keywords=coffee&language=en" },
  hotPosts: { statements: 5, path: "/post/hot?language=en" },
  keywordTrend: { statements: 4, path: "/post/keyword-trend?keywords=coffee&language=en" },
  inspiration: { statements: 6, path: "/post/inspiration?topic=coffee&language=en" },
  semanticSearch: { statements: 8, path: "/post/semantic-search?topic=coffee&language=en" },
  forecast: { statements: 6, path: "/post/forecast?codes=one" },
  postChain: { statements: 6, path: "/post/two/chain" },
  userFollowerHistory: { statements: 4, path: "/user/amy/follower-history" },
  userInteractions: { statements: 4, path: "/user/amy/interactions" },
  userTopThreads: { statements: 4, path: "/user/amy/top-threads" },
  users: { statements: 5, path: "/user?usernames=amy" },
  coolReplies: { statements: 5, path: "/leaderboard/cool-replies?language=en" },
  followerGrowth: { statements: 5, path: "/leaderboard/follower-growth?language=en" },
  postLikeGrowth: { statements: 8, path: "/leaderboard/post-like-growth?language=en" },
  followerLadder: { statements: 6, path: "/stats/follower-ladder?language=en" },
  likeLadder: { statements: 4, path: "/stats/like-ladder?language=en" },
  powerHours: { statements: 4, path: "/stats/power-hours?language=en" },
  createEndpoint: {
    statements: 12,
    path: "/webhook/endpoints",
    method: "POST",
    json: { url: "http://127.0.0.1:9/hook" },
    takeId: (ids, id) => (ids.endpoint = id)
  },
  listEndpoints: { statements: 4, path: "/webhook/endpoints" },
  showEndpoint: { statements: 4, path: ({ endpoint }) => `/webhook/endpoints/${endpoint}` },
  rotateSecret: {
    statements: 11,
    path: ({ endpoint }) => `/webhook/endpoints/${endpoint}/rotate-secret`,
    method: "POST"
  },
  createRule: {
    statements: 10,
    path: ({ endpoint }) => `/webhook/endpoints/${endpoint}/rules`,
    method: "POST",
    json: rule,
    takeId: (ids, id) => (ids.rule = id)
  },
  previewRule: { statements: 7, path: "/webhook/rules/preview", method: "POST", json: rule },
  backtestRule: { statements: 13, path: "/webhook/rules/backtest", method: "POST", json: rule },
  explainRule: { statements: 5, path: (ids) => `/webhook/rules/${ids.rule}/explain?post=one` },
  testEndpoint: {
    statements: 4,
    path: ({ endpoint }) => `/webhook/endpoints/${endpoint}/test`,
    method: "POST"
  },
  listDeliveries: { statements: 4, path: "/webhook/deliveries" },
  recoverEndpoint: {
    statements: 8,
    path: ({ endpoint }) => `/webhook/endpoints/${endpoint}/recover`,
    method: "POST",
    json: { since: "1970-07-19T00:00:00Z" },
    takeId: (ids, id) => (ids.recovery = id)
  },
  listRecoveries: { statements: 3, path: "/webhook/recoveries" },
  showRecovery: { statements: 3, path: ({ recovery }) => `/webhook/recoveries/${recovery}` },
  cancelRecovery: { statements: 5, path: ({ recovery }) => `/webhook/recoveries/${recovery}`, method: "DELETE" },
  acknowledgeEvents: {
    statements: 4,
    path: ({ endpoint }) => `/webhook/endpoints/${endpoint}/events/acknowledge`,
    method: "POST",
    json: { eventIds: ["evt_00000000000000000000000000"] }
  },
  deleteRule: { statements: 8, path: (ids) => `/webhook/rules/${ids.rule}`, method: "DELETE" },
  deleteEndpoint: { statements: 8, path: ({ endpoint }) => `/webhook/endpoints/${endpoint}`, method: "DELETE" }
}

/** They read the network, need an event that was sent, or stay open. */
const notCounted = ["livePosts", "liveUsers", "showDelivery", "resendDelivery", "listenToEndpoint"]

const idOf = ({ json: { data } }: Answer): string =>
  String(typeof data === "object" && data !== null ? Reflect.get(data, "id") : undefined)

onPostgres("The statements of a call", ({ layer: database }) => {
  layer(services.pipe(Layer.provideMerge(database)), { timeout: "120 seconds" })((it) => {
    it.effect("are as few as its work allows", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(200 * dayMillis)
        const at = unixSeconds(yield* now)
        const { flush } = yield* UsageRecorder
        const { key } = yield* customer({ plan: "standard", credits: 100_000 })
        const stored = yield* ingest(
          { type: "user", username: "amy", follower_count: 5_000 },
          { type: "post", code: "one", username: "amy", caption: "coffee in the morning", post_timestamp: at - 3_600 },
          { type: "post", code: "two", username: "bob", caption: "tea", post_timestamp: at - 60, reply_to: "one" }
        )
        assert.strictEqual(stored.json["rejected"], 0, stored.text)
        const ids: Ids = { endpoint: "", rule: "", recovery: "" }
        // Reads the key, which later calls need not.
        yield* call("/balance", { key })
        yield* flush
        const seen: Record<string, number> = {}
        for (const [name, { path, method = "GET", json, takeId }] of Object.entries(calls)) {
          const before = counter.read()
          const answer = yield* call(typeof path === "string" ? path : path(ids), {
            key,
            method,
            ...(json === undefined ? {} : { json })
          })
          // The entry of a free call is written after its answer.
          yield* flush
          assert.isBelow(answer.status, 300, `${name}: ${answer.text}`)
          seen[name] = counter.read() - before
          takeId?.(ids, idOf(answer))
        }
        assert.deepStrictEqual(
          seen,
          Object.fromEntries(Object.entries(calls).map(([name, { statements }]) => [name, statements]))
        )
        const uncounted = operations.map(({ endpoint }) => endpoint.identifier).filter((name) => !(name in calls))
        assert.deepStrictEqual(uncounted.toSorted(), notCounted.toSorted())
      })
    )
  })
})
