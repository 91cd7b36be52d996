/** Whoever registers an address cannot send people there through ours: no error leaves without a click (RFC 9700, 4.11.2). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import {
  authorizationRequest,
  Browser,
  decide,
  deviceRedirect,
  OAuthApi,
  type Page,
  registered,
  signedInBrowser
} from "../../support/OAuthFlow.ts"

const site = "https://app.example/callback"
const other = "https://other.example/callback"

/** Requests that end with an error instead of a question. */
const failing: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  "prompt=none": { prompt: "none" },
  "prompt=none with others": { prompt: "none login" },
  "an unknown prompt": { prompt: "evil" },
  "another response_type": { response_type: "token" },
  "a hybrid response_type": { response_type: "code id_token" },
  "no response_type": { response_type: undefined },
  "no challenge": { code_challenge: undefined },
  "a short challenge": { code_challenge: "x" },
  "a plain challenge": { code_challenge_method: "plain" },
  "an answer in the fragment": { response_mode: "fragment", prompt: "none" },
  "an answer as a form": { response_mode: "form_post", prompt: "none" },
  "an unknown response_mode": { response_mode: "x" },
  "another resource": { resource: "https://other.example/mcp" },
  "a request object": { request: "x" },
  "a request object elsewhere": { request_uri: "https://evil.example/x" },
  "a registration": { registration: "{}" },
  "a wrong max_age": { max_age: "-1" },
  "a hint": { id_token_hint: "x" }
}

const assertStays = ({ status, location, headers, text }: Page, host: string) => {
  assert.strictEqual(status, 400, text)
  assert.strictEqual(location, "")
  assert.isNull(headers.get("refresh"))
  assert.include(headers.get("content-security-policy"), "default-src 'none'")
  assert.notMatch(text, /http-equiv="refresh"|<script|<form/)
  for (const [, address = ""] of text.matchAll(/(?:href|src|action)="([^"]*)"/g)) {
    if (address.startsWith("https:")) assert.strictEqual(new URL(address.replaceAll("&amp;", "&")).host, host)
  }
}

onAnyDatabaseWith("Errors of authorization requests", { services: OAuthApi, realClock: true }, (it) => {
  it.effect.each(Object.entries(failing))("%s: never leave to a site by themselves", ([, changes]) =>
    Effect.gen(function* () {
      const clientId = yield* registered({ redirect_uris: [site] })
      const { path } = authorizationRequest(clientId, { redirect_uri: site, ...changes })
      assertStays(yield* new Browser().go(path), "app.example")
      assertStays(yield* (yield* signedInBrowser()).browser.go(path), "app.example")
      const alone = authorizationRequest(clientId, { ...changes, redirect_uri: undefined })
      assertStays(yield* new Browser().go(alone.path), "app.example")
    })
  )

  it.effect.each(["en", "zh-Hant", "ja"])("offer the way back as a link, in %s", (language) =>
    Effect.gen(function* () {
      const clientId = yield* registered({ redirect_uris: [site] })
      const { path } = authorizationRequest(clientId, { redirect_uri: site, prompt: "none" })
      const page = yield* new Browser().go(path, { headers: { "accept-language": language } })
      assert.include(page.text, `<html lang="${language}">`)
      assert.include(page.text, "<code>app.example</code>")
      const href = /<a class="button secondary" href="([^"]*)"/.exec(page.text)?.[1] ?? ""
      const { origin, pathname, searchParams } = new URL(href.replaceAll("&amp;", "&"))
      assert.strictEqual(origin + pathname, site)
      assert.strictEqual(searchParams.get("error"), "consent_required")
      assert.strictEqual(searchParams.get("state"), "the state")
    })
  )

  it.effect("go back at once to a site that this person has connected, for nobody else and to no other site", () =>
    Effect.gen(function* () {
      const clientId = yield* registered({ redirect_uris: [site, other] })
      const { browser } = yield* signedInBrowser()
      yield* decide(browser, authorizationRequest(clientId, { redirect_uri: site }), "allow")
      const silent = (redirect_uri: string, id = clientId) =>
        authorizationRequest(id, { redirect_uri, prompt: "none" }).path
      const answer = yield* browser.go(silent(site))
      assert.strictEqual(answer.status, 303)
      const location = new URL(answer.location)
      assert.strictEqual(location.host, "app.example")
      assert.strictEqual(location.searchParams.get("error"), "consent_required")
      assertStays(yield* browser.go(silent(other)), "other.example")
      assertStays(yield* new Browser().go(silent(site)), "app.example")
      assertStays(yield* (yield* signedInBrowser()).browser.go(silent(site)), "app.example")
      const impostor = yield* registered({ redirect_uris: [site] })
      assertStays(yield* browser.go(silent(site, impostor)), "app.example")
    })
  )

  it.effect.each([deviceRedirect, "cursor://anysphere.cursor-mcp/oauth/callback", "com.example.app:/callback"])(
    "go back at once to %s, a program on the person's device",
    (redirect_uri) =>
      Effect.gen(function* () {
        const clientId = yield* registered({ redirect_uris: [redirect_uri] })
        for (const [name, changes] of Object.entries(failing)) {
          const answer = yield* new Browser().go(authorizationRequest(clientId, { redirect_uri, ...changes }).path)
          // Values that the provider refuses before it looks at the address stay here.
          if (answer.status === 400) continue
          assert.isTrue(answer.location.startsWith(redirect_uri), name)
          assert.match(answer.location, /[?&#]error=/)
        }
        const answer = yield* new Browser().go(authorizationRequest(clientId, { redirect_uri, prompt: "none" }).path)
        assert.strictEqual(answer.status, 303)
      })
  )
})
