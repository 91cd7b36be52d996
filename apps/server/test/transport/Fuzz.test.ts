/**
 * Requests made from the contract and then spoiled: whatever comes, the answer is never a 5xx, every error is a problem
 * document, and the ledger still adds up. A failure prints its seed; put it into `fc.assert` to see it again.
 */
import { assert, layer } from "@effect/vitest"
import { operations } from "@heddle/api"
import { Effect, Layer, Schema, SchemaAST } from "effect"
import fc from "fast-check"
import { onEveryDatabase } from "../../../../test/support/Databases.ts"
import { checkLedger } from "../../src/credits/LedgerCheck.ts"
import { Ledger } from "../../src/credits/Ledger.ts"
import { type Answer, customer, send, ServedApi } from "../support/ServedApi.ts"

const credits = 1_000_000
const numRuns = 500

const namesIn = (schema: Schema.Top): ReadonlyArray<string> => {
  const { ast } = Schema.toEncoded(schema)
  return SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

const routes = operations.map(({ endpoint }) => ({
  method: endpoint.method,
  path: endpoint.path,
  names: [
    ...(endpoint.query === undefined ? [] : namesIn(endpoint.query)),
    ...[...endpoint.payload.values()].flatMap(({ schemas }) => schemas).flatMap(namesIn)
  ]
}))

const hostile = fc.constantFrom(
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e台積電\u200b",
  "👩‍👩‍👧‍👦",
  "e\u0301".repeat(60),
  "'; DROP TABLE posts; --",
  "%00",
  "%zz",
  "%ff%fe",
  "../../balance",
  "NaN",
  "-0",
  "1e999",
  "9007199254740993",
  "99999999999999999999",
  "0x10",
  "__proto__",
  "constructor",
  "x".repeat(3_000)
)
const plausible = fc.constantFrom(
  "a",
  "a,b",
  "true",
  "false",
  "all",
  "any",
  "zh",
  "en",
  "reply",
  "recent",
  "views",
  "0",
  "1",
  "24",
  "500",
  "20000",
  "1700000000",
  "https://example.com/hooks"
)
const text = fc.oneof(plausible, hostile, fc.string({ unit: "binary", maxLength: 40 }))
const scalar = fc.oneof(
  text,
  text.map(Number),
  fc.constantFrom(null, true, false, 10, 500, 20_000, 24, -1, 0.5, 1e300, Number.MAX_SAFE_INTEGER)
)
const fieldNames = (names: ReadonlyArray<string>) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names, "keywords") },
    { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "length") },
    { weight: 1, arbitrary: text }
  )

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)
const rawBody = fc.oneof(
  hostile,
  fc.json({ maxDepth: 6 }),
  fc.constantFrom(
    "{",
    "[]",
    "null",
    '"',
    nested(20_000, "[", "]"),
    `${'{"keyword":'.repeat(5_000)}1${"}".repeat(5_000)}`
  ),
  fc.constantFrom(
    `{"url":${nested(9_000, "[", "]")}}`,
    '{"__proto__":{"url":"https://example.com/"}}',
    " ".repeat(70_000)
  )
)
const objectBody = (names: ReadonlyArray<string>) =>
  fc
    .array(
      fc.tuple(fieldNames(names), fc.oneof({ weight: 5, arbitrary: scalar }, { weight: 1, arbitrary: fc.jsonValue() })),
      {
        maxLength: 6
      }
    )
    // Written by hand, so that `__proto__` and repeated names arrive as they are.
    .map(
      (entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 0}`).join()}}`
    )

interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly ids: ReadonlyArray<string>
  readonly query: ReadonlyArray<readonly [string, string, boolean]>
  readonly body: string
  readonly contentType: string
  readonly withKey: boolean
}

const fuzzRequest: fc.Arbitrary<FuzzRequest> = fc.constantFrom(...routes).chain(({ method, path, names }) =>
  fc.record({
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant(method) },
      { weight: 1, arbitrary: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") }
    ),
    path: fc.oneof(
      { weight: 12, arbitrary: fc.constant(path) },
      { weight: 1, arbitrary: text.map((segment) => `/${segment}`) }
    ),
    ids: fc.tuple(fc.oneof(fc.constant("known"), text)),
    // The flag says whether the value is sent percent-encoded or as it stands.
    query: fc.array(fc.tuple(fieldNames(names), text, fc.boolean()), { maxLength: 5 }),
    body: fc.oneof({ weight: 3, arbitrary: objectBody(names) }, { weight: 1, arbitrary: rawBody }),
    contentType: fc.oneof(
      { weight: 9, arbitrary: fc.constant("application/json") },
      {
        weight: 1,
        arbitrary: fc.constantFrom("text/plain", "application/json; charset=latin1", "multipart/form-data", "x")
      }
    ),
    withKey: fc.oneof({ weight: 12, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) })
  })
)

const encoded = (part: string, escape: boolean): string =>
  escape ? encodeURIComponent(part.toWellFormed()) : part.replaceAll(/[#?&=/\\\s]/g, "")

const urlOf = (baseUrl: string, { path, ids, query }: FuzzRequest, known: string): string => {
  const id = ids[0] === "known" ? known : encoded(ids[0] ?? "", true)
  const search = query.map(([name, value, escape]) => `${encoded(name, escape)}=${encoded(value, escape)}`).join("&")
  return `${baseUrl}${path.replaceAll(/:[a-z_]+/g, id)}${search === "" ? "" : `?${search}`}`
}

const assertAnswer = (answer: Answer, method: string): number => {
  assert.isBelow(answer.status, 500, answer.text)
  if (method === "HEAD" || method === "OPTIONS") return Number(answer.headers.get("x-credits-consumed") ?? 0)
  if (answer.status >= 400) {
    assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
    assert.strictEqual(answer.json["status"], answer.status)
    assert.strictEqual(answer.json["credits_consumed"], 0)
    assert.strictEqual(answer.json["request_id"], answer.headers.get("x-request-id"))
    assert.isAbove(String(answer.json["detail"]).length, 0)
    assert.isBelow(answer.text.length, 20_000)
    return 0
  }
  const consumed = Number(answer.headers.get("x-credits-consumed"))
  // An exported file has no envelope.
  if (answer.headers.get("content-disposition") === null) assert.strictEqual(answer.json["credits_consumed"], consumed)
  return consumed
}

onEveryDatabase("Spoiled requests", (_name, database) => {
  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      it.effect(
        "never make a 5xx, and every error is a problem document",
        () =>
          Effect.gen(function* () {
            const { baseUrl } = yield* ServedApi
            const { id, key } = yield* customer({ plan: "standard", credits })
            // Nobody listens there, so that test events fail at once and nothing leaves this machine.
            const made = yield* send(`${baseUrl}/webhook/endpoints`, {
              method: "POST",
              key,
              json: { url: "http://127.0.0.1:1/" }
            })
            const known = String(Object(made.json["data"])["id"])
            let spent = 0
            const run = (request: FuzzRequest) =>
              Effect.gen(function* () {
                const { method, body, contentType, withKey } = request
                const answer = yield* send(urlOf(baseUrl, request, known), {
                  method,
                  headers: { "content-type": contentType, ...(withKey ? { authorization: `Bearer ${key}` } : {}) },
                  ...(method === "GET" || method === "HEAD" ? {} : { body: body.toWellFormed() })
                })
                spent += assertAnswer(answer, method)
              })
            yield* Effect.promise(() =>
              fc.assert(
                fc.asyncProperty(fuzzRequest, (request) => Effect.runPromise(run(request))),
                { numRuns }
              )
            )
            assert.deepStrictEqual(yield* checkLedger, [])
            assert.strictEqual(yield* (yield* Ledger).available(id), credits - spent)
          }),
        120_000
      )
    }
  )
})
