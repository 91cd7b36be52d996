/**
 * A second projection of the operations: every one is called without HTTP and gives the same body, the same charge and
 * the same history entry as over REST. What a transport adds is its form, and nothing else.
 */
import { assert, layer } from "@effect/vitest"
import { type AccountId, type DeliveryId, EndpointId, operations, RecoveryId, RuleId } from "@heddle/api"
import { Effect, Layer, Option, Stream } from "effect"
import { onEveryDatabase } from "../../../../test/support/Databases.ts"
import { ApiKeys } from "../../src/accounts/keys/ApiKeys.ts"
import { operationHandlers } from "../../src/operations/Handlers.ts"
import type { HistoryFile } from "../../src/operations/handlers/AccountHandlers.ts"
import type { Answer, Call } from "../../src/operations/metering/Call.ts"
import { Outbox } from "../../src/webhooks/delivery/Outbox.ts"
import { rowsOf } from "../support/PricedCalls.ts"
import { call, customer, ingest, ServedApi } from "../support/ServedApi.ts"
import { answeredPosts } from "../support/AnsweredPosts.ts"
import { sendAll } from "../support/Webhooks.ts"

const now = Math.floor(Date.now() / 1_000)

type Answers = Effect.Success<typeof operationHandlers>

interface Case {
  readonly method?: string
  readonly path: string
  readonly json?: unknown
  readonly direct: (answers: Answers, call: Call) => Effect.Effect<Answer<unknown>, unknown>
}

interface Made {
  readonly endpoint: EndpointId
  readonly rule: RuleId
  /** An attempt that was delivered. */
  readonly delivery: DeliveryId
  readonly recovery: RecoveryId
}

const since = new Date((now - 3_600) * 1_000).toISOString()

const make = Effect.fnUntraced(function* (accountId: AccountId, key: string, url: string) {
  const made = yield* call("/webhook/endpoints", { method: "POST", key, json: { url } })
  const endpoint = EndpointId.make(String(Object(made.json["data"])["id"]))
  const json = { keyword: "咖啡", likeCount: 10 }
  const rule = yield* call(`/webhook/endpoints/${endpoint}/rules`, { method: "POST", key, json })
  const ruleId = RuleId.make(String(Object(rule.json["data"])["id"]))
  yield* (yield* Outbox).add([{ accountId, ruleId, postCode: "a" }])
  const [sent] = yield* sendAll(200)
  if (sent === undefined) return assert.fail("an event was sent")
  const job = yield* call(`/webhook/endpoints/${endpoint}/recover`, { method: "POST", key, json: { since } })
  const recovery = RecoveryId.make(String(Object(job.json["data"])["id"]))
  return { endpoint, rule: ruleId, delivery: sent.attemptId, recovery }
})

/** The file's entries as a body, which is how the test reads the file over REST. */
const listed = ({ body, ...answer }: Answer<HistoryFile>) =>
  Effect.map(Stream.runCollect(body.entries), (entries): Answer<unknown> => ({ ...answer, body: { data: entries } }))

/** Alike but for what is new with every call: identifiers, secrets, addresses that must differ, durations and times. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/(ep|rule|req|use|dlv|evt|rec)_[0-9A-Za-z]+/g, "$1_")
      .replaceAll(/whsec_[^"]+/g, "whsec_")
      .replaceAll(/127\.0\.0\.1:9\/\w+/g, "")
      .replaceAll(/"next_cursor":"[^"]+"/g, '"next_cursor":"cursor"')
      .replaceAll(
        /"(actual|hour|durationMs|time|metrics_at|createdAt|dueAt|startedAt|finishedAt|nextAttemptAt|previousSecretExpiresAt)":("[^"]*"|[\d.]+)/g,
        '"$1":0'
      )
  )

/** One case for each operation, by the name of its endpoint. Both calls delete something of their own. */
const casesOf = (first: Made, second: Made): Readonly<Record<string, Case>> => ({
  balance: { path: "/balance", direct: ({ account }, c) => account.balance.call({}, c) },
  balanceHistory: {
    path: "/balance/history?api_type=hot_posts",
    direct: ({ account }, c) => account.balanceHistory.call({ query: { api_type: "hot_posts" } }, c)
  },
  exportHistory: {
    path: "/balance/history/export?api_type=hot_posts&format=ndjson",
    direct: ({ account }, c) =>
      account.exportHistory
        .call({ query: { api_type: "hot_posts", format: "ndjson" } }, c)
        .pipe(Effect.flatMap(listed), Effect.scoped)
  },
  searchPosts: {
    path: "/post/search?keywords=台積電&limit=2",
    direct: ({ posts }, c) => posts.searchPosts.call({ query: { keywords: ["台積電"], limit: 2 } }, c)
  },
  keywordTrend: {
    path: "/post/keyword-trend?keywords=台積電&days=2",
    direct: ({ posts }, c) => posts.keywordTrend.call({ query: { keywords: ["台積電"], days: 2 } }, c)
  },
  hotPosts: { path: "/post/hot?size=31", direct: ({ posts }, c) => posts.hotPosts.call({ query: { size: 31 } }, c) },
  semanticSearch: {
    path: "/post/semantic-search?topic=台積電的股價&limit=2",
    direct: ({ posts }, c) => posts.semanticSearch.call({ query: { topic: "台積電的股價", limit: 2 } }, c)
  },
  inspiration: {
    path: "/post/inspiration?topic=台積電的股價&language=zh-Hant",
    direct: ({ posts }, c) => posts.inspiration.call({ query: { topic: "台積電的股價", language: "zh-Hant" } }, c)
  },
  forecast: {
    path: "/post/forecast?codes=a,x&metric=likes",
    direct: ({ posts }, c) => posts.forecast.call({ query: { codes: ["a", "x"], metric: "likes" } }, c)
  },
  postChain: {
    path: "/post/a/chain",
    direct: ({ posts }, c) => posts.postChain.call({ params: { code: "a" }, query: {} }, c)
  },
  users: {
    path: "/user?usernames=ann,nobody",
    direct: ({ authors }, c) => authors.users.call({ query: { usernames: ["ann", "nobody"] } }, c)
  },
  userTopThreads: {
    path: "/user/ann/top-threads?limit=2",
    direct: ({ authors }, c) => authors.userTopThreads.call({ params: { username: "ann" }, query: { limit: 2 } }, c)
  },
  userInteractions: {
    path: "/user/ann/interactions",
    direct: ({ authors }, c) => authors.userInteractions.call({ params: { username: "ann" }, query: {} }, c)
  },
  userFollowerHistory: {
    path: "/user/ann/follower-history?days=3",
    direct: ({ authors }, c) => authors.userFollowerHistory.call({ params: { username: "ann" }, query: { days: 3 } }, c)
  },
  livePosts: {
    path: "/live/posts?codes=a,x",
    direct: ({ live }, c) => live.livePosts.call({ query: { codes: ["a", "x"] } }, c)
  },
  liveUsers: {
    path: "/live/users?usernames=ann",
    direct: ({ live }, c) => live.liveUsers.call({ query: { usernames: ["ann"] } }, c)
  },
  coolReplies: {
    path: "/leaderboard/cool-replies",
    direct: ({ leaderboards }, c) => leaderboards.coolReplies.call({ query: {} }, c)
  },
  postLikeGrowth: {
    path: "/leaderboard/post-like-growth?size=31",
    direct: ({ leaderboards }, c) => leaderboards.postLikeGrowth.call({ query: { size: 31 } }, c)
  },
  followerGrowth: {
    path: "/leaderboard/follower-growth",
    direct: ({ leaderboards }, c) => leaderboards.followerGrowth.call({ query: {} }, c)
  },
  powerHours: {
    path: "/stats/power-hours?days=2",
    direct: ({ statistics }, c) => statistics.powerHours.call({ query: { days: 2 } }, c)
  },
  likeLadder: {
    path: "/stats/like-ladder?region=TW",
    direct: ({ statistics }, c) => statistics.likeLadder.call({ query: { region: "TW" } }, c)
  },
  followerLadder: {
    path: "/stats/follower-ladder",
    direct: ({ statistics }, c) => statistics.followerLadder.call({ query: {} }, c)
  },
  listEndpoints: { path: "/webhook/endpoints", direct: ({ webhooks }, c) => webhooks.listEndpoints.call({}, c) },
  showEndpoint: {
    path: `/webhook/endpoints/${first.endpoint}`,
    direct: ({ webhooks }, c) => webhooks.showEndpoint.call({ params: { endpoint_id: first.endpoint } }, c)
  },
  acknowledgeEvents: {
    method: "POST",
    path: `/webhook/endpoints/${first.endpoint}/events/acknowledge`,
    json: { eventIds: ["evt_1"] },
    direct: ({ listening }, c) =>
      listening.acknowledgeEvents.call(
        { params: { endpoint_id: second.endpoint }, payload: { eventIds: ["evt_1"] } },
        c
      )
  },
  createRule: {
    method: "POST",
    path: `/webhook/endpoints/${first.endpoint}/rules`,
    json: { keyword: "台積電", likeCount: 10 },
    direct: ({ webhooks }, c) =>
      webhooks.createRule.call(
        { params: { endpoint_id: second.endpoint }, payload: { keyword: "台積電", likeCount: 10 } },
        c
      )
  },
  previewRule: {
    method: "POST",
    path: "/webhook/rules/preview",
    json: { keyword: "台積電", likeCount: 10, compareTo: first.rule },
    direct: ({ webhooks }, c) =>
      webhooks.previewRule.call({ payload: { keyword: "台積電", likeCount: 10, compareTo: second.rule } }, c)
  },
  backtestRule: {
    method: "POST",
    path: "/webhook/rules/backtest",
    json: { keyword: "台積電", likeCount: 10, days: 2 },
    direct: ({ webhooks }, c) =>
      webhooks.backtestRule.call({ payload: { keyword: "台積電", likeCount: 10, days: 2 } }, c)
  },
  explainRule: {
    path: `/webhook/rules/${first.rule}/explain?post=a`,
    direct: ({ webhooks }, c) => webhooks.explainRule.call({ params: { rule_id: first.rule }, query: { post: "a" } }, c)
  },
  testEndpoint: {
    method: "POST",
    path: `/webhook/endpoints/${first.endpoint}/test`,
    direct: ({ webhooks }, c) => webhooks.testEndpoint.call({ params: { endpoint_id: first.endpoint } }, c)
  },
  listDeliveries: {
    path: "/webhook/deliveries?outcome=delivered",
    direct: ({ webhooks }, c) => webhooks.listDeliveries.call({ query: { outcome: "delivered" } }, c)
  },
  showDelivery: {
    path: `/webhook/deliveries/${first.delivery}`,
    direct: ({ webhooks }, c) => webhooks.showDelivery.call({ params: { delivery_id: first.delivery } }, c)
  },
  resendDelivery: {
    method: "POST",
    path: `/webhook/deliveries/${first.delivery}/resend`,
    direct: ({ webhooks }, c) => webhooks.resendDelivery.call({ params: { delivery_id: second.delivery } }, c)
  },
  recoverEndpoint: {
    method: "POST",
    path: `/webhook/endpoints/${first.endpoint}/recover`,
    json: { since },
    direct: ({ webhooks }, c) =>
      webhooks.recoverEndpoint.call({ params: { endpoint_id: second.endpoint }, payload: { since } }, c)
  },
  listRecoveries: { path: "/webhook/recoveries", direct: ({ webhooks }, c) => webhooks.listRecoveries.call({}, c) },
  showRecovery: {
    path: `/webhook/recoveries/${first.recovery}`,
    direct: ({ webhooks }, c) => webhooks.showRecovery.call({ params: { recovery_id: first.recovery } }, c)
  },
  cancelRecovery: {
    method: "DELETE",
    path: `/webhook/recoveries/${first.recovery}`,
    direct: ({ webhooks }, c) => webhooks.cancelRecovery.call({ params: { recovery_id: second.recovery } }, c)
  },
  rotateSecret: {
    method: "POST",
    path: `/webhook/endpoints/${first.endpoint}/rotate-secret`,
    direct: ({ webhooks }, c) =>
      webhooks.rotateSecret.call({ params: { endpoint_id: second.endpoint }, payload: undefined }, c)
  },
  deleteRule: {
    method: "DELETE",
    path: `/webhook/rules/${first.rule}`,
    direct: ({ webhooks }, c) => webhooks.deleteRule.call({ params: { rule_id: second.rule } }, c)
  },
  deleteEndpoint: {
    method: "DELETE",
    path: `/webhook/endpoints/${first.endpoint}`,
    direct: ({ webhooks }, c) => webhooks.deleteEndpoint.call({ params: { endpoint_id: second.endpoint } }, c)
  },
  createEndpoint: {
    method: "POST",
    path: "/webhook/endpoints",
    json: { url: "http://127.0.0.1:9/rest" },
    direct: ({ webhooks }, c) => webhooks.createEndpoint.call({ payload: { url: "http://127.0.0.1:9/direct" } }, c)
  }
})

onEveryDatabase("Operations without HTTP", (_name, database) => {
  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      it.effect("give the same bodies, charges and history entries as over REST", () =>
        Effect.gen(function* () {
          yield* ingest(...answeredPosts)
          const { id, key } = yield* customer({ plan: "standard" })
          const cases = casesOf(
            yield* make(id, key, "http://127.0.0.1:9/first"),
            yield* make(id, key, "http://127.0.0.1:9/second")
          )
          assert.sameMembers(
            Object.keys(cases),
            // A stream is no body; its own tests read it.
            operations.filter(({ kind }) => kind !== "stream").map(({ endpoint }) => endpoint.identifier)
          )
          const { keyId } = Option.getOrThrow(yield* (yield* ApiKeys).identify(key))
          const caller = { accountId: id, keyId, application: null, apiTypePrefix: "" } as const
          const all = yield* operationHandlers
          for (const [name, { method = "GET", path, json, direct }] of Object.entries(cases)) {
            const rest = yield* call(path, { method, key, ...(json === undefined ? {} : { json }) })
            assert.include([200, 201], rest.status, `${name}: ${rest.text}`)
            const answer = yield* direct(all, {
              caller,
              requestId: "req_1",
              idempotency: null,
              dryRun: false,
              fits: null
            })
            const body =
              name === "exportHistory"
                ? { data: rest.text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)])) }
                : rest.json
            assert.deepStrictEqual(plain(answer.body), plain(body), name)
            assert.strictEqual(String(answer.consumed), rest.headers.get("x-credits-consumed"), name)
            const remaining = Number(rest.headers.get("x-credits-remaining"))
            assert.strictEqual(answer.remaining, remaining - answer.consumed, name)
            const [second, first] = rowsOf(yield* call("/balance/history", { key }))
            assert.deepStrictEqual(plain({ ...second, parameters: 0 }), plain({ ...first, parameters: 0 }), name)
            if (method === "GET") assert.deepStrictEqual(second?.["parameters"], first?.["parameters"], name)
          }
        })
      )
    }
  )
})
