/** `Idempotency-Key` over HTTP: one charge and one answer, whatever is repeated, at once or later, here or elsewhere. */
import type { AccountId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { RestRoutes } from "../../../src/transport/PublicRoutes.ts"
import { type Answer, call, type Call, customer, ingest, send, serve, ServedApi } from "../../support/ServedApi.ts"
import { creditTables } from "../../support/Tables.ts"
import { TestServices } from "../../support/TestServices.ts"

const endpoints = "/webhook/endpoints"
const search = "/post/search?keywords=wombat&language=en&limit=10"

const posts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: "post",
    code: `wombat${index}`,
    caption: "a wombat comes by",
    username: "someone",
    post_timestamp: Math.floor(Date.now() / 1000) - index,
    language: "en"
  }))

const withKey = (key: string, idempotencyKey: string, options: Call = {}): Call => ({
  ...options,
  key,
  headers: { "idempotency-key": idempotencyKey }
})

const replayed = ({ headers }: Answer) => headers.get("idempotent-replayed") === "true"
const dataOf = ({ json }: Answer): Readonly<Record<string, unknown>> => Object(json["data"])
const entriesOf = (id: AccountId) => Effect.map(creditTables(id), ([, , entries]) => entries ?? [])

onAnyDatabaseWith("Idempotency-Key", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("200 calls with one key at once: one charge, one entry, one body", () =>
    Effect.gen(function* () {
      yield* ingest(...posts(7))
      const { id, key } = yield* customer({ plan: "standard", credits: 1_000 })
      const answers = yield* Effect.all(
        Array.from({ length: runs(200) }, () => call(search, withKey(key, "one-call"))),
        { concurrency: 50 }
      )
      assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
      assert.strictEqual(answers.filter((answer) => !replayed(answer)).length, 1)
      for (const { headers } of answers) {
        assert.strictEqual(headers.get("x-credits-consumed"), "7")
        assert.strictEqual(headers.get("x-credits-remaining"), "993")
      }
      assert.strictEqual(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size, answers.length)
      assert.strictEqual((yield* entriesOf(id)).length, 1)
    })
  )

  it.effect("later, too; other posts, an ended plan or an empty balance change nothing of the answer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, key } = yield* customer({ plan: "standard", credits: 20 })
      const first = yield* call(search, withKey(key, '"quoted"'))
      assert.strictEqual(first.status, 200)
      yield* ingest(...posts(9))
      yield* call(search, { key })
      yield* sql`UPDATE plan_periods SET ends_at = starts_at WHERE account_id = ${id}`
      const again = yield* call(search, withKey(key, "quoted"))
      assert.strictEqual(again.text, first.text)
      assert.isTrue(replayed(again))
      assert.strictEqual((yield* call(search, { key })).status, 403)
      const reordered = "/post/search?limit=10&language=en&keywords=wombat"
      assert.isTrue(replayed(yield* call(reordered, withKey(key, "quoted"))))
    })
  )

  it.effect("the same key for another request is a 409, in flight and later; another account's key is its own", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "standard", credits: 500 })
      const [one, two] = yield* Effect.all([call(search, withKey(key, "k")), call(`${search}0`, withKey(key, "k"))], {
        concurrency: 2
      })
      assert.deepStrictEqual([one.status, two.status].toSorted(), [200, 409])
      const used = one.status === 200 ? search : `${search}0`
      const others: ReadonlyArray<readonly [string, Call]> = [
        [used.replace("wombat", "quokka"), {}],
        [endpoints, { method: "POST", json: { url: "https://example.com/k" } }]
      ]
      for (const [path, options] of others) {
        const refused = yield* call(path, {
          ...options,
          key,
          headers: { "idempotency-key": "k", "content-type": "application/json" }
        })
        assert.strictEqual(refused.status, 409)
        assert.strictEqual(refused.json["code"], "idempotency_conflict")
        assert.isNull(refused.headers.get("retry-after"))
      }
      assert.strictEqual((yield* entriesOf(id)).length, 1)
      const stranger = yield* customer({ plan: "standard", credits: 500 })
      const own = yield* call(used, withKey(stranger.key, "k"))
      assert.strictEqual(own.status, 200)
      assert.isFalse(replayed(own))
    })
  )

  it.effect("a call that failed leaves its key free", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "standard", credits: 9 })
      const before = yield* creditTables(id)
      const refused = yield* call(search, withKey(key, "retry"))
      assert.strictEqual(refused.status, 402)
      assert.strictEqual((yield* call("/post/search?keywords=%21", withKey(key, "retry"))).status, 400)
      assert.deepStrictEqual(yield* creditTables(id), before)
      const smaller = yield* call(
        search.replace("limit=10", `limit=${String(refused.json["max_affordable_limit"])}`),
        withKey(key, "retry")
      )
      assert.strictEqual(smaller.status, 200)
      assert.isFalse(replayed(smaller))
    })
  )

  it.effect("writes run once: creation answers 201 again with its secret, deletion its 200; no dump shows either", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, key } = yield* customer({ plan: "standard", credits: 500 })
      const create = call(endpoints, withKey(key, "create", { method: "POST", json: { url: "https://a.example/" } }))
      const made = yield* Effect.all([create, create, create], { concurrency: 3 })
      assert.deepStrictEqual(
        made.map(({ status }) => status),
        [201, 201, 201]
      )
      assert.strictEqual(new Set(made.map(({ text }) => text)).size, 1)
      const [first] = made
      const endpoint = dataOf(first)
      assert.match(String(endpoint["secret"]), /^whsec_/)
      const path = `${endpoints}/${String(endpoint["id"])}`
      const rule = call(
        `${path}/rules`,
        withKey(key, "rule", { method: "POST", json: { keyword: "a", likeCount: 10 } })
      )
      assert.strictEqual((yield* rule).text, (yield* rule).text)
      const spelled = yield* call(
        `${path}/rules`,
        withKey(key, "rule", { method: "POST", json: { keyword: "a", likeCount: 11 } })
      )
      assert.strictEqual(spelled.json["code"], "idempotency_conflict")
      const rows = yield* sql<{ row: string; bytes: string | null }>`
            SELECT k::text AS row, encode(sealed_answer, 'escape') AS bytes FROM idempotency_keys k WHERE account_id = ${id}`
      assert.strictEqual(rows.length, 2)
      for (const { row, bytes } of rows) {
        for (const secret of ["whsec_", "create", "a.example", "rule_"]) {
          assert.notInclude(row, secret)
          assert.notInclude(bytes ?? "", secret)
        }
      }
      const remove = call(path, withKey(key, "remove", { method: "DELETE" }))
      assert.strictEqual((yield* remove).status, 200)
      const gone = yield* remove
      assert.strictEqual(gone.status, 200)
      assert.isTrue(replayed(gone))
      assert.strictEqual((yield* call(path, { key, method: "DELETE" })).status, 404)
      // One entry for each of the three that ran.
      assert.strictEqual((yield* entriesOf(id)).length, 3)
    })
  )

  it.effect("a write that fails changes nothing and frees its key", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "standard", credits: 500 })
      const json = { url: "https://a.example/" }
      const made = yield* call(endpoints, { key, method: "POST", json })
      const again = call(endpoints, withKey(key, "again", { method: "POST", json }))
      const before = yield* creditTables(id)
      assert.strictEqual((yield* again).json["code"], "conflict")
      assert.deepStrictEqual(yield* creditTables(id), before)
      yield* call(`${endpoints}/${String(dataOf(made)["id"])}`, { key, method: "DELETE" })
      assert.strictEqual((yield* again).status, 201)
    })
  )

  it.effect("a test event is sent once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, key } = yield* customer({ plan: "standard", credits: 500 })
      const made = yield* call(endpoints, { key, method: "POST", json: { url: "http://127.0.0.1:1/" } })
      const test = call(`${endpoints}/${String(dataOf(made)["id"])}/test`, withKey(key, "t", { method: "POST" }))
      const answers = yield* Effect.all([test, test], { concurrency: 2 })
      assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
      const attempts = yield* sql`SELECT 1 FROM webhook_attempts WHERE account_id = ${id}`
      assert.strictEqual(attempts.length, 1)
    })
  )

  it.effect("two processes: one charge; the other learns that the first is still running, or gets its answer", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const { id, key } = yield* customer({ plan: "standard", credits: 1_000 })
      // Its own services and memory, on the same database.
      const otherUrl = yield* Effect.provide(serve(HttpRouter.toHttpEffect(RestRoutes)), Layer.fresh(TestServices), {
        local: true
      })
      const answers = yield* Effect.all(
        Array.from({ length: 60 }, (_, index) =>
          send((index % 2 === 0 ? baseUrl : otherUrl) + search, withKey(key, "shared"))
        ),
        { concurrency: 30 }
      )
      for (const { status, json, headers } of answers) {
        if (status === 200) continue
        assert.strictEqual(status, 409)
        assert.strictEqual(json["code"], "conflict")
        assert.include(String(json["detail"]), "still running")
        assert.strictEqual(headers.get("retry-after"), "1")
      }
      const succeeded = answers.filter(({ status }) => status === 200)
      assert.strictEqual(new Set(succeeded.map(({ text }) => text)).size, 1)
      assert.strictEqual(succeeded.filter((answer) => !replayed(answer)).length, 1)
      const later = yield* send(otherUrl + search, withKey(key, "shared"))
      assert.strictEqual(later.text, succeeded[0]?.text)
      assert.strictEqual((yield* entriesOf(id)).length, 1)
    }).pipe(Effect.scoped)
  )
})
