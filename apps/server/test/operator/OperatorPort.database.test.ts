/** The operator port over real HTTP: who may call, the errors, and ingest as a stream. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { gzipSync } from "node:zlib"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { type Answer, type Call, operate, send, ServedApi, serveOperatorWithToken } from "../support/ServedApi.ts"
import { forgetAll } from "../support/StoredState.ts"

const token = "a token of the operator"

const guarded = serveOperatorWithToken(token)

const assertProblem = ({ status, headers, json, text }: Answer, expected: number, detail: string) => {
  assert.strictEqual(status, expected, text)
  assert.strictEqual(headers.get("content-type"), "application/problem+json")
  assert.strictEqual(json["status"], expected)
  assert.include(String(json["detail"]), detail)
  assert.strictEqual(json["request_id"], headers.get("x-request-id"))
}

const lines = (count: number, prefix = "n") =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ type: "post", code: `${prefix}${index}`, caption: "台積電", username: "u", post_timestamp: 5 })
  )

const storedPosts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ count: number }>`SELECT count(*) AS count FROM posts`
  return row?.count
})

const post = (path: string, json: unknown) => operate(path, { method: "POST", json })

onAnyDatabaseWith("Operator port", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("with a token set, nothing works without it", () =>
    Effect.gen(function* () {
      yield* forgetAll
      const url = yield* guarded
      const calls: ReadonlyArray<readonly [string, Call]> = [
        ["/metrics", {}],
        ["/ledger", {}],
        ["/nothing", {}],
        ["/ingest", { method: "POST", body: `${lines(1)[0]}\n` }],
        ["/accounts", { method: "POST", json: { email: "intruder@example.com" } }]
      ]
      const wrong = [undefined, "", "Bearer", `bearer ${token}x`, `Basic ${token}`, token, `Bearer ${token} `.repeat(2)]
      for (const [path, options] of calls) {
        for (const authorization of wrong) {
          const headers = authorization === undefined ? {} : { authorization }
          const answer = yield* send(url + path, { ...options, headers })
          assertProblem(answer, 401, "HEDDLE_OPERATOR_TOKEN")
          assert.strictEqual(answer.json["code"], "unauthorized")
          assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
        }
      }
      assert.strictEqual(yield* storedPosts, 0)
      // Whoever watches the process needs no secret.
      assert.strictEqual((yield* send(`${url}/readyz`)).text, "ready\n")
      assert.strictEqual((yield* send(`${url}/healthz`)).text, "ok\n")
      assert.strictEqual((yield* send(`${url}/metrics`, { key: token })).status, 200)
      const ingested = yield* send(`${url}/ingest`, { key: token, method: "POST", body: `${lines(1)[0]}\n` })
      assert.strictEqual(ingested.json["accepted"], 1)
    })
  )

  it.effect("paths that are nearly right are told the right one, without a token too", () =>
    Effect.gen(function* () {
      const url = yield* guarded
      for (const [path, meant] of [
        ["/health", "/healthz"],
        ["/ready", "/readyz"],
        ["/metrics/", "/metrics"]
      ]) {
        assertProblem(yield* send(`${url}${path}`), 404, `Use ${meant}.`)
      }
      for (const path of ["/", "/docs"]) {
        assertProblem(
          yield* send(`${url}${path}`, { key: token }),
          404,
          "has no pages: it has /healthz, /readyz and /metrics"
        )
      }
    })
  )

  it.effect("no page in a browser gets in, whatever name it calls the port by", () =>
    Effect.gen(function* () {
      yield* forgetAll
      const headers = { origin: "https://evil.example", "content-type": "text/plain" }
      const answer = yield* operate("/ingest", { method: "POST", headers, body: `${lines(1)[0]}\n` })
      assertProblem(answer, 403, "browser")
      assert.strictEqual(yield* storedPosts, 0)
    })
  )

  it.effect("tells its health, readiness and metrics", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* operate("/healthz")).text, "ok\n")
      assert.strictEqual((yield* operate("/readyz")).text, "ready\n")
      const metrics = yield* operate("/metrics")
      assert.match(metrics.text, /^heddle_webhook_events_unfinished 0$/m)
      assertProblem(yield* operate("/balance"), 404, "There is no such path")
    })
  )

  it.effect("errors say why", () =>
    Effect.gen(function* () {
      const { json } = yield* post("/accounts", { email: "taken@example.com" })
      const path = `/accounts/${String(json["id"])}`
      for (let index = 0; index < 20; index += 1) yield* post(`${path}/keys`, { name: `k${index}` })
      const cases: ReadonlyArray<readonly [string, unknown, number, string]> = [
        ["/accounts", { email: "TAKEN@example.com" }, 409, "already exists"],
        ["/accounts", {}, 400, "email: is required"],
        ["/accounts", { email: "no address" }, 400, "email: must be an email address"],
        ["/accounts", { email: "nul\u0000@example.com" }, 400, "email: must be"],
        ["/accounts", { email: `${"a".repeat(250)}@b.example` }, 400, "email: must be an email address"],
        ["/accounts", { mail: "x@example.com" }, 400, "mail: is unknown; did you mean `email`?"],
        ["/accounts", [], 400, "the body must be an object"],
        [`${path}/grants`, {}, 400, "give a plan, credits, or both"],
        [`${path}/grants`, { plan: "gold" }, 400, "plan: must be one of lite, standard, plus, premium"],
        [`${path}/grants`, { credits: 0 }, 400, "credits: must be a whole number from 1 to 1,000,000,000"],
        [`${path}/grants`, { credits: -5 }, 400, "credits: must be a whole number"],
        [`${path}/grants`, { credits: 1.5 }, 400, "credits: must be"],
        [`${path}/grants`, { credit: 5 }, 400, "credit: is unknown; did you mean `credits`?"],
        ["/accounts/acct_none/grants", { credits: 5 }, 404, "There is no account acct_none."],
        ["/accounts/acct_none/keys", { name: "x" }, 404, "There is no account acct_none."],
        ["/accounts/%00/keys", { name: "x" }, 400, "account_id: must be"],
        [`${path}/keys`, { name: "the 21st" }, 409, "has 20 active keys, which is the limit; delete one first"],
        [`${path}/keys`, { name: "" }, 400, "name: must have 1 to 100 printable characters"],
        [`${path}/keys`, { name: "a\nb" }, 400, "name: must have 1 to 100 printable characters"],
        [`${path}/keys`, { name: "\ud800" }, 400, "name: must be well-formed Unicode"]
      ]
      for (const [path, body, status, detail] of cases) assertProblem(yield* post(path, body), status, detail)
    })
  )

  it.effect("a body that does not match its headers is rejected; lines received before that are stored", () =>
    Effect.gen(function* () {
      yield* forgetAll
      const gzip = { "content-encoding": "gzip" }
      const noGzip = yield* operate("/ingest", { method: "POST", body: `${lines(1)[0]}\n`, headers: gzip })
      assertProblem(noGzip, 400, "does not match its Content-Encoding")
      const other = yield* operate("/ingest", { method: "POST", body: "x", headers: { "content-encoding": "br" } })
      assertProblem(other, 415, "gzip")
      assert.strictEqual(yield* storedPosts, 0)
      // Level 0 stores the bytes as they are, so that the cut falls after a known line.
      const whole = gzipSync(`${lines(3, "cut").join("\n")}\n{"type":"po`, { level: 0 })
      const cut = yield* operate("/ingest", {
        method: "POST",
        body: new Uint8Array(whole.subarray(0, -8)),
        headers: gzip
      })
      assertProblem(cut, 400, "cut off")
      assert.strictEqual(yield* storedPosts, 3)
    })
  )
})
