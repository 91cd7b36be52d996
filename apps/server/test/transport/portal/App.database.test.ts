/** The portal's page and files, and the links that open it. */
import { assert } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { HttpRouter } from "effect/http"
import { TestClock } from "effect/testing"
import { mkdtempSync, mkdirSync, writeFileSync } from "node:fs"
import { type IncomingMessage, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { PortalLinks } from "../../../src/accounts/sign-in/PortalLinks.ts"
import { appRoutes } from "../../../src/transport/portal/AppRoutes.ts"
import { Conventions } from "../../../src/transport/http/Conventions.ts"
import { browser } from "../../support/PageVisits.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { serve, ServedApi, send } from "../../support/ServedApi.ts"

const built = Effect.sync(() => {
  const folder = mkdtempSync(join(tmpdir(), "portal-"))
  mkdirSync(join(folder, "assets"))
  writeFileSync(join(folder, "index.html"), '<!doctype html><html lang="en"><body><div id="root"></div></body></html>')
  writeFileSync(join(folder, "assets", "main-abc123.js"), `console.log(1)\n`.repeat(200))
  writeFileSync(join(folder, "icon.svg"), "<svg/>")
  return folder
})

const byHand = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "none" }

/** `fetch` says itself how it fetches, so a browser's own words need a plain request. */
const navigate = Effect.fnUntraced(function* (path: string, headers: Readonly<Record<string, string>>) {
  const { baseUrl } = yield* ServedApi
  return yield* Effect.callback<IncomingMessage>((resume) => {
    request(`${baseUrl}${path}`, { headers }, (response) => {
      response.resume()
      resume(Effect.succeed(response))
    }).end()
  })
})

onAnyDatabaseWith("The portal's page", { services: ServedApi.layer }, (it) => {
  it.effect("is for people who are signed in; others come back to it after signing in", () =>
    Effect.gen(function* () {
      const { get } = yield* browser
      const path = "/portal/usage?from=2026-11-01&source=a%20b"
      const { status, location } = yield* get(path)
      assert.strictEqual(status, 303)
      assert.strictEqual(new URL(location ?? "", "http://here").searchParams.get("return_to"), path)
      for (const hostile of ["/portal//evil.example", "/portal/%5C%5Cevil.example", "/portal/..//evil.example"]) {
        const { location } = yield* get(hostile)
        assert.match(location ?? "/sign-in", /^\/sign-in/)
      }
    })
  )

  it.effect("has a strict policy, and the language and colours that its cookies or the browser say", () =>
    Effect.gen(function* () {
      const url = yield* serve(HttpRouter.toHttpEffect(Layer.mergeAll(appRoutes(yield* built), Conventions)))
      const { visitor } = yield* portalUser()
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const plain = yield* send(`${url}/portal/keys/key_1`, {
        headers: { cookie, "accept-language": "fr, ja;q=0.8" }
      })
      assert.strictEqual(plain.status, 200)
      assert.include(plain.text, '<html lang="ja" data-theme="system">')
      const policy = plain.headers.get("content-security-policy") ?? ""
      for (const part of [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "trusted-types 'none'",
        "script-src 'self'"
      ]) {
        assert.include(policy, part)
      }
      assert.strictEqual(plain.headers.get("x-frame-options"), "DENY")
      assert.strictEqual(plain.headers.get("x-content-type-options"), "nosniff")
      assert.strictEqual(plain.headers.get("cache-control"), "no-store")
      assert.isNull(plain.headers.get("access-control-allow-origin"))
      const chosen = `${cookie}; heddle_lang=zh-Hant; heddle_theme=dark`
      const other = yield* send(`${url}/portal`, { headers: { cookie: chosen } })
      assert.include(other.text, '<html lang="zh-Hant" data-theme="dark">')
      const forged = `${cookie}; heddle_lang="><script>; heddle_theme="><script>`
      assert.notInclude((yield* send(`${url}/portal`, { headers: { cookie: forged } })).text, "<script>")
    })
  )

  it.effect("brings files that browsers keep, compressed, and nothing outside of its folder", () =>
    Effect.gen(function* () {
      const url = yield* serve(HttpRouter.toHttpEffect(Layer.mergeAll(appRoutes(yield* built), Conventions)))
      const asset = yield* send(`${url}/portal/assets/main-abc123.js`, { headers: { "accept-encoding": "br" } })
      assert.strictEqual(asset.status, 200)
      assert.strictEqual(asset.headers.get("content-encoding"), "br")
      assert.strictEqual(asset.headers.get("cache-control"), "public, max-age=31536000, immutable")
      assert.match(asset.headers.get("content-type") ?? "", /^text\/javascript/)
      for (const path of ["none.js", "../index.html", "%2e%2e/%2e%2e/package.json"]) {
        assert.strictEqual((yield* send(`${url}/portal/assets/${path}`)).status === 200, false)
      }
      assert.strictEqual((yield* send(`${url}/portal/icon.svg`)).text, "<svg/>")
    })
  )

  it.effect("says that it is not built yet", () =>
    Effect.gen(function* () {
      const url = yield* serve(HttpRouter.toHttpEffect(Layer.mergeAll(appRoutes("/nowhere"), Conventions)))
      const { visitor } = yield* portalUser()
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const answer = yield* send(`${url}/portal`, { headers: { cookie } })
      assert.strictEqual(answer.status, 503)
      assert.include(answer.text, "not built")
    })
  )

  it.effect("opens by a link, once and within a day", () =>
    Effect.gen(function* () {
      const { accountId, email } = yield* portalUser()
      const links = yield* PortalLinks
      const issue = Effect.map(links.issue(accountId), (link) => `/portal/open/${Option.getOrThrow(link).token}`)
      const path = yield* issue
      const preview = yield* browser
      const shown = yield* preview.get(path)
      assert.include(shown.text, email)
      for (const headers of [
        { ...byHand, "sec-fetch-site": "cross-site" },
        { ...byHand, "sec-purpose": "prefetch" }
      ]) {
        const { statusCode, headers: answered } = yield* navigate(path, headers)
        assert.deepStrictEqual([statusCode, answered["set-cookie"]], [200, undefined])
      }
      assert.strictEqual(preview.cookies.size, 0)
      const foreign = yield* preview.post(path, {}, { origin: "https://evil.example" })
      assert.strictEqual(foreign.status, 403)

      const opened = yield* navigate(path, byHand)
      assert.deepStrictEqual([opened.statusCode, opened.headers.location], [303, "/portal/overview"])
      assert.match(opened.headers["set-cookie"]?.[0] ?? "", /^heddle\.session_token=/)
      assert.strictEqual((yield* navigate(path, byHand)).statusCode, 400)

      const pressed = yield* browser
      assert.strictEqual((yield* pressed.post(yield* issue, {})).location, "/portal/overview")
      // A link that was used leads whoever is signed in where it led them before.
      assert.strictEqual((yield* pressed.get(path)).location, "/portal/overview")
      const late = yield* issue
      yield* TestClock.adjust("25 hours")
      assert.strictEqual((yield* (yield* browser).post(late, {})).status, 400)
    })
  )
})
