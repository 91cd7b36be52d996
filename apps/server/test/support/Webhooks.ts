/** Accounts with an endpoint and posts, for tests of rounds and deliveries. */
import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { decodeTime } from "ulid"
import { checkLedger } from "../../src/credits/ledger/LedgerCheck.ts"
import { Grants } from "../../src/credits/ledger/Grants.ts"
import { newId } from "../../src/runtime/Ids.ts"
import type { PostChange } from "../../src/store/Change.ts"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import type { FreeSlots } from "../../src/webhooks/delivery/ClaimQueries.ts"
import type { AttemptResult } from "../../src/webhooks/delivery/Sender.ts"
import type { Delivery } from "../../src/webhooks/delivery/Delivery.ts"
import { PostChangeFeed } from "../../src/store/posts/PostChangeFeed.ts"
import { Outbox } from "../../src/webhooks/delivery/Outbox.ts"
import { forgetPosts } from "./StoredState.ts"
import { Endpoints } from "../../src/webhooks/management/Endpoints.ts"
import { newAccountId } from "./NewAccount.ts"

/** An account on API Standard with this many credits, and an endpoint at this URL. */
export const accountWithEndpoint = Effect.fnUntraced(function* (credits: number, url = "https://example.com/hooks") {
  const id = yield* newAccountId
  yield* (yield* Grants).give(id, { plan: "standard", credits })
  const endpoint = yield* (yield* Endpoints).create(id, url)
  return { id, endpoint }
})

export const writePosts = Effect.fnUntraced(function* (
  posts: ReadonlyArray<Partial<PostChange> & { readonly code: string }>
) {
  const ingestion = yield* Ingestion
  return yield* ingestion.write(
    posts.map((post) => ({
      type: "post" as const,
      caption: "台積電股價又創新高了",
      username: "amy",
      post_timestamp: 3_600,
      like_count: 100,
      ...post
    })),
    { source: "test", urlTemplate: "https://social.example/@{username}/{code}" }
  )
})

/**
 * Until the change feed has left behind every transaction that has begun: the changes since the oldest one are read
 * again, and other tests have transactions on the same server.
 */
export const transactionsEnded = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const feed = yield* PostChangeFeed
  const [latest] = yield* sql<{ id: string }>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS id`
  if (latest === undefined) return assert.fail("no snapshot")
  const next = BigInt(latest.id)
  yield* feed.cursor.pipe(
    Effect.tap(() => sql`SELECT pg_sleep(0.01)`),
    Effect.repeat({ until: (cursor) => BigInt(cursor.slice(cursor.lastIndexOf("/") + 1)) >= next })
  )
})

export const deletePosts = Effect.fnUntraced(function* (...codes: ReadonlyArray<string>) {
  const ingestion = yield* Ingestion
  yield* ingestion.write(
    codes.map((code) => ({ type: "delete" as const, code })),
    { source: "test", urlTemplate: "" }
  )
})

/** Forgets all posts, rules and events, so that a history starts from nothing; the ledger keeps its rows. */
export const forgetPostsAndWebhooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* forgetPosts
  yield* sql`
    TRUNCATE webhook_endpoints, webhook_secrets, webhook_queues, webhook_recoveries, webhook_rules, webhook_existing_posts,
      webhook_rounds, webhook_events, webhook_attempts, webhook_listeners, webhook_endpoint_days`
})

/** How a receiver answered; null is no answer at all. */
export const answer = (statusCode: number | null): AttemptResult => ({
  delivered: statusCode !== null && statusCode >= 200 && statusCode < 300,
  statusCode,
  durationMillis: 12,
  error: statusCode === null ? "Connection refused" : null,
  faultOwner: statusCode === null ? "network" : statusCode >= 200 && statusCode < 300 ? null : "customer",
  connected: statusCode !== null,
  sentAt: null,
  sentTwice: false,
  requestHeaders: {},
  responseHeaders: statusCode === null ? null : {},
  response: statusCode === null ? null : "",
  retryAfterMillis: null
})

/** Slots that any account may have. */
export const freeSlots = (quick: number, slow: number, ofAccount = { quick, slow }): FreeSlots => ({
  quick,
  slow,
  ofAccount,
  taken: new Map()
})

/** Claims all that is due, as a process with many free slots would. */
export const claimAll = Effect.gen(function* () {
  const outbox = yield* Outbox
  const all: Array<Delivery> = []
  while (true) {
    const { deliveries } = yield* outbox.claim(freeSlots(2_000, 2_000))
    if (deliveries.length === 0) return all
    all.push(...deliveries)
  }
})

/** Claims and answers whatever is due now, as fast as the endpoints may be sent to. */
export const sendAll = Effect.fnUntraced(function* (statusCode: number | null) {
  const sent: Array<Delivery> = []
  while (true) {
    const deliveries = yield* claimAll
    if (deliveries.length === 0) return sent
    yield* recordAnswers(deliveries, statusCode)
    sent.push(...deliveries)
  }
})

const recordAnswers = Effect.fnUntraced(function* (
  deliveries: ReadonlyArray<Delivery>,
  statusCode: number | null,
  retryAfterMillis: number | null = null
) {
  const results = deliveries.map((delivery) => ({
    delivery,
    attempt: { ...answer(statusCode), sentAt: delivery.startedAt, retryAfterMillis },
    jitter: 0
  }))
  return yield* (yield* Outbox).record(results)
})

/** Records how the receiver answered, as soon as the request was sent. */
export const recordAnswer = (delivery: Delivery, statusCode: number | null, retryAfterMillis?: number) =>
  recordAnswers([delivery], statusCode, retryAfterMillis)

/** An account with an endpoint and these rules of it, and one event for each rule and post. */
export const accountWithEvents = Effect.fnUntraced(function* (
  credits: number,
  codes: ReadonlyArray<string>,
  keywords: ReadonlyArray<string> = ["台積電"]
) {
  const account = yield* accountWithEndpoint(credits)
  const endpoints = yield* Endpoints
  const rules = yield* Effect.forEach(keywords, (keyword) =>
    endpoints.createRule(account.id, account.endpoint.id, { keyword, likeCount: 10 })
  )
  yield* writePosts(codes.map((code) => ({ code })))
  const matches = rules.flatMap(({ id }) => codes.map((postCode) => ({ accountId: account.id, ruleId: id, postCode })))
  yield* (yield* Outbox).add(matches)
  return { ...account, rules }
})

/** Answers every attempt like this until no event is left to send. */
export const sendUntilFinished = Effect.fnUntraced(function* (statusCode: number | null) {
  const sent: Array<Delivery> = []
  while (true) {
    const deliveries = yield* sendAll(statusCode)
    if (deliveries.length === 0) return sent
    sent.push(...deliveries)
    yield* TestClock.adjust("5 hours")
  }
})

/** Other files of this process may have made ids of a later time than the test clock's. */
export const catchUpWithIds = Effect.gen(function* () {
  const id = yield* newId("dlv")
  const ahead = decodeTime(id.slice("dlv_".length)) - (yield* Clock.currentTimeMillis)
  if (ahead > 0) yield* TestClock.adjust(ahead)
})

/** The arguments of a test that begins hours after the one before, without its posts and events, and ends with the ledger proved. */
export const webhookScenario = <A, E, R>(name: string, body: Effect.Effect<A, E, R>) =>
  [
    name,
    () =>
      Effect.gen(function* () {
        yield* TestClock.adjust("10 hours")
        yield* forgetPostsAndWebhooks
        yield* body
        assert.deepStrictEqual(yield* checkLedger, [])
      })
  ] as const
