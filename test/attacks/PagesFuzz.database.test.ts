/** Hostile queries, forms, cookies and calls of the portal, by strangers and by people who are signed in: no 5xx. */
import { assert } from "@effect/vitest"
import { portalRpcPath, PortalRpcs } from "@heddle/api/portal"
import { Effect } from "effect"
import fc from "fast-check"
import { checkLedger } from "../../apps/server/src/credits/ledger/LedgerCheck.ts"
import { personalPages } from "../../apps/server/src/transport/http/KnownRoutes.ts"
import { programPaths } from "../../apps/server/src/transport/oauth/OAuthRoutes.ts"
import { portalUser } from "../../apps/server/test/support/PortalVisits.ts"
import { send, ServedApi } from "../../apps/server/test/support/ServedApi.ts"
import { onAnyDatabaseWith } from "../support/Databases.ts"
import { runs } from "../support/Runs.ts"
import { fuzzRequest, hostile, urlOf } from "./FuzzRequests.ts"

const names =
  "email password token code return_to decision lang send from to source via requestId client_id redirect_uri response_type scope state prompt code_challenge code_challenge_method grant_type refresh_token resource response credential"
const fields = names
  .split(" ")
  .map((name) => [name, ["a@example.com", "1234567890", "/portal", "https://evil.example/", "none", "query"]] as const)

/** As if each were asked by GET: what stands in the query goes into the form of a POST. */
const pages = [
  ...personalPages.flatMap(({ path, methods }) => methods.map((posts) => ({ path, posts }))),
  ...programPaths.map(({ path, method }) => ({ path, posts: method }))
]

const pageRequest = fc
  .constantFrom(...pages)
  .chain(({ path, posts }) =>
    fc.record({ posts: fc.constant(posts), request: fuzzRequest([{ method: "GET", path, fields }]) })
  )

const cookie = fc.oneof(fc.constant(""), hostile).map((value) => value.replaceAll(/[^\x21-\x7e]/g, ""))

const message = fc
  .record({
    _tag: fc.oneof({ weight: 9, arbitrary: fc.constant("Request") }, { weight: 1, arbitrary: hostile }),
    id: fc.oneof({ weight: 9, arbitrary: fc.constant("1") }, { weight: 1, arbitrary: hostile }),
    tag: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...PortalRpcs.requests.keys()) },
      { weight: 1, arbitrary: hostile }
    ),
    payload: fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.dictionary(
        fc.constantFrom(
          "id",
          "name",
          "url",
          "keyword",
          "endpointId",
          "from",
          "to",
          "likeCount",
          "language",
          "operation",
          "params"
        ),
        fc.oneof(hostile, fc.jsonValue())
      )
    ),
    headers: fc.constantFrom([], [["traceparent", "x"]], null)
  })
  .chain((one) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(one) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            fc.constantFrom("traceId", "spanId", "sampled", "isNotification", "discard", "requestId"),
            fc.jsonValue()
          )
          .map(([name, value]) => ({ ...one, [name]: value }))
      }
    )
  )

onAnyDatabaseWith("Pages", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect(
    "answer hostile requests",
    () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* ServedApi
        const { visitor } = yield* portalUser({ plan: "standard" })
        const session = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
        const headersWith = (isOwner: boolean, extra: string) => ({
          origin: baseUrl,
          cookie: [isOwner ? session : "", extra === "" ? "" : `_interaction=${extra}`]
            .filter((part) => part !== "")
            .join("; ")
        })
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(pageRequest, fc.boolean(), cookie, async ({ posts, request }, isOwner, extra) => {
              const url = urlOf(baseUrl, request, "known")
              const [path = "", query = ""] = url.split("?")
              const form = {
                method: "POST",
                body: query,
                headers: { "content-type": "application/x-www-form-urlencoded" }
              }
              const { status, text, headers } = await Effect.runPromise(
                send(posts === "POST" ? path : url, {
                  ...(posts === "POST" ? form : {}),
                  headers: { ...headersWith(isOwner, extra), ...(posts === "POST" ? form.headers : {}) }
                })
              )
              if (!text.includes("portal is not built")) assert.isBelow(status, 500, text)
              assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
            }),
            { numRuns: runs(250) }
          )
        )
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(
              fc.array(message, { minLength: 1, maxLength: 3 }),
              fc.boolean(),
              async (messages, isOwner) => {
                const { status, text } = await Effect.runPromise(
                  send(baseUrl + portalRpcPath, {
                    method: "POST",
                    body: messages.map((one) => `${JSON.stringify(one)}\n`).join(""),
                    headers: { ...headersWith(isOwner, ""), "content-type": "application/x-ndjson" }
                  })
                )
                assert.isBelow(status, 500, text)
                assert.notMatch(text, /"code":"internal"|Cannot read/)
              }
            ),
            { numRuns: runs(250) }
          )
        )
        assert.deepStrictEqual(yield* checkLedger, [])
      }),
    runs(120_000)
  )
})
