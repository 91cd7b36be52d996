/** The conventions of every REST answer (decisions, "Conventions of the HTTP API"), over real HTTP. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { text as readText } from "node:stream/consumers"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { type Answer, call, type Call, customer, ingest, ServedApi } from "../../support/ServedApi.ts"

const endpoints = "/webhook/endpoints"

interface Refusal {
  readonly status: number
  readonly code: string
  /** Part of what a person reads. */
  readonly detail?: string
  /** `path: message` of the fields at fault. */
  readonly errors?: ReadonlyArray<string>
}

const errorsOf = ({ json }: Answer): ReadonlyArray<string> =>
  Array.isArray(json["errors"]) ? json["errors"].map(({ path, message }) => `${path}: ${message}`) : []

/** What every error has in common. */
const assertProblem = (answer: Answer, { status, code, detail, errors }: Refusal) => {
  const { json, headers } = answer
  assert.strictEqual(answer.status, status, answer.text)
  assert.strictEqual(headers.get("content-type"), "application/problem+json")
  assert.strictEqual(json["type"], `/problems/${code.replaceAll("_", "-")}`)
  assert.strictEqual(json["status"], status)
  assert.strictEqual(json["code"], code)
  assert.strictEqual(json["credits_consumed"], 0)
  assert.isString(json["title"])
  assert.isString(json["detail"])
  assert.strictEqual(json["request_id"], headers.get("x-request-id"))
  assert.match(String(json["request_id"]), /^req_/)
  if (detail !== undefined) assert.include(json["detail"], detail)
  if (errors !== undefined) assert.deepStrictEqual(errorsOf(answer), errors)
}

/** The recorded answers (`test/recorded/answers/search.ndjson`) have the rest. */
const badSearches: Readonly<Record<string, ReadonlyArray<string>>> = {
  "?keywords=a,": ["keywords.1: an item is empty; separate keywords with single commas"],
  [`?keywords=${encodeURIComponent("𠮷".repeat(101))}`]: ["keywords.0: an item is longer than 100 characters"],
  "?keywords=a&exclude=%F0%9F%98%80": [
    "exclude: `😀` needs at least one letter or digit: marks, symbols and emoji are not searched; use words of the text"
  ],
  "?keywords=a%00b": ["keywords.0: must be well-formed Unicode without NUL"],
  "?keywords=%A9%40%B0%D8": ["keywords: is not valid UTF-8 after percent-decoding; encode the text as UTF-8 first"],
  "?keywords=a&%FF=1": ["\ufffd: is not valid UTF-8 after percent-decoding; encode the text as UTF-8 first"],
  "?keywords=a&username=%ED%A0%80": [
    "username: is not valid UTF-8 after percent-decoding; encode the text as UTF-8 first"
  ],
  "?keywords=a&limit=1&limit=2": ["limit: must be given only once"],
  "?keywords=a&since=2026-11-01": ["since: must be a number: 2026-11-01T00:00:00.000Z is 1793491200 in Unix seconds"],
  "?keywords=a&until=2026-11-01T08:00:00%2B08:00": [
    "until: must be a number: 2026-11-01T00:00:00.000Z is 1793491200 in Unix seconds"
  ],
  "?keywords=a&since=2026-13-77": ["since: must be a number"],
  "?keywords=a&limit=-1.5": ["limit: must be a whole number from 1 to 500"],
  "?keywords=a&min_likes=9007199254740992": ["min_likes: must be a whole number from 0 to 9007199254740991"],
  "?keywords=a&limti=5": ["limti: is unknown; did you mean `limit`?"],
  "?keywords=a&username=%00": ["username: must be well-formed Unicode without NUL"],
  "?keywords=a&max_age_hours=0": ["max_age_hours: must be a whole number from 1 to 2160"],
  "?keywords=a&max_age_hours=5&until=9": [
    "until: conflicts with min_age_hours/max_age_hours: use either ages or since/until"
  ],
  "?keywords=a&min_age_hours=5&since=9": [
    "since: conflicts with min_age_hours/max_age_hours: use either ages or since/until"
  ],
  "?keywords=a&since=9": ["since: must be at most 90 days ago"],
  "?keywords=a&until=9": ["until: must be less than 90 days ago"]
}

/** The bytes a server answers to bytes that are no request `fetch` would send. */
const exchange = (baseUrl: string, bytes: string) =>
  Effect.promise(async () => {
    const { port, hostname } = new URL(baseUrl)
    const socket = connect(Number(port), hostname)
    socket.write(bytes)
    return readText(socket)
  })

const data = (answer: Answer): Readonly<Record<string, unknown>> => Object(answer.json["data"])

onAnyDatabaseWith("REST conventions", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("400 names each search parameter at fault, and why", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard" })
      for (const [query, errors] of Object.entries(badSearches)) {
        assertProblem(yield* call(`/post/search${query}`, { key }), {
          status: 400,
          code: "invalid_parameter",
          errors
        })
      }
      const history = yield* call("/balance/history?pages=2", { key })
      assertProblem(history, {
        status: 400,
        code: "invalid_parameter",
        detail: "pages: is unknown; did you mean `page`?"
      })
      for (const query of ["page=0", "page=1000001", "from=-1", "source=%00", "api_type=a%00", "to=soon"]) {
        const refused = yield* call(`/balance/history?${query}`, { key })
        assertProblem(refused, { status: 400, code: "invalid_parameter" })
      }
      assert.strictEqual((yield* call("/balance", { key })).headers.get("x-credits-remaining"), "100000")
    })
  )

  it.effect("400 for text that is no Unicode, or contains NUL", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard" })
      const endpoint = yield* call(endpoints, { key, method: "POST", json: { url: "https://example.com/rules" } })
      for (const [path, json, field] of [
        [endpoints, { url: "https://example.com/\u0000" }, "url"],
        [endpoints, { url: "https://example.com/\ud800" }, "url"],
        [`${endpoints}/${String(data(endpoint)["id"])}/rules`, { keyword: "\ud800a", likeCount: 10 }, "keyword"]
      ] as const) {
        assertProblem(yield* call(path, { key, method: "POST", json }), {
          status: 400,
          code: "invalid_parameter",
          errors: [`${field}: must be well-formed Unicode without NUL`]
        })
      }
    })
  )

  it.effect("a keyword of 100 characters is taken, also of those that UTF-16 writes in two units", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard" })
      const created = yield* call(endpoints, { key, method: "POST", json: { url: "https://example.com/long" } })
      const rules = `${endpoints}/${String(data(created)["id"])}/rules`
      for (const keyword of ["𠮷".repeat(100), `a${"🧋".repeat(99)}`]) {
        const found = yield* call(`/post/search?keywords=${encodeURIComponent(keyword)}`, { key })
        assert.strictEqual(found.status, 200, found.text)
        const rule = yield* call(rules, { key, method: "POST", json: { keyword, likeCount: 10 } })
        assert.strictEqual(rule.status, 201, rule.text)
        assert.strictEqual(data(rule)["keyword"], keyword)
      }
    })
  )

  it.effect("a body full of unknown fields does not become a huge answer", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard" })
      const json = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]))
      const many = yield* call(endpoints, { key, method: "POST", json })
      assertProblem(many, { status: 400, code: "invalid_parameter", detail: "more errors like these" })
      assert.isBelow(many.text.length, 8_000)
      const long = yield* call(endpoints, { key, method: "POST", json: { ["u".repeat(60_000)]: 1 } })
      assertProblem(long, { status: 400, code: "invalid_parameter" })
      assert.isBelow(long.text.length, 2_000)
    })
  )

  it.effect("404 for what does not exist; another account's ids look exactly the same", () =>
    Effect.gen(function* () {
      const owner = yield* customer({ plan: "standard" })
      const stranger = yield* customer({ plan: "standard" })
      const endpoint = yield* call(endpoints, {
        ...owner,
        method: "POST",
        json: { url: "https://example.com/mine" }
      })
      const endpointId = String(data(endpoint)["id"])
      const ruleJson = { keyword: "咖啡", likeCount: 10 }
      const rule = yield* call(`${endpoints}/${endpointId}/rules`, { ...owner, method: "POST", json: ruleJson })
      const ruleId = String(data(rule)["id"])
      const absent = (id: string) => `${id.slice(0, -3)}000`
      const attempts: ReadonlyArray<readonly [(id: string) => string, Call, string]> = [
        [(id) => `${endpoints}/${id}`, { method: "DELETE" }, endpointId],
        [(id) => `${endpoints}/${id}/rules`, { method: "POST", json: ruleJson }, endpointId],
        [(id) => `${endpoints}/${id}/test`, { method: "POST" }, endpointId],
        [(id) => `${endpoints}/${id}/rotate-secret`, { method: "POST" }, endpointId],
        [(id) => `/webhook/rules/${id}`, { method: "DELETE" }, ruleId]
      ]
      for (const [path, options, id] of attempts) {
        const foreign = yield* call(path(id), { ...options, key: stranger.key })
        const unknown = yield* call(path(absent(id)), { ...options, key: stranger.key })
        assertProblem(foreign, { status: 404, code: "not_found" })
        const anonymous = ({ json }: Answer, of: string) => ({
          ...json,
          request_id: "",
          detail: String(json["detail"]).replace(of, "ID")
        })
        assert.deepStrictEqual(anonymous(foreign, id), anonymous(unknown, absent(id)))
      }
      const listed = yield* call(endpoints, owner)
      assert.deepStrictEqual(listed.json["data"], [{ ...data(endpoint), rules: [data(rule)] }])
      for (const path of ["/nothing", "/post", "/readyz", "/ingest", "/metrics", "/accounts", "/balance/x"]) {
        assertProblem(yield* call(path, owner), { status: 404, code: "not_found" })
      }
    })
  )

  it.effect("neither does it in another spelling of the path", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "standard" })
      for (const path of ["/POST/Search", "//post/search", "/post//search", "/post/%73earch", "/post/search/"]) {
        for (const method of ["HEAD", "PUT"]) {
          const answer = yield* call(`${path}?keywords=a`, { key, method })
          assert.strictEqual(answer.status, 405, `${method} ${path}`)
          assert.strictEqual(answer.headers.get("allow"), "GET")
        }
        const unwanted = yield* call(`${path}?keywords=a`, { key, headers: { accept: "application/xml" } })
        assert.strictEqual(unwanted.status, 406, path)
      }
      assert.strictEqual((yield* call("/balance/history", { key })).json["total"], 0)
      assert.strictEqual(yield* (yield* Ledger).available(id), 100_000)
    })
  )

  it.effect("codes and names as long as sources tell them are found in paths, also when their encoding is longer", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard" })
      const code = "c".repeat(512)
      const username = "貓".repeat(256)
      yield* ingest({
        type: "post",
        code,
        username,
        caption: "a wombat comes by",
        post_timestamp: Math.floor(Date.now() / 1_000) - 60
      })
      const chain = yield* call(`/post/${code}/chain`, { key })
      assert.strictEqual(chain.status, 200, chain.text)
      for (const what of ["top-threads", "interactions", "follower-history"]) {
        const answer = yield* call(`/user/${encodeURIComponent(username)}/${what}`, { key })
        assert.strictEqual(answer.status, 200, answer.text)
      }
      const tooLong: ReadonlyArray<readonly [string, string]> = [
        [`/post/${code}d/chain`, "code: must have at most 512 characters"],
        [`/user/${"n".repeat(257)}/interactions`, "username: must have at most 256 characters"],
        [`/post/search?keywords=a&username=${"n".repeat(257)}`, "username: must have at most 256 characters"]
      ]
      for (const [path, error] of tooLong) {
        assertProblem(yield* call(path, { key }), { status: 400, code: "invalid_parameter", errors: [error] })
      }
    })
  )

  it.effect("409 for the same URL and for an identical rule, in either spelling", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard" })
      const create = (url: string) => call(endpoints, { key, method: "POST", json: { url } })
      const first = yield* create("https://example.com/hooks")
      assert.strictEqual(first.status, 201)
      for (const url of ["https://example.com/hooks", "https://EXAMPLE.com:443/hooks#part"]) {
        assertProblem(yield* create(url), { status: 409, code: "conflict", detail: "already exists" })
      }
      const createRule = (json: object) =>
        call(`${endpoints}/${String(data(first)["id"])}/rules`, { key, method: "POST", json })
      assert.strictEqual((yield* createRule({ keyword: "ＡＩ", likeCount: 10 })).status, 201)
      for (const json of [
        { keyword: "ＡＩ", likeCount: 10 },
        { keyword: "ai", like_count: 10, language: "ZH" }
      ]) {
        assertProblem(yield* createRule(json), { status: 409, code: "conflict", detail: "identical rule" })
      }
      assert.strictEqual((yield* createRule({ keyword: "ai", likeCount: 11 })).status, 201)
    })
  )

  it.effect("413 above 64 KiB, with and without a length; at the limit the body is read", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard" })
      const headers = { "content-type": "application/json" }
      const bytes = (length: number) => new Uint8Array(length).fill(0x20)
      const post = (body: BodyInit) => call(endpoints, { key, method: "POST", body, headers })
      assertProblem(yield* post(bytes(65_537)), { status: 413, code: "payload_too_large", detail: "64 KiB" })
      assertProblem(yield* post(new Blob([bytes(40_000), bytes(40_000)]).stream()), {
        status: 413,
        code: "payload_too_large"
      })
      assertProblem(yield* post(bytes(65_536)), { status: 400, code: "invalid_parameter" })
    })
  )

  it.effect("a repeated list may have commas in its items; an empty repetition marks a list of one", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard", credits: 10_000 })
      const namesIn = Effect.fnUntraced(function* (query: string) {
        const { json } = yield* call(`/post/keyword-trend?days=1&${query}`, { key })
        const rows: ReadonlyArray<{ readonly keyword: string }> = Object(json)["data"]
        return rows.map(({ keyword }) => keyword)
      })
      assert.deepStrictEqual(yield* namesIn("keywords=a,b"), ["a", "b"])
      assert.deepStrictEqual(yield* namesIn("keywords=a&keywords=b"), ["a", "b"])
      assert.deepStrictEqual(yield* namesIn("keywords=1%2C000&keywords=b"), ["1,000", "b"])
      assert.deepStrictEqual(yield* namesIn("keywords=1%2C000&keywords="), ["1,000"])
    })
  )

  it.effect("a second Host or Authorization is a 400, whichever comes first", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const { key } = yield* customer({ plan: "standard", credits: 10 })
      const hosts = ["Host: a", "host: a"]
      const authorizations = [`Authorization: Bearer ${key}`, "authorization: Bearer hdl_x"]
      for (const [name, lines] of [
        ["Host", [...hosts, authorizations[0]]],
        ["Authorization", [hosts[0], ...authorizations]],
        ["Authorization", [hosts[0], ...authorizations.toReversed()]]
      ] as const) {
        const text = yield* exchange(
          baseUrl,
          ["GET /balance HTTP/1.1", ...lines, "Connection: close", "", ""].join("\r\n")
        )
        assert.match(text, /^HTTP\/1\.1 400 /)
        assert.include(text, `"${name}: must be given only once"`)
      }
    })
  )

  it.effect("a semicolon or number sign in a path is part of it, also when the request waits for `100 Continue`", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const { id, key } = yield* customer({ plan: "standard", credits: 100 })
      for (const mark of [";", "#"]) {
        for (const expectation of ["", "Expect: 100-continue\r\n"]) {
          const text = yield* exchange(
            baseUrl,
            `GET /post/search${mark}keywords=%FFhello HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${expectation}Connection: close\r\n\r\n`
          )
          assert.match(text, /HTTP\/1\.1 404 /, `${mark} ${expectation}`)
        }
      }
      assert.strictEqual(yield* (yield* Ledger).available(id), 100)
      yield* ingest({
        type: "post",
        code: "a;b#c",
        caption: "x",
        username: "y",
        post_timestamp: Date.now() / 1000 - 60
      })
      const found = yield* call("/post/a;b%23c/chain", { key })
      assert.strictEqual(found.status, 200, found.text)
    })
  )
})
