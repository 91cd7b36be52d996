/** Rotation of an endpoint's signing secret: over HTTP, with a real receiver and a clock that the test sets. */
import { assert } from "@effect/vitest"
import { verify } from "@heddle/receiver"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { DeliveryRetention } from "../../../src/webhooks/delivery/DeliveryRetention.ts"
import { type CustomerServer, customerServer } from "../../support/CustomerServer.ts"
import { type Call, call, customer, ServedApi } from "../../support/ServedApi.ts"
import { deliverDue, keywordRule, manage, newEndpoint, runRound, storeMatching } from "../../support/WebhookCalls.ts"
import { start } from "../../support/StoredAtNoon.ts"
import { forgetPostsAndWebhooks } from "../../support/Webhooks.ts"

const hour = 3_600_000

const pathOf = (endpoint: { readonly id: string }) => `/webhook/endpoints/${endpoint.id}`

const rotate = (key: string, endpoint: { readonly id: string }, options: Omit<Call, "key" | "method"> = {}) =>
  call(`${pathOf(endpoint)}/rotate-secret`, { ...options, method: "POST", key })

const rotated = Effect.fnUntraced(function* (key: string, endpoint: { readonly id: string }, overlapHours?: number) {
  const answer = yield* rotate(key, endpoint, overlapHours === undefined ? {} : { json: { overlapHours } })
  assert.strictEqual(answer.status, 200, answer.text)
  return Object(answer.json["data"])
})

const listed = Effect.fnUntraced(function* (key: string) {
  const [endpoint] = yield* manage("GET", "/webhook/endpoints", key)
  return endpoint
})

type Received = CustomerServer["requests"][number]

/** Whether a receiver that knows only this secret accepts the request now. */
const accepts = Effect.fnUntraced(function* (secret: string, { headers, body }: Received) {
  const time = yield* Clock.currentTimeMillis
  return yield* Effect.promise(() =>
    verify({ secrets: secret, headers, body: Buffer.from(body), now: () => time }).then(
      () => true,
      () => false
    )
  )
})

const signaturesOf = ({ headers }: Received) => String(headers["x-service-signature"]).split(",").slice(1)

/** The request with one of its signatures alone. */
const withSignature = (request: Received, index: number): Received => {
  const [time = ""] = String(request.headers["x-service-signature"]).split(",")
  const signature = `${time},${signaturesOf(request)[index]}`
  return { ...request, headers: { ...request.headers, "x-service-signature": signature } }
}

/** A new customer with an endpoint and a rule, whose receiver accepts everything. */
const makeScene = Effect.gen(function* () {
  yield* TestClock.setTime(start * 1_000)
  yield* forgetPostsAndWebhooks
  const receiver = yield* customerServer((response) => response.writeHead(200).end())
  const { key } = yield* customer({ plan: "standard", credits: 10_000 })
  const endpoint = yield* newEndpoint(key, receiver.url)
  yield* manage("POST", `${pathOf(endpoint)}/rules`, key, keywordRule)
  /** The requests of one event and one test event. */
  const next = Effect.fnUntraced(function* (code: string) {
    const before = receiver.requests.length
    const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
    yield* storeMatching({ code: `${endpoint.id}-${code}`, post_timestamp: seconds })
    yield* runRound
    assert.strictEqual(yield* deliverDue, 1)
    yield* manage("POST", `${pathOf(endpoint)}/test`, key)
    const requests = receiver.requests.slice(before)
    assert.lengthOf(requests, 2)
    return requests
  })
  return { receiver, key, endpoint, next }
})

const storedSecrets = Effect.fnUntraced(function* (endpoint: { readonly id: string }) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ expiresAt: Date | null }>`
    SELECT expires_at FROM webhook_secrets WHERE endpoint_id = ${endpoint.id} ORDER BY expires_at`
})

onAnyDatabaseWith("Rotation of a signing secret", { services: ServedApi.layer }, (it) => {
  it.effect("a receiver with either secret accepts everything during the overlap, and then only one with the new", () =>
    Effect.gen(function* () {
      const { key, endpoint, next } = yield* makeScene
      for (const request of yield* next("before")) {
        assert.isTrue(yield* accepts(endpoint.secret, request))
        assert.lengthOf(signaturesOf(request), 1)
      }

      const { secret, previousSecretExpiresAt, ...rest } = yield* rotated(key, endpoint, 2)
      assert.match(secret, /^whsec_/)
      assert.notStrictEqual(secret, endpoint.secret)
      assert.strictEqual(previousSecretExpiresAt, new Date(start * 1_000 + 2 * hour).toISOString())
      assert.deepStrictEqual({ ...rest, secret }, yield* listed(key))

      for (const moment of ["at-once", "last-millisecond"]) {
        for (const request of yield* next(moment)) {
          assert.deepStrictEqual(
            [yield* accepts(endpoint.secret, request), yield* accepts(secret, request)],
            [true, true]
          )
          assert.lengthOf(signaturesOf(request), 2)
          assert.isTrue(yield* accepts(secret, withSignature(request, 0)), "the newest first")
          assert.isTrue(yield* accepts(endpoint.secret, withSignature(request, 1)))
        }
        yield* TestClock.setTime(start * 1_000 + 2 * hour - 1)
      }

      yield* TestClock.setTime(start * 1_000 + 2 * hour)
      for (const request of yield* next("after")) {
        assert.deepStrictEqual(
          [yield* accepts(endpoint.secret, request), yield* accepts(secret, request)],
          [false, true]
        )
        assert.lengthOf(signaturesOf(request), 1)
      }
    })
  )

  it.effect("several secrets overlap, each until its own time; without overlap all of them stop at once", () =>
    Effect.gen(function* () {
      const { key, endpoint, next } = yield* makeScene
      const second = yield* rotated(key, endpoint, 168)
      const third = yield* rotated(key, endpoint)
      assert.strictEqual(third.previousSecretExpiresAt, new Date(start * 1_000 + 24 * hour).toISOString())
      const newestFirst = [third.secret, second.secret, endpoint.secret]
      for (const request of yield* next("three")) {
        assert.lengthOf(signaturesOf(request), 3)
        for (const [index, secret] of newestFirst.entries()) {
          assert.isTrue(yield* accepts(secret, withSignature(request, index)))
        }
      }
      const fourth = yield* rotated(key, endpoint, 0)
      assert.strictEqual(fourth.previousSecretExpiresAt, new Date(start * 1_000).toISOString())
      for (const request of yield* next("four")) {
        const accepted = yield* Effect.forEach([fourth.secret, ...newestFirst], (secret) => accepts(secret, request))
        assert.deepStrictEqual(accepted, [true, false, false, false])
      }
    })
  )

  it.effect("ten secrets are live at most; expired ones are deleted by the next rotation and by retention", () =>
    Effect.gen(function* () {
      const { key, endpoint } = yield* makeScene
      yield* rotated(key, endpoint, 1)
      for (let count = 0; count < 8; count += 1) yield* rotated(key, endpoint, 2)
      const refused = yield* rotate(key, endpoint, { json: { overlapHours: 1 } })
      assert.strictEqual(refused.status, 409)
      assert.include(refused.json["detail"], new Date(start * 1_000 + hour).toISOString())
      const before = (yield* listed(key)).secret
      const { secret } = yield* rotated(key, endpoint, 0)
      assert.notStrictEqual(secret, before)
      assert.lengthOf(yield* storedSecrets(endpoint), 11)

      yield* rotated(key, endpoint, 1)
      assert.lengthOf(yield* storedSecrets(endpoint), 2)
      yield* TestClock.adjust(2 * hour)
      yield* (yield* DeliveryRetention).run
      assert.deepStrictEqual(yield* storedSecrets(endpoint), [{ expiresAt: null }])
    })
  )

  it.effect("rotations at the same time leave one newest secret and lose none", () =>
    Effect.gen(function* () {
      const { key, endpoint } = yield* makeScene
      const made = yield* Effect.all(
        Array.from({ length: 4 }, () => rotated(key, endpoint)),
        { concurrency: 4 }
      )
      assert.lengthOf(new Set(made.map(({ secret }) => secret)), 4)
      const stored = yield* storedSecrets(endpoint)
      assert.lengthOf(stored, 5)
      assert.lengthOf(
        stored.filter(({ expiresAt }) => expiresAt === null),
        1
      )
    })
  )
})
