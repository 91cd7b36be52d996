/** Streams of an endpoint's events over HTTP: what they send, who may read them, and what ends them. */
import type { AccountId, EndpointId } from "@heddle/api"
import { verify } from "@heddle/receiver"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { once } from "node:events"
import { connect } from "node:net"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { listener as listenOn } from "../../../src/transport/http/Listener.ts"
import { RestRoutes } from "../../../src/transport/PublicRoutes.ts"
import { serve as serving } from "../../../src/transport/http/Serving.ts"
import { EventStreams } from "../../../src/webhooks/listening/EventStreams.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Outbox } from "../../../src/webhooks/delivery/Outbox.ts"
import { anyPort, call, customer, send, ServedApi } from "../../support/ServedApi.ts"
import { testServicesWith } from "../../support/TestServices.ts"
import { claimAll, recordAnswer, writePosts } from "../../support/Webhooks.ts"

const eventCost = 20

interface Message {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Reads a stream until the scope closes. */
const openStream = Effect.fnUntraced(function* (
  path: string,
  key: string,
  headers: Readonly<Record<string, string>> = {}
) {
  const { baseUrl } = yield* ServedApi
  const abort = yield* Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort())
  )
  const response = yield* Effect.promise(() =>
    fetch(baseUrl + path, {
      headers: { authorization: `Bearer ${key}`, "accept-encoding": "gzip, br", ...headers },
      signal: abort.signal
    })
  )
  let text = ""
  let ended = false
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  }
  void read()
    .catch(() => undefined)
    .finally(() => (ended = true))
  const messages = () =>
    [...text.matchAll(/^id: (.*)\nevent: delivery\ndata: (.*)\n\n/gm)].map(([, id = "", data = ""]): Message => ({
      id,
      ...JSON.parse(data)
    }))
  const until = (what: string, condition: () => boolean) =>
    Effect.suspend(() => (condition() ? Effect.void : Effect.fail(`not yet: ${what}: ${text}`))).pipe(
      Effect.retry(Schedule.spaced("50 millis").pipe(Schedule.upTo({ duration: "20 seconds" }))),
      Effect.orDie
    )
  return {
    response,
    text: () => text,
    messages,
    ids: () => messages().map(({ id }) => id),
    received: (count: number) => until(`${count} messages`, () => messages().length >= count),
    ended: until("the end", () => ended),
    close: Effect.sync(() => abort.abort())
  }
})

/** An account with an endpoint and a rule. */
const listener = Effect.gen(function* () {
  const { id, key } = yield* customer({ plan: "standard", credits: 10_000 })
  const endpoint = yield* (yield* Endpoints).create(id, `https://example.com/${yield* newId("req")}`)
  const rule = yield* (yield* Endpoints).createRule(id, endpoint.id, { keyword: "台積電", likeCount: 10 })
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE webhook_queues SET concurrency = 32 WHERE account_id = ${id}`
  return { id, key, endpoint, rule, path: `/webhook/endpoints/${endpoint.id}/events` }
})

const makeEvents = Effect.fnUntraced(function* ({ id, rule }: Effect.Success<typeof listener>, count: number) {
  const codes = yield* Effect.forEach(Array.from({ length: count }), () => newId("req"))
  yield* writePosts(codes.map((code) => ({ code })))
  yield* (yield* Outbox).add(codes.map((postCode) => ({ accountId: id, ruleId: rule.id, postCode })))
})

const claimOf = (accountId: AccountId) =>
  Effect.map(claimAll, (deliveries) => deliveries.filter((delivery) => delivery.accountId === accountId))

const idsOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: string }>`
    SELECT id FROM webhook_events WHERE account_id = ${accountId} ORDER BY sequence`
  return rows.map(({ id }) => id)
})

const expireLease = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE webhook_listeners SET stream_id = 'stream_dead', alive_until = now() - interval '1 second'
    WHERE account_id = ${accountId}`
})

const setBreaker = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE webhook_queues SET opened_at = now(), open_until = now() + interval '5 minutes', failures = 10
    WHERE account_id = ${accountId} AND endpoint_id = ${endpointId}`
})

onAnyDatabase("Streams of events over HTTP", (_name, database) => {
  const served = ServedApi.layerNoDeps.pipe(
    Layer.provideMerge(testServicesWith({ HEDDLE_RUNNING_CALLS: "1" })),
    Layer.provideMerge(database)
  )
  layer(served, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("send each event signed as its delivery is, once its first attempt has begun", () =>
      Effect.gen(function* () {
        const account = yield* listener
        const stream = yield* openStream(account.path, account.key)
        assert.strictEqual(stream.response.status, 200)
        assert.strictEqual(stream.response.headers.get("content-type"), "text/event-stream")
        assert.strictEqual(stream.response.headers.get("content-encoding"), null)
        yield* makeEvents(account, 3)
        yield* Effect.sleep("600 millis")
        assert.deepStrictEqual(stream.ids(), [])
        const deliveries = yield* claimOf(account.id)
        yield* stream.received(3)
        assert.deepStrictEqual(stream.ids(), yield* idsOf(account.id))
        for (const { id, headers, body } of stream.messages()) {
          assert.strictEqual(body, deliveries.find(({ eventId }) => eventId === id)?.body)
          assert.strictEqual(headers["x-service-idempotency-key"], id)
          assert.strictEqual(headers["x-service-delivery-attempt"], "1")
          const secrets = [account.endpoint.secret]
          yield* Effect.promise(() => verify({ headers, body: new TextEncoder().encode(body), secrets }))
        }
        // It holds no slot of the account's calls.
        assert.strictEqual((yield* call("/webhook/endpoints", { key: account.key })).status, 200)
        yield* Effect.forEach(deliveries, (delivery) => recordAnswer(delivery, 204))
      }).pipe(Effect.scoped)
    )

    it.effect("go on after Last-Event-ID, and begin at what was not acknowledged without it", () =>
      Effect.gen(function* () {
        const account = yield* listener
        const first = yield* openStream(account.path, account.key)
        yield* makeEvents(account, 6)
        yield* claimAll
        yield* first.received(6)
        const ids = yield* idsOf(account.id)
        const acknowledged = yield* call(`${account.path}/acknowledge`, {
          key: account.key,
          method: "POST",
          json: { event_ids: [ids[0], ids[1], ids[3], "evt_unknown"] }
        })
        assert.deepStrictEqual([acknowledged.status, acknowledged.json["data"]], [200, { acknowledged: 3 }])
        yield* first.close
        const reopen = (query: string, headers = {}) =>
          openStream(`${account.path}?takeOver=true${query}`, account.key, headers)
        const resumed = yield* reopen("", { "last-event-id": ids[3] ?? "" })
        yield* resumed.received(2)
        assert.deepStrictEqual(resumed.ids(), ids.slice(4))
        const again = yield* reopen("")
        yield* again.received(3)
        assert.deepStrictEqual(again.ids(), [ids[2], ids[4], ids[5]])
        const since = yield* reopen(`&since=${new Date(Date.now() - 60_000).toISOString()}`)
        yield* since.received(6)
        assert.deepStrictEqual(since.ids(), ids)
        const none = yield* reopen(`&since=${new Date(Date.now() + 60_000).toISOString()}`)
        yield* makeEvents(account, 1)
        yield* claimAll
        yield* none.received(1)
        assert.deepStrictEqual(none.ids(), (yield* idsOf(account.id)).slice(6))
      }).pipe(Effect.scoped)
    )

    it.effect("have one consumer at a time", () =>
      Effect.gen(function* () {
        const account = yield* listener
        const status = (query: string) =>
          Effect.map(Effect.scoped(openStream(account.path + query, account.key)), ({ response }) => response.status)
        const first = yield* openStream(`${account.path}?consumer=a`, account.key)
        assert.strictEqual(first.response.status, 200)
        const refused = yield* call(`${account.path}?consumer=b`, { key: account.key })
        assert.deepStrictEqual([refused.status, refused.json["code"]], [409, "conflict"])
        assert.include(String(refused.json["detail"]), "Another consumer is reading")
        // The same consumer comes again: its old connection may be dead.
        const second = yield* openStream(`${account.path}?consumer=a`, account.key)
        assert.strictEqual(second.response.status, 200)
        yield* first.ended
        assert.include(first.text(), 'event: end\ndata: {"reason":"replaced"}')
        const third = yield* openStream(`${account.path}?consumer=b&takeOver=true`, account.key)
        yield* second.ended
        yield* third.close
        yield* Effect.retry(
          Effect.flatMap(status("?consumer=c"), (code) => (code === 200 ? Effect.void : Effect.fail(code))),
          Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "5 seconds" }))
        )
        // The lease of a dead process.
        yield* Effect.sleep("200 millis")
        yield* expireLease(account.id)
        assert.strictEqual(yield* status("?consumer=d"), 200)
      }).pipe(Effect.scoped)
    )

    it.effect("end when the key or the endpoint goes", () => {
      const keyGoes = Effect.gen(function* () {
        const account = yield* listener
        const other = yield* (yield* ApiKeys).create(account.id, { name: "laptop" })
        const stream = yield* openStream(account.path, other.key)
        yield* (yield* ApiKeys).revoke(account.id, other.id)
        yield* stream.ended
        assert.include(stream.text(), '{"reason":"key_revoked"}')
      })
      const endpointGoes = Effect.gen(function* () {
        const account = yield* listener
        const stream = yield* openStream(account.path, account.key)
        yield* send(`${(yield* ServedApi).baseUrl}/webhook/endpoints/${account.endpoint.id}`, {
          method: "DELETE",
          key: account.key
        })
        yield* stream.ended
        assert.include(stream.text(), '{"reason":"endpoint_deleted"}')
      })
      // Each takes until its stream is looked at again.
      return Effect.scoped(Effect.all([keyGoes, endpointGoes], { concurrency: "unbounded", discard: true }))
    })

    it.effect("refuse who may not listen, and more streams than an account may have", () =>
      Effect.gen(function* () {
        const account = yield* listener
        const stranger = yield* listener
        const lite = yield* customer({ plan: "lite" })
        const codeOf = (path: string, key: string) =>
          Effect.map(call(path, { key }), ({ status, json }) => [status, json["code"]])
        assert.deepStrictEqual(yield* codeOf(account.path, stranger.key), [404, "not_found"])
        assert.deepStrictEqual(yield* codeOf(account.path, lite.key), [403, "plan_required"])
        assert.deepStrictEqual(yield* codeOf(`${account.path}?since=2020-01-01T00:00:00Z`, account.key), [
          400,
          "invalid_parameter"
        ])
        const unknown = yield* call(`${account.path}/acknowledge`, {
          key: stranger.key,
          method: "POST",
          json: { eventIds: ["evt_1"] }
        })
        assert.strictEqual(unknown.status, 404)
        for (let index = 0; index < 5; index += 1) {
          const one = yield* (yield* Endpoints).create(account.id, `https://example.com/${yield* newId("req")}`)
          yield* openStream(`/webhook/endpoints/${one.id}/events`, account.key)
        }
        assert.deepStrictEqual(yield* codeOf(account.path, account.key), [429, "rate_limited"])
      }).pipe(Effect.scoped)
    )

    it.effect("go on while the circuit breaker delays deliveries, for the event's usual price", () =>
      Effect.gen(function* () {
        const account = yield* listener
        const ledger = yield* Ledger
        const before = yield* ledger.available(account.id)
        const stream = yield* openStream(account.path, account.key)
        yield* setBreaker(account.id, account.endpoint.id)
        yield* makeEvents(account, 25)
        assert.lengthOf(yield* claimOf(account.id), 0)
        yield* stream.received(25)
        assert.deepStrictEqual(stream.ids(), yield* idsOf(account.id))
        assert.strictEqual(yield* ledger.available(account.id), before - 25 * eventCost)
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          UPDATE webhook_queues SET opened_at = NULL, open_until = NULL, concurrency = 32,
            next_at = now() - interval '1 second'
          WHERE account_id = ${account.id}`
        const deliveries = yield* claimOf(account.id)
        assert.deepStrictEqual(
          deliveries.map(({ body }) => body),
          stream.messages().map(({ body }) => body)
        )
        assert.strictEqual(yield* ledger.available(account.id), before - 25 * eventCost)
        // No delivery ever opens a connection, but the events were sent.
        yield* sql`UPDATE webhook_events SET failures = 10 WHERE account_id = ${account.id}`
        yield* Effect.forEach(deliveries, (delivery) => recordAnswer({ ...delivery, failures: 10 }, null))
        const states = yield* sql`
          SELECT DISTINCT state, refunded_at FROM webhook_events WHERE account_id = ${account.id}`
        assert.deepStrictEqual(states, [{ state: "failed", refundedAt: null }])
        assert.strictEqual(yield* ledger.available(account.id), before - 25 * eventCost)
      }).pipe(Effect.scoped)
    )

    it.effect("go on while a pause that the endpoint asked for delays them", () =>
      Effect.gen(function* () {
        const account = yield* listener
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE webhook_queues SET held_until = now() + interval '1 hour' WHERE account_id = ${account.id}`
        const stream = yield* openStream(account.path, account.key)
        yield* makeEvents(account, 2)
        assert.lengthOf(yield* claimOf(account.id), 0)
        yield* stream.received(2)
      }).pipe(Effect.scoped)
    )

    it.effect("send no event that was refunded", () =>
      Effect.gen(function* () {
        const account = yield* listener
        yield* makeEvents(account, 2)
        const [first, second] = yield* claimOf(account.id)
        if (first === undefined || second === undefined) return assert.fail("two deliveries")
        yield* recordAnswer({ ...first, failures: 10 }, null)
        const stream = yield* openStream(
          `${account.path}?since=${new Date(Date.now() - 60_000).toISOString()}`,
          account.key
        )
        yield* stream.received(1)
        yield* Effect.sleep("300 millis")
        assert.deepStrictEqual(stream.ids(), [second.eventId])
        return undefined
      }).pipe(Effect.scoped)
    )

    it.effect("cut off a reader that takes nothing, with little in memory, and free the endpoint", () =>
      Effect.gen(function* () {
        const account = yield* listener
        const sql = yield* SqlClient.SqlClient
        // More than the operating system buffers.
        yield* sql`
          WITH queued AS (
            UPDATE webhook_queues SET last_sequence = 600 WHERE account_id = ${account.id} RETURNING account_id
          )
          INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, post_code, sequence, state, attempt,
            body, created_at, finished_at)
          SELECT account_id, 'evt_' || n, ${account.endpoint.id}, 'rule', 'keyword', 'p' || n, n, 'delivered', 1,
            repeat('x', 60000), now(), now() FROM queued, generate_series(1, 600) AS n`
        const times = { ...anyPort.times, idleMillis: 1_000 }
        const context = yield* Layer.build(
          serving(HttpRouter.toHttpEffect(RestRoutes)).pipe(Layer.provideMerge(listenOn({ ...anyPort, times })))
        )
        const address = Context.get(context, HttpServer.HttpServer).address
        const { port } = new URL(HttpServer.formatAddress(address))
        const socket = yield* Effect.acquireRelease(
          Effect.sync(() => connect(Number(port), "127.0.0.1")),
          (open) => Effect.sync(() => open.destroy())
        )
        let closed = false
        socket.on("close", () => (closed = true))
        socket.on("error", () => undefined)
        const since = new Date(Date.now() - 60_000).toISOString()
        socket.write(
          `GET ${account.path}?since=${since} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account.key}\r\n\r\n`
        )
        const first = yield* Effect.promise(() => once(socket, "data"))
        assert.include(String(first[0]), "200 OK")
        socket.pause()
        const isFree = sql<{ free: boolean }>`
          SELECT stream_id IS NULL AS free FROM webhook_listeners WHERE account_id = ${account.id}`.pipe(
          Effect.flatMap(([row]) => (row?.free === true ? Effect.void : Effect.fail("taken")))
        )
        yield* Effect.retry(isFree, Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "10 seconds" })))
        assert.isBelow(socket.bytesRead, 20_000_000)
        socket.resume()
        yield* Effect.retry(
          Effect.suspend(() => (closed ? Effect.void : Effect.fail("open"))),
          Schedule.spaced("50 millis").pipe(Schedule.upTo({ duration: "10 seconds" }))
        )
        assert.isBelow(socket.bytesRead, 36_000_000, "it was not sent to the end")
      }).pipe(Effect.scoped)
    )

    // The last one: afterwards no stream of this process begins.
    it.effect("end when the server stops", () =>
      Effect.gen(function* () {
        const account = yield* listener
        const stream = yield* openStream(account.path, account.key)
        yield* (yield* EventStreams).endAll
        yield* stream.ended
        assert.include(stream.text(), '{"reason":"stopping"}')
      }).pipe(Effect.scoped)
    )
  })
})
