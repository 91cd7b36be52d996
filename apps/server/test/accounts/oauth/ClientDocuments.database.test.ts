/** Applications that name themselves by the address of a document about them (client ID metadata documents). */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { AccessTokens } from "../../../src/accounts/oauth/AccessTokens.ts"
import { httpsServer } from "../../support/HttpsServer.ts"
import {
  authorizationRequest,
  Browser,
  consentPage,
  decide,
  exchange,
  OAuthApi,
  type Page,
  refresh,
  signedInBrowser,
  tokensOf
} from "../../support/OAuthFlow.ts"

interface Document {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** A server of documents on this machine, which these tests permit; returns the address of a path. */
const publish = Effect.fnUntraced(function* (documentAt: (path: string, url: (path: string) => string) => Document) {
  const requests: Array<string> = []
  let port = 0
  const url = (path: string) => `https://localhost:${port}${path}`
  port = yield* httpsServer((request, response) => {
    requests.push(request.url)
    const { status = 200, headers = {}, body } = documentAt(request.url, url)
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(body)
  }).pipe(Effect.map((server) => server.port))
  return { url, requests }
})

const metadata = (clientId: string, changes: object = {}) =>
  JSON.stringify({
    client_id: clientId,
    client_name: "Documented",
    redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    ...changes
  })

const enter = (clientId: string) => new Browser().go(authorizationRequest(clientId).path)

onAnyDatabaseWith("Client documents", { services: OAuthApi, realClock: true }, (it) => {
  it.effect("stand for a registration, with any port of the device", () =>
    Effect.gen(function* () {
      const { url, requests } = yield* publish((path, url) => ({ body: metadata(url(path)) }))
      const clientId = url("/client.json")
      const { browser } = yield* signedInBrowser()
      const request = authorizationRequest(clientId)
      const { page } = yield* consentPage(browser, request)
      assert.include(page.text, "“Documented”")
      const code = (yield* decide(browser, request, "allow")).searchParams.get("code") ?? ""
      const tokens = tokensOf(yield* exchange(request, code))
      const next = tokensOf(yield* refresh(clientId, tokens.refresh))
      const identity = yield* (yield* AccessTokens).identify(next.access)
      assert.strictEqual(Option.getOrThrow(identity).application, "Documented")
      // It is remembered for a while.
      assert.lengthOf(requests, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("may have optional members that are null or empty", () =>
    Effect.gen(function* () {
      const blank = {
        client_uri: null,
        logo_uri: "",
        tos_uri: null,
        policy_uri: "",
        contacts: [],
        scope: "",
        jwks_uri: null,
        software_version: null
      }
      const { url } = yield* publish((path, url) => ({ body: metadata(url(path), blank) }))
      const clientId = url("/blank.json")
      const { browser } = yield* signedInBrowser()
      const request = authorizationRequest(clientId)
      const code = (yield* decide(browser, request, "allow")).searchParams.get("code") ?? ""
      const tokens = tokensOf(yield* exchange(request, code))
      const identity = yield* (yield* AccessTokens).identify(tokens.access)
      assert.strictEqual(Option.getOrThrow(identity).application, "Documented")
    }).pipe(Effect.scoped)
  )

  it.effect("are refused when they are not what they must be", () =>
    Effect.gen(function* () {
      const documents: Readonly<Record<string, (url: (path: string) => string) => Document>> = {
        "/other-id": (url) => ({ body: metadata(url("/another")) }),
        "/javascript": (url) => ({ body: metadata(url("/javascript"), { redirect_uris: ["javascript:alert(1)"] }) }),
        "/plain-http": (url) => ({ body: metadata(url("/plain-http"), { redirect_uris: ["http://evil.example/"] }) }),
        "/secret": (url) => ({
          body: metadata(url("/secret"), { token_endpoint_auth_method: "client_secret_post" })
        }),
        "/no-json": () => ({ body: "<html>" }),
        "/list": () => ({ body: "[]" }),
        "/missing": () => ({ status: 404, body: "{}" }),
        "/moved": (url) => ({ status: 302, headers: { location: url("/good") }, body: "" }),
        "/long": (url) => ({
          body: metadata(url("/long"), { client_uri: `https://example.com/${"x".repeat(6_000)}` })
        }),
        "/very-long": () => ({ body: "x".repeat(1_000_000) }),
        "/many-headers": (url) => ({
          headers: { "x-more": "x".repeat(9_000) },
          body: metadata(url("/many-headers"))
        }),
        "/good": (url) => ({ body: metadata(url("/good")) })
      }
      const { url, requests } = yield* publish((path, url) => documents[path]?.(url) ?? { status: 500, body: "" })
      for (const path of Object.keys(documents)) {
        const answer = yield* enter(url(path))
        assert.strictEqual(answer.status, path === "/good" ? 303 : 400, path)
      }
      // The redirect was not followed.
      assert.deepStrictEqual(
        requests.filter((path) => path === "/good"),
        ["/good"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("of others are fetched while one host never answers", () =>
    Effect.gen(function* () {
      const { port } = yield* httpsServer(() => undefined)
      const { url } = yield* publish((path, url) => ({ body: metadata(url(path)) }))
      const enterFrom = (address: string, clientId: string, headers = {}) =>
        new Browser().go(authorizationRequest(clientId).path, { headers: { "x-forwarded-for": address, ...headers } })
      const refused: Array<Page> = []
      yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => `https://localhost:${port}/${index}`),
        (clientId) =>
          Effect.map(enterFrom("198.51.100.7", clientId), (page) => {
            if (page.status !== 400) refused.push(page)
          }),
        { concurrency: "unbounded", discard: true }
      ).pipe(Effect.forkScoped)
      const answers = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, index) => index),
        (index) => enterFrom(`203.0.113.${index}`, url(`/honest/${index}`)),
        { concurrency: 4 }
      )
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [303])
      // It was not the application's fault, and the person is not told so.
      const busy = yield* Effect.fromNullishOr(refused[0]).pipe(Effect.eventually)
      assert.include([429, 503], busy.status)
      assert.strictEqual(busy.headers.get("retry-after"), "5")
      assert.include(busy.text, "Wait a moment")
    }).pipe(Effect.scoped)
  )
})
