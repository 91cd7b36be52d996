/**
 * Requests made from the contracts and then spoiled: whatever comes, the answer is never a 5xx, is what the OpenAPI
 * document declares, or a problem document, and the ledger still adds up. A failure prints its seed; put it into
 * `fc.assert` to see it again.
 */
import { assert } from "@effect/vitest"
import { DryRunResult, operations } from "@heddle/api"
import { Effect, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import type { SqlClient } from "effect/sql"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../support/Databases.ts"
import { runs } from "../support/Runs.ts"
import { checkLedger } from "../../apps/server/src/credits/ledger/LedgerCheck.ts"
import { Ledger } from "../../apps/server/src/credits/ledger/Ledger.ts"
import { UsageRecorder } from "../../apps/server/src/credits/usage/UsageRecorder.ts"
import { OperatorApi } from "../../apps/server/src/operator/OperatorApi.ts"
import { type FuzzRequest, fuzzRequest, routeOf, urlOf } from "./FuzzRequests.ts"
import { answersOf, type CheckAnswer } from "../../apps/server/test/support/OpenApiAnswers.ts"
import { eventStream, sendRaw } from "./RawHttp.ts"
import { type Answer, call, customer, ingest, send, ServedApi } from "../../apps/server/test/support/ServedApi.ts"
import { creditTables } from "../../apps/server/test/support/Tables.ts"

const credits = 1_000_000
const poorCredits = 3

const Problem = Schema.Struct({
  type: Schema.String.check(Schema.isPattern(/^\/problems\/[a-z-]+$/)),
  title: Schema.NonEmptyString,
  status: Schema.Int,
  detail: Schema.NonEmptyString,
  code: Schema.String.check(Schema.isPattern(/^[a-z_]+$/)),
  credits_consumed: Schema.Literal(0),
  request_id: Schema.NonEmptyString
})
/** The document has no dry runs. */
const isDryRun = Schema.is(DryRunResult)

const decodeProblem = Schema.decodeUnknownSync(Problem)

/** A comment, an event or the end. */
const streamBlock = /^(:.*|id: \S+\nevent: delivery\ndata: \{.*\}|event: end\ndata: \{"reason":"[a-z_]+"\})$/

const sendFuzz = (url: string, request: FuzzRequest, key: string | undefined) => {
  const { method, body, headers, isChunked } = request
  const named = new Set(headers.map(([name]) => name))
  return sendRaw(url, {
    method,
    isChunked,
    headers: [
      ...(key === undefined || named.has("authorization") ? [] : [["authorization", `Bearer ${key}`] as const]),
      ...(named.has("content-type") ? [] : [["content-type", "application/json"] as const]),
      ...headers
    ],
    body: method === "GET" || method === "HEAD" ? undefined : body.toWellFormed()
  })
}

/** Returns what the call cost now: a replay costs nothing. */
const assertAnswer = (answer: Answer, { route, method, path, id }: FuzzRequest, check: CheckAnswer): number => {
  const { status, headers, json, text } = answer
  // An empty id may lead to the route above; a route without one does not mind.
  const isRoute = path === route.path && (id !== "" || !path.includes(":"))
  assert.isBelow(status, 500, text)
  assert.match(headers.get("x-request-id") ?? "", /^[A-Za-z0-9._~-]{1,128}$/)
  assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
  if (method === "HEAD" || method === "OPTIONS") return 0
  // A browser at an unknown address gets a page.
  if (status === 404 && !isRoute && headers.get("content-type") === "text/html; charset=utf-8") {
    assert.include(text, "<!doctype html>")
    return 0
  }
  if (status >= 400) {
    assert.strictEqual(headers.get("content-type"), "application/problem+json")
    const problem = decodeProblem(json)
    assert.strictEqual(problem.status, status)
    assert.strictEqual(problem.request_id, headers.get("x-request-id"))
    assert.isBelow(text.length, 20_000)
    if (isRoute) check(path, method, status, json)
    return 0
  }
  if (!isRoute) return 0
  const consumed = Number(headers.get("x-credits-consumed") ?? 0)
  if (headers.get("content-type") === eventStream) {
    assert.strictEqual(consumed, 0)
    // Nothing may have come yet. What has come is comments and events, one of which can be cut off.
    for (const block of text.split("\n\n").slice(0, -1)) assert.match(block, streamBlock)
    return 0
  }
  // An exported file has no envelope.
  if (headers.get("content-disposition") !== null) return consumed
  if (isDryRun(json)) return consumed
  assert.isTrue(check(path, method, status, json), `${method} ${path} ${status} is not declared`)
  assert.strictEqual(json["credits_consumed"] ?? 0, consumed)
  return headers.get("idempotent-replayed") === null ? consumed : 0
}

const fuzz = (request: fc.Arbitrary<FuzzRequest>, few: number, run: (request: FuzzRequest) => Promise<void>) =>
  Effect.promise(() => fc.assert(fc.asyncProperty(request, run), { numRuns: runs(few) }))

const posts = Array.from({ length: 40 }, (_, index) => ({
  type: "post",
  code: `p${index}`,
  caption: index % 2 === 0 ? "a plain post" : "今天台積電大漲",
  username: "someone",
  post_timestamp: Math.floor(Date.now() / 1000) - index * 3_000
}))

onAnyDatabaseWith("Spoiled requests", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect(
    "to the API never make a 5xx, and every answer is a declared one",
    () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* ServedApi
        const context = yield* Effect.context<SqlClient.SqlClient>()
        const recorder = yield* UsageRecorder
        yield* ingest(...posts)
        const rich = yield* customer({ plan: "standard", credits })
        const poor = yield* customer({ plan: "standard", credits: poorCredits })
        const keys = { rich: rich.key, poor: poor.key, none: undefined }
        // Nobody listens there, so that test events fail at once and nothing leaves this machine.
        const made = yield* send(`${baseUrl}/webhook/endpoints`, {
          method: "POST",
          key: rich.key,
          json: { url: "http://127.0.0.1:1/" }
        })
        const known = String(Object(made.json["data"])["id"])
        // The known id is also that of a post and of an account, so that every route finds something.
        const [post] = posts
        yield* ingest(
          { ...post, code: known, username: known },
          { ...post, code: "reply", username: "other", reply_to: known }
        )
        const check = answersOf((yield* call("/openapi.json")).text)
        const spent = { rich: 0, poor: 0, none: 0 }
        const run = (request: FuzzRequest) =>
          Effect.gen(function* () {
            const { caller } = request
            const url = urlOf(baseUrl, request, known)
            // An entry of the call before may still be under way.
            if (caller === "poor") yield* recorder.flush
            const before = caller === "poor" ? yield* creditTables(poor.id) : []
            const answer = yield* sendFuzz(url, request, keys[caller])
            const cost = assertAnswer(answer, request, check)
            spent[caller] += cost
            if (caller === "poor" && answer.status >= 400) {
              assert.deepStrictEqual(yield* creditTables(poor.id), before, "a refused call left something behind")
            }
            if (cost > 0) {
              const same = url.replaceAll(/&?dry_run=[^&]*/g, "")
              const dry = `${same}${same.includes("?") ? "&" : "?"}dry_run=true`
              const asked = yield* sendFuzz(dry, { ...request, headers: [] }, rich.key)
              assert.isAtMost(cost, Number(Object(asked.json["data"])["estimated_cost"]), asked.text)
            }
          }).pipe(Effect.runPromiseWith(context))
        yield* fuzz(fuzzRequest(operations.map(({ endpoint }) => routeOf(endpoint))), 350, run)
        assert.deepStrictEqual(yield* checkLedger, [])
        const ledger = yield* Ledger
        assert.strictEqual(yield* ledger.available(rich.id), credits - spent.rich)
        assert.strictEqual(yield* ledger.available(poor.id), poorCredits - spent.poor)
      }),
    runs(120_000)
  )

  it.effect(
    "to the operator port neither",
    () =>
      Effect.gen(function* () {
        const { operatorUrl } = yield* ServedApi
        const { id } = yield* customer()
        const declared = Object.values(OperatorApi.groups).flatMap(({ endpoints }) => Object.values(endpoints))
        const beside = ["GET /ledger", "GET /healthz", "GET /readyz", "GET /metrics", "POST /ingest"].map((route) => {
          const [method = "", path = ""] = route.split(" ")
          return { method, path, fields: [] }
        })
        const check = answersOf(JSON.stringify(OpenApi.fromApi(OperatorApi)))
        const lenient: CheckAnswer = (path, ...answer) =>
          beside.some((route) => route.path === path) || check(path, ...answer)
        yield* fuzz(fuzzRequest([...declared.map(routeOf), ...beside]), 150, (request) =>
          Effect.gen(function* () {
            const answer = yield* sendFuzz(urlOf(operatorUrl, request, id), request, undefined)
            assertAnswer(answer, request, lenient)
          }).pipe(Effect.runPromise)
        )
        assert.deepStrictEqual(yield* checkLedger, [])
      }),
    runs(120_000)
  )
})
