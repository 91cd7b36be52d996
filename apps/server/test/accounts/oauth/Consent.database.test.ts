/** Who decides about an application, what they see, and what nobody else can do in their name. */
import { portalRpcPath } from "@heddle/api/portal"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { AccessTokens } from "../../../src/accounts/oauth/AccessTokens.ts"
import { Connections } from "../../../src/accounts/oauth/Connections.ts"
import { textsOf } from "../../../src/transport/pages/Texts.ts"
import {
  authorizationRequest,
  Browser,
  connected,
  consentPage,
  decide,
  destinationOf,
  exchange,
  formToken,
  issuer,
  OAuthApi,
  registered,
  signedInBrowser,
  tokensOf
} from "../../support/OAuthFlow.ts"
import { textsIn, visibleText } from "../../support/PageTexts.ts"
import { portalClient } from "../../support/PortalClient.ts"
import { ServedApi } from "../../support/ServedApi.ts"

const connectionsOf = Effect.fnUntraced(function* (accountId: Parameters<Connections["Service"]["list"]>[0]) {
  return yield* (yield* Connections).list(accountId)
})

const portalOf = Effect.fnUntraced(function* (browser: Browser) {
  const { baseUrl } = yield* ServedApi
  return yield* portalClient(baseUrl, () => browser.headerFor(portalRpcPath))
})

onAnyDatabaseWith("Consent", { services: OAuthApi, realClock: true }, (it) => {
  it.effect("asks for a sign-in first, and then goes on", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const request = authorizationRequest(yield* registered())
      const { path, page } = yield* consentPage(browser, request)
      assert.strictEqual(page.status, 303)
      assert.strictEqual(page.location, `/sign-in?return_to=${encodeURIComponent(path)}`)
      yield* signedInBrowser(browser)
      const asked = yield* browser.go(path)
      const answer = yield* browser.submit(path, { token: formToken(asked), decision: "allow" })
      const code = destinationOf(answer).searchParams.get("code") ?? ""
      yield* Effect.map(exchange(request, code), tokensOf)
    })
  )

  it.effect("asks in the person's language", () =>
    Effect.gen(function* () {
      const { browser, person } = yield* signedInBrowser()
      const texts = { "zh-Hant": ["連結應用程式", "允許", "已連結"], ja: ["アプリの連携", "許可", "連携しました"] }
      for (const [language, [title = "", allow = "", done = ""]] of Object.entries(texts)) {
        const { path } = yield* consentPage(browser, authorizationRequest(yield* registered()))
        const headers = { "accept-language": language }
        const shown = yield* browser.go(path, { headers })
        const { text } = shown
        assert.include(text, `<html lang="${language}">`)
        assert.include(text, `<h1>${title}</h1>`)
        assert.include(text, `>${allow}</button>`)
        const read = visibleText(text).replace(person.email, "")
        for (const [, sentence] of textsIn(textsOf.en.consent)) assert.isFalse(read.includes(sentence), sentence)
        const refused = yield* browser.submit(path, { token: "none", decision: "allow" }, headers)
        assert.include(refused.text, `<html lang="${language}">`)
        assert.include(refused.text, `href="/language/en?return_to=${encodeURIComponent(path)}"`)
        const form = { token: formToken(shown), decision: "allow" }
        assert.include((yield* browser.submit(path, form, headers)).text, `<h1>${done}</h1>`)
        const ended = yield* browser.go(path, { headers })
        assert.strictEqual(ended.status, 400)
        assert.include(ended.text, `<html lang="${language}">`)
      }
    })
  )

  it.effect("shows the application, where it sends the person, and their account", () =>
    Effect.gen(function* () {
      const { browser, person } = yield* signedInBrowser()
      const clientId = yield* registered({
        client_name: `<b>Bank</b> "${"\u202e"}x`,
        redirect_uris: ["https://app.example/callback"]
      })
      const request = authorizationRequest(clientId, { redirect_uri: "https://app.example/callback" })
      const { text, headers } = (yield* consentPage(browser, request)).page
      assert.include(text, "“&lt;b&gt;Bank&lt;/b&gt; &quot; x”")
      assert.include(text, "<code>app.example</code>")
      assert.include(text, person.email)
      assert.notInclude(text, "your own device")
      assert.include(headers.get("content-security-policy"), "frame-ancestors 'none'")
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.isNull(headers.get("access-control-allow-origin"))
    })
  )

  it.effect("warns that any program may be behind an address of the device", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInBrowser()
      const cursor = "cursor://anysphere.cursor-mcp/oauth/callback"
      const clientId = yield* registered({ redirect_uris: [cursor, "http://127.0.0.1/callback"] })
      for (const [redirect_uri, shown] of [
        [cursor, "cursor:"],
        ["http://127.0.0.1:5000/callback", "127.0.0.1:5000"]
      ] as const) {
        const { page } = yield* consentPage(browser, authorizationRequest(clientId, { redirect_uri }))
        assert.include(page.text, `<code>${shown}</code> leads to your own device`)
      }
    })
  )

  it.effect("says when another application of the same name is connected", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInBrowser()
      const site = "https://claude.ai/api/mcp/auth_callback"
      const first = yield* registered({ client_name: "Claude", redirect_uris: [site] })
      yield* decide(browser, authorizationRequest(first, { redirect_uri: site }), "allow")
      const asked = Effect.fnUntraced(function* (client_name: string, redirect_uri: string) {
        const clientId = yield* registered({ client_name, redirect_uris: [redirect_uri] })
        return visibleText((yield* consentPage(browser, authorizationRequest(clientId, { redirect_uri }))).page.text)
      })
      const sentence = "is connected already: it sends you back to claude.ai"
      for (const name of ["Claude", "claude", "Cla ude", "Ｃlaude", "Claude\u200b"]) {
        assert.include(yield* asked(name, "https://evil.example/callback"), sentence, name)
      }
      assert.notInclude(yield* asked("Claude", site), sentence)
      assert.notInclude(yield* asked("Other", "https://evil.example/callback"), sentence)
    })
  )

  it.effect("leaves by a page, which CSP and schemes of programs permit", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInBrowser()
      const cursor = "cursor://anysphere.cursor-mcp/oauth/callback"
      const request = authorizationRequest(yield* registered({ redirect_uris: [cursor] }), { redirect_uri: cursor })
      const { path, page } = yield* consentPage(browser, request)
      const { status, text } = yield* browser.submit(path, { token: formToken(page), decision: "allow" })
      assert.strictEqual(status, 200)
      assert.match(
        text,
        /<meta http-equiv="refresh" content="0; url=cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=/
      )
    })
  )

  it.effect("is asked for each request, also of a connected application", () =>
    Effect.gen(function* () {
      const { browser, clientId, person } = yield* connected()
      const { page } = yield* consentPage(browser, authorizationRequest(clientId))
      assert.strictEqual(page.status, 200)
      assert.include(page.text, "Allow")
      const silent = yield* browser.go(authorizationRequest(clientId, { prompt: "none" }).path)
      assert.strictEqual(new URL(silent.location).searchParams.get("error"), "consent_required")
      assert.lengthOf(yield* connectionsOf(person.accountId), 1)
    })
  )

  it.effect.each(["login", "consent", "select_account", "login consent"])("answers prompt=%s as well", (prompt) =>
    Effect.gen(function* () {
      const { browser } = yield* signedInBrowser()
      const request = authorizationRequest(yield* registered(), { prompt })
      const destination = yield* decide(browser, request, "allow")
      assert.isNotNull(destination.searchParams.get("code"), destination.href)
    })
  )

  it.effect("takes the form of our own page only", () =>
    Effect.gen(function* () {
      const { browser, person } = yield* signedInBrowser()
      const { path, page } = yield* consentPage(browser, authorizationRequest(yield* registered()))
      const form = { token: formToken(page), decision: "allow" }
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: issuer, "sec-fetch-site": "cross-site" },
        { origin: issuer, "sec-fetch-site": "same-site" }
      ]) {
        assert.strictEqual((yield* browser.submit(path, form, headers)).status, 403)
      }
      for (const token of ["", "x", `${form.token}x`]) {
        assert.strictEqual((yield* browser.submit(path, { ...form, token })).status, 403)
      }
      assert.lengthOf(yield* connectionsOf(person.accountId), 0)
    })
  )

  it.effect("counts for the account that the page showed only", () =>
    Effect.gen(function* () {
      const { browser, person } = yield* signedInBrowser()
      const { path, page } = yield* consentPage(browser, authorizationRequest(yield* registered()))
      const other = yield* signedInBrowser(browser)
      const answer = yield* browser.submit(path, { token: formToken(page), decision: "allow" })
      assert.strictEqual(answer.status, 403)
      assert.include(answer.text, "another account")
      assert.lengthOf(yield* connectionsOf(person.accountId), 0)
      assert.lengthOf(yield* connectionsOf(other.person.accountId), 0)
    })
  )

  it.effect("gives the second of two people who use a browser their own account", () =>
    Effect.gen(function* () {
      const first = yield* connected()
      const { browser, person } = yield* signedInBrowser(first.browser)
      const request = authorizationRequest(first.clientId)
      const code = (yield* decide(browser, request, "allow")).searchParams.get("code") ?? ""
      const { access } = tokensOf(yield* exchange(request, code))
      const identity = Option.getOrThrow(yield* (yield* AccessTokens).identify(access))
      assert.strictEqual(identity.accountId, person.accountId)
      assert.lengthOf(yield* connectionsOf(person.accountId), 1)
      assert.lengthOf(yield* connectionsOf(first.person.accountId), 1)
    })
  )

  it.effect("is possible in the browser of the request only", () =>
    Effect.gen(function* () {
      const attacker = yield* signedInBrowser()
      const victim = yield* signedInBrowser()
      const { path, page } = yield* consentPage(attacker.browser, authorizationRequest(yield* registered()))
      const seen = yield* victim.browser.go(path)
      assert.strictEqual(seen.status, 400)
      assert.include(seen.text, "This request has ended")
      const answer = yield* victim.browser.submit(path, { token: formToken(page), decision: "allow" })
      assert.strictEqual(answer.status, 403)
      // A cookie that somebody made up is not signed.
      const made = new Browser()
      made.keep([`_interaction=${path.split("/").at(-1)}; path=/`, "_interaction.sig=x; path=/"])
      yield* signedInBrowser(made)
      assert.strictEqual((yield* made.go(path)).status, 400)
    })
  )

  it.effect("counts once", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInBrowser()
      const { path, page } = yield* consentPage(browser, authorizationRequest(yield* registered()))
      const form = { token: formToken(page), decision: "allow" }
      assert.strictEqual((yield* browser.submit(path, form)).status, 200)
      const again = yield* browser.submit(path, form)
      assert.strictEqual(again.status, 400)
      assert.include(again.text, "This request has ended")
    })
  )

  it.effect("is not asked for an address that the application did not register", () =>
    Effect.gen(function* () {
      const clientId = yield* registered({ redirect_uris: ["https://app.example/callback"] })
      for (const redirect_uri of [
        "https://evil.example/callback",
        "https://app.example/callback/",
        "https://app.example/callback?x=1",
        "https://app.example.evil.example/callback",
        "http://app.example/callback",
        "http://127.0.0.1/callback"
      ]) {
        const answer = yield* new Browser().go(authorizationRequest(clientId, { redirect_uri }).path)
        assert.strictEqual(answer.status, 400, redirect_uri)
        assert.strictEqual(answer.location, "")
        assert.include(answer.text, "did not register")
      }
    })
  )

  it.effect("explains what is wrong with a request that has nowhere to go", () =>
    Effect.gen(function* () {
      const unknown = yield* new Browser().go(authorizationRequest("unknown").path)
      assert.strictEqual(unknown.status, 400)
      assert.include(unknown.text, "not registered here")
      assert.include(unknown.headers.get("content-type"), "text/html")
      const empty = yield* new Browser().go("/oauth/authorize")
      assert.strictEqual(empty.status, 400)
      const hostile = yield* new Browser().go(`/oauth/authorize?client_id=${encodeURIComponent("<script>\u0000")}`)
      assert.strictEqual(hostile.status, 400)
      assert.notInclude(hostile.text, "<script>")
      const long = yield* new Browser().go(authorizationRequest(yield* registered(), { state: "x".repeat(8_192) }).path)
      assert.strictEqual(long.status, 400)
    })
  )

  it.effect("keeps values that a database could not", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInBrowser()
      const state = "\u0000\ud800 ünicode '\"\\"
      const request = authorizationRequest(yield* registered(), { state })
      const destination = yield* decide(browser, request, "allow")
      assert.strictEqual(destination.searchParams.get("state"), "\u0000\ufffd ünicode '\"\\")
    })
  )

  it.effect("is limited to 100 connections of an account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { browser, person, clientId } = yield* connected()
      yield* sql`
          INSERT INTO oauth_connections (id, account_id, user_id, client_id, application, redirect_host, connected_at, expires_at)
          SELECT 'con_' || n, account_id, user_id, client_id, application, redirect_host, connected_at, expires_at
          FROM oauth_connections, generate_series(1, 99) n WHERE account_id = ${person.accountId}`
      const { path, page } = yield* consentPage(browser, authorizationRequest(clientId))
      const answer = yield* browser.submit(path, { token: formToken(page), decision: "allow" })
      assert.strictEqual(answer.status, 403)
      assert.include(answer.text, 'href="/portal/connections"')
    })
  )

  it.effect("can be taken back in the portal, by nobody else", () =>
    Effect.gen(function* () {
      const { browser, person } = yield* connected()
      const portal = yield* portalOf(browser)
      const [connection] = yield* portal["account.ListConnections"]()
      assert(connection !== undefined)
      assert.deepStrictEqual([connection.application, connection.lastUsedAt], ["Test client", null])
      const other = yield* portalOf((yield* connected()).browser)
      // Whether it exists is not told.
      const foreign = yield* Effect.flip(other["account.Disconnect"]({ connectionId: connection.id }))
      assert(foreign._tag === "PortalProblem")
      assert.strictEqual(foreign.status, 404)
      assert.lengthOf(yield* connectionsOf(person.accountId), 1)
      yield* portal["account.Disconnect"]({ connectionId: connection.id })
      assert.lengthOf(yield* connectionsOf(person.accountId), 0)
      assert.deepStrictEqual(yield* portal["account.ListConnections"](), [])
    })
  )
})
