/** "Webhook event payload" and "Delivery" of the description, row by row. */
import { assert } from "@effect/vitest"
import { verify } from "@heddle/receiver"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import type { ServerResponse } from "node:http"
import { Ledger } from "../../src/credits/ledger/Ledger.ts"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import { customerServer } from "../support/CustomerServer.ts"
import { origin } from "../support/Posts.ts"
import { type Rows, storeMany, testSections } from "../support/SpecRows.ts"
import { type PostFields, start } from "../support/StoredAtNoon.ts"
import {
  claim,
  deliverDue,
  eventOf,
  events,
  keywordRule,
  manage,
  newEndpoint,
  onlyRules,
  runRound,
  storeMatching
} from "../support/WebhookCalls.ts"
import { forgetPostsAndWebhooks, recordAnswer, sendAll } from "../support/Webhooks.ts"

/** The event that a post makes. */
const eventWith = Effect.fnUntraced(function* (key: string, fields: PostFields = {}) {
  yield* onlyRules(key, [keywordRule])
  yield* storeMatching({ code: "p", ...fields })
  return (yield* events)[0]
})

/** The field of the post has this value when ingest gave it, and this one when it did not. */
const postField =
  (name: keyof PostFields, given: unknown, absent: unknown): Rows[string] =>
  ({ key }) =>
    Effect.gen(function* () {
      const path = (event: object | undefined) => Object(event)["post"][name]
      assert.deepStrictEqual(path(yield* eventWith(key, { [name]: given })), given)
      assert.deepStrictEqual(path(yield* eventWith(key)), absent)
    })

const userField =
  (name: "username" | "full_name" | "profile_picture", expected: string): Rows[string] =>
  ({ key }) =>
    Effect.gen(function* () {
      const profile = { full_name: "Amy 陳", profile_picture: "https://images.example/amy.jpg" }
      yield* (yield* Ingestion).write([{ type: "user", username: "amy", ...profile }], origin)
      assert.strictEqual((yield* eventWith(key, { username: "amy" }))?.user[name], expected)
    })

/** The rule of a keyword event, a trending event and a test event. */
const rulesOfEvents = (key: string) =>
  Effect.gen(function* () {
    const server = yield* customerServer((response) => response.writeHead(204).end())
    const [keyword, trending] = yield* onlyRules(key, [keywordRule, { likeCount: 500, lookbackHours: 1 }], server.url)
    yield* storeMatching({ code: "p", like_count: 500 })
    const made = yield* events
    const [listed] = yield* manage("GET", "/webhook/endpoints", key)
    yield* manage("POST", `/webhook/endpoints/${listed.id}/test`, key)
    const ofRule = (rule: { readonly id: string }) => made.find((event) => event.rule.id === rule.id)?.rule
    return { keyword: ofRule(keyword), trending: ofRule(trending), test: eventOf(server.requests[0]).rule }
  }).pipe(Effect.scoped)

const ruleField =
  (name: "type" | "keyword", keyword: string, trending: string | null, test: string | null): Rows[string] =>
  ({ key }) =>
    Effect.gen(function* () {
      const rules = yield* rulesOfEvents(key)
      assert.deepStrictEqual(
        [rules.keyword?.[name], rules.trending?.[name], rules.test[name]],
        [keyword, trending, test]
      )
    })

const payload: Rows = {
  "post.url": ({ key }) =>
    Effect.gen(function* () {
      const url = "https://social.example/1"
      assert.strictEqual((yield* eventWith(key, { url }))?.post.url, url)
      assert.strictEqual((yield* eventWith(key))?.post.url, "https://posts.example/ann/p")
    }),
  "post.code": ({ key }) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* eventWith(key, { code: "C-9_x" }))?.post.code, "C-9_x")
    }),
  "post.caption": ({ key }) =>
    Effect.gen(function* () {
      const caption = "台積電 😀 \u2028\n第二行"
      assert.strictEqual((yield* eventWith(key, { caption }))?.post.caption, caption)
    }),
  "post.is_reply": postField("is_reply", true, false),
  "post.like_count": postField("like_count", 77, 10),
  "post.reply_count": postField("reply_count", 7, 0),
  "post.repost_count": postField("repost_count", 7, 0),
  "post.reshare_count": postField("reshare_count", 7, 0),
  "post.impression_count": postField("impression_count", 7, null),
  "post.post_timestamp": postField("post_timestamp", start - 60, start),
  "post.media_url": postField("media_url", ["https://media.example/1", "https://media.example/2"], []),
  "user.username": userField("username", "amy"),
  "user.full_name": userField("full_name", "Amy 陳"),
  "user.profile_picture": userField("profile_picture", "https://images.example/amy.jpg"),
  "rule.id": ({ key }) =>
    Effect.gen(function* () {
      const { keyword, trending, test } = yield* rulesOfEvents(key)
      assert.match(keyword?.id ?? "", /^rule_/)
      assert.match(trending?.id ?? "", /^rule_/)
      assert.strictEqual(test.id, "test")
    }),
  "rule.type": ruleField("type", "keyword", "trending", "test"),
  "rule.keyword": ruleField("keyword", "台積電", null, null)
}

/** One event sent to a server that answers so, a test event after it, and what the server got. */
const sent = (
  key: string,
  answered: (response: ServerResponse) => void = (response) => response.writeHead(204).end()
) =>
  Effect.gen(function* () {
    const server = yield* customerServer(answered)
    yield* onlyRules(key, [keywordRule], server.url)
    yield* storeMatching({ code: "p" })
    yield* runRound
    assert.strictEqual(yield* deliverDue, 1)
    const [{ id, secret }] = yield* manage("GET", "/webhook/endpoints", key)
    yield* manage("POST", `/webhook/endpoints/${id}/test`, key)
    const [event, test] = server.requests
    if (event === undefined || test === undefined) return assert.fail("two requests arrive")
    return { event, test, secret: String(secret) }
  })

/** A test event to an endpoint whose secret was just rotated. */
const sentWhileRotating = Effect.fnUntraced(function* (key: string) {
  const server = yield* customerServer((response) => response.writeHead(204).end())
  const { id, secret } = yield* newEndpoint(key, server.url)
  const { secret: rotated } = yield* manage("POST", `/webhook/endpoints/${id}/rotate-secret`, key)
  yield* manage("POST", `/webhook/endpoints/${id}/test`, key)
  const [during] = server.requests
  if (during === undefined) return assert.fail("a request arrives")
  return { id: String(id), secret: String(secret), rotated: String(rotated), during }
})

/** The parts of a signature header. */
const signatureOf = ({
  headers
}: {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}) => /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-service-signature"]))?.slice(1) ?? []

/** Sends what is due, every hour for two days; a server that fails is asked again. */
const deliverFor2Days = Effect.gen(function* () {
  for (let hours = 0; hours < 48; hours += 1) {
    yield* deliverDue
    yield* TestClock.adjust("1 hour")
  }
})

const delivery: Rows = {
  Request: ({ key }) =>
    Effect.gen(function* () {
      const { event } = yield* sent(key)
      assert.strictEqual(event.method, "POST")
      assert.strictEqual(event.headers["content-type"], "application/json")
      assert.strictEqual(eventOf(event).post.code, "p")
    }).pipe(Effect.scoped),

  "Signature header": ({ key }) =>
    Effect.gen(function* () {
      const { event, test } = yield* sent(key)
      assert.lengthOf(signatureOf(event), 2)
      assert.lengthOf(signatureOf(test), 2)

      const { id, secret, rotated, during } = yield* sentWhileRotating(key)
      assert.match(String(during.headers["x-service-signature"]), /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/, id)
      for (const known of [secret, rotated]) {
        const { headers, body } = during
        yield* Effect.promise(() =>
          verify({ secrets: known, headers, body: Buffer.from(body), now: () => start * 1_000 })
        )
      }
    }).pipe(Effect.scoped),

  "Signature computation": ({ key }) =>
    Effect.gen(function* () {
      const { event, secret } = yield* sent(key)
      const [t, v1] = signatureOf(event)
      assert.strictEqual(v1, createHmac("sha256", secret).update(`${t},${event.body}`).digest("hex"))
    }).pipe(Effect.scoped),

  "Replay protection": ({ key }) =>
    Effect.gen(function* () {
      const { event, secret } = yield* sent(key)
      const seconds = Number(signatureOf(event)[0])
      const accepted = (age: number) =>
        Effect.promise(() =>
          verify({
            secrets: secret,
            headers: { "x-service-signature": String(event.headers["x-service-signature"]) },
            body: new TextEncoder().encode(event.body),
            now: () => (seconds + age) * 1_000
          }).then(
            () => true,
            () => false
          )
        )
      assert.deepStrictEqual([yield* accepted(300), yield* accepted(301)], [true, false])
    }).pipe(Effect.scoped),

  "Idempotency header": ({ key }) =>
    Effect.gen(function* () {
      const { test } = yield* sent(key)
      assert.notProperty(test.headers, "x-service-idempotency-key")
      const server = yield* customerServer((response) => response.writeHead(500).end())
      yield* onlyRules(key, [keywordRule], server.url)
      yield* storeMatching({ code: "p" })
      yield* runRound
      yield* deliverFor2Days
      const keys = server.requests.map(({ headers }) => headers["x-service-idempotency-key"])
      assert.lengthOf(keys, 11)
      assert.strictEqual(new Set(keys).size, 1)
      assert.match(String(keys[0]), /^evt_/)
    }).pipe(Effect.scoped),

  Success: ({ key }) =>
    Effect.gen(function* () {
      const attempts: Array<number> = []
      for (const status of [200, 201, 299, 300, 404]) {
        const server = yield* customerServer((response) => response.writeHead(status).end())
        yield* onlyRules(key, [keywordRule], server.url)
        yield* storeMatching({ code: "p" })
        yield* runRound
        yield* deliverDue
        yield* TestClock.adjust("2 minutes")
        attempts.push(1 + (yield* claim).length)
      }
      assert.deepStrictEqual(attempts, [1, 1, 1, 2, 2])
    }).pipe(Effect.scoped),

  Retry: ({ key }) =>
    Effect.gen(function* () {
      yield* onlyRules(key, [keywordRule])
      yield* storeMatching({ code: "p" })
      yield* runRound
      for (let retries = 0; retries < 11; retries += 1) {
        const [due] = yield* claim
        if (due === undefined) return assert.fail(`no attempt after ${retries} retries`)
        yield* recordAnswer(due, 500)
        yield* TestClock.adjust(30_000 * 2 ** retries - 1)
        assert.lengthOf(yield* claim, 0, `too early after ${retries} retries`)
        yield* TestClock.adjust(1)
      }
      assert.lengthOf(yield* claim, 0, "the first attempt and ten retries")
    }),

  Throughput: ({ key }) =>
    Effect.gen(function* () {
      yield* onlyRules(key, [keywordRule])
      yield* storeMany(1_001, { caption: "台積電股價又創新高了", like_count: 10 })
      yield* runRound
      assert.lengthOf(yield* sendAll(200), 1_000)
      yield* TestClock.adjust("64 seconds")
      assert.isAtLeast((yield* claim).length, 1)
    }),

  Cost: ({ id, key }) =>
    Effect.gen(function* () {
      const available = Effect.flatMap(Ledger, (ledger) => ledger.available(id))
      yield* sent(key, (response) => response.writeHead(500).end())
      assert.strictEqual(yield* available, 99_980)
      yield* TestClock.adjust("1 hour")
      yield* deliverDue
      yield* runRound
      assert.strictEqual(yield* available, 99_980, "neither the retry nor the test event costs anything")
    }).pipe(Effect.scoped),

  "Test event: the `rule` object has `id` `test`, `type` `test` and `keyword` null.": ({ key }) =>
    Effect.gen(function* () {
      yield* forgetPostsAndWebhooks
      const server = yield* customerServer((response) => response.writeHead(204).end())
      const { id } = yield* newEndpoint(key, server.url)
      yield* manage("POST", `/webhook/endpoints/${id}/test`, key)
      assert.deepStrictEqual(eventOf(server.requests[0]).rule, { id: "test", type: "test", keyword: null })
    }).pipe(Effect.scoped)
}

testSections({
  "Webhook event payload": { tests: payload },
  Delivery: { tests: delivery }
})
