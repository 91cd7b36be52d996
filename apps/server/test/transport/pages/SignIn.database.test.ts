/** The pages for people as a browser meets them: sign-up to sign-out, and what they refuse. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { browser } from "../../support/PageVisits.ts"
import { ServedApi } from "../../support/ServedApi.ts"
import { freshEmail, lastToken, linkIn, mailsTo, password, verifiedUser } from "../../support/SignIn.ts"

const sessionCookie = "heddle.session_token"

/** Paths that browsers read as another place, or that are no path at all. */
const hostile = [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/%09/../..//evil.example",
  "/.//evil.example",
  "/..//evil.example",
  " /mcp",
  "javascript:alert(1)",
  "evil.example",
  "@evil.example",
  "/ok\r\nSet-Cookie: a=b",
  ""
]

onAnyDatabaseWith("Pages to sign in", { services: ServedApi.layer }, (it) => {
  it.effect("leads from sign-up to sign-out, and back to where the person came from", () =>
    Effect.gen(function* () {
      const { get, post, cookies } = yield* browser
      const email = yield* freshEmail
      const returnTo = "/oauth/authorize?client_id=a&state=%2F%2Fb"
      const sent = yield* post("/sign-up", { email, password, return_to: returnTo })
      assert.strictEqual(sent.status, 200)
      assert.include(sent.text, email)
      const mail = (yield* mailsTo(email)).at(-1)
      const link = mail === undefined ? new URL("http://none") : linkIn(mail)
      const opened = yield* get(`${link.pathname}${link.search}`)
      assert.include(opened.text, email)
      const token = link.searchParams.get("token") ?? ""
      const wrong = yield* post("/verify-email", { token, password: "not the password" })
      assert.strictEqual(wrong.status, 400)
      assert.isFalse(cookies.has(sessionCookie))
      const confirmed = yield* post("/verify-email", { token, password, return_to: returnTo })
      assert.deepStrictEqual([confirmed.status, confirmed.location], [303, returnTo])
      assert.isTrue(cookies.has(sessionCookie))
      assert.strictEqual((yield* get("/sign-in")).location, "/portal")
      assert.strictEqual((yield* get(`/sign-in?return_to=${encodeURIComponent(returnTo)}`)).location, returnTo)
      assert.strictEqual((yield* post("/sign-out", {})).location, "/sign-in?done=signed_out")
      assert.isFalse(cookies.has(sessionCookie))
      assert.include((yield* get("/sign-in?done=signed_out")).text, "You are signed out")
      const back = yield* post("/sign-in", { email, password, return_to: "/portal/connections" })
      assert.deepStrictEqual([back.status, back.location], [303, "/portal/connections"])
    })
  )

  it.effect("sets a cookie that scripts and other sites do not get", () =>
    Effect.gen(function* () {
      const { post } = yield* browser
      const answer = yield* post("/sign-in", { email: yield* verifiedUser(), password })
      const [cookie = ""] = answer.headers.getSetCookie()
      assert.match(cookie, /^heddle\.session_token=[^;]+;/)
      for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=2592000"]) {
        assert.include(cookie, attribute)
      }
      assert.notInclude(cookie, "Domain")
    })
  )

  it.effect("ends a session at the sign-out, not only the cookie", () =>
    Effect.gen(function* () {
      const { get, post, cookies } = yield* browser
      const email = yield* verifiedUser()
      yield* post("/sign-in", { email, password })
      const kept = cookies.get(sessionCookie) ?? ""
      yield* post("/sign-out", {})
      cookies.set(sessionCookie, kept)
      assert.notInclude((yield* get("/sign-in")).text, email)
    })
  )

  it.effect("goes to no other place, whatever the parameter says", () =>
    Effect.gen(function* () {
      const email = yield* verifiedUser()
      for (const returnTo of hostile) {
        const { get, post } = yield* browser
        assert.strictEqual((yield* post("/sign-in", { email, password, return_to: returnTo })).location, "/portal")
        const shown = yield* get(`/sign-in?return_to=${encodeURIComponent(returnTo)}`)
        assert.deepStrictEqual([shown.status, shown.location], [303, "/portal"])
      }
      const { get } = yield* browser
      for (const returnTo of hostile) {
        const { text } = yield* get(`/sign-up?return_to=${encodeURIComponent(returnTo)}`)
        assert.notInclude(text, "evil")
      }
    })
  )

  it.effect("takes forms of its own pages only", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const { post, cookies } = yield* browser
      const email = yield* verifiedUser()
      const fields = { email, password }
      const refused: ReadonlyArray<Readonly<Record<string, string>>> = [
        {},
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: baseUrl, "sec-fetch-site": "cross-site" },
        { origin: baseUrl, "sec-fetch-site": "same-site" },
        { origin: "https://evil.example", host: "evil.example.org" }
      ]
      for (const headers of refused) {
        assert.strictEqual((yield* post("/sign-in", fields, headers)).status, 403)
      }
      assert.strictEqual(cookies.size, 0)
      assert.strictEqual((yield* post("/sign-in", fields, { "sec-fetch-site": "same-origin" })).status, 303)
      yield* post("/sign-in", fields)
      assert.strictEqual((yield* post("/sign-out", {}, { origin: "https://evil.example" })).status, 403)
      assert.isTrue(cookies.has(sessionCookie))
    })
  )

  it.effect("reveals nothing about who has an account", () =>
    Effect.gen(function* () {
      const { post } = yield* browser
      const [known, unknown] = [yield* verifiedUser(), yield* freshEmail]
      const answers = Effect.fnUntraced(function* (email: string) {
        const all = [
          yield* post("/sign-in", { email, password: "a wrong password" }),
          yield* post("/forgot-password", { email }),
          yield* post("/verify-email", { send: "again", email }),
          yield* post("/sign-up", { email, password: "another password" })
        ]
        return all.map(({ status, text }) => [status, text.replaceAll(email, "name@example.com")])
      })
      assert.deepStrictEqual(yield* answers(known), yield* answers(unknown))
    })
  )

  it.effect("says what is wrong, keeps the address and never the password", () =>
    Effect.gen(function* () {
      const { post } = yield* browser
      const short = yield* post("/sign-up", { email: "ann@example.com", password: "short <1>" })
      assert.strictEqual(short.status, 400)
      assert.include(short.text, "at least 10 characters")
      assert.include(short.text, 'value="ann@example.com"')
      assert.notInclude(short.text, "short &lt;1&gt;")
      const common = yield* post("/sign-up", { email: "ann@example.com", password: "QwertyUiop" })
      assert.include(common.text, "one of the most common passwords")
      const own = yield* post("/sign-up", { email: "ann.example@example.com", password: "Ann.Example1" })
      assert.include(own.text, "your email address or its name")
      const bad = yield* post("/sign-up", { email: `"><script>alert(1)</script>`, password })
      assert.strictEqual(bad.status, 400)
      assert.include(bad.text, "Enter an email address")
      assert.notInclude(bad.text, "<script>")
      const wrong = yield* post("/sign-in", { email: "ann@example.com", password: "a wrong password" })
      assert.strictEqual(wrong.status, 400)
      assert.include(wrong.text, 'value="ann@example.com"')
      assert.notInclude(wrong.text, "a wrong password")
    })
  )

  it.effect("sets a new password through the link", () =>
    Effect.gen(function* () {
      const { get, post } = yield* browser
      const email = yield* verifiedUser()
      yield* post("/forgot-password", { email })
      const token = yield* lastToken(email)
      assert.include((yield* get(`/reset-password?token=${token}`)).text, "New password")
      assert.strictEqual((yield* post("/reset-password", { token, password: "short" })).status, 400)
      const common = yield* post("/reset-password", { token, password: "password1234" })
      assert.include(common.text, "one of the most common passwords")
      const set = yield* post("/reset-password", { token, password: "a new password" })
      assert.strictEqual(set.location, "/sign-in?done=password_set")
      assert.strictEqual((yield* post("/reset-password", { token, password: "a new password" })).status, 400)
      assert.strictEqual((yield* post("/sign-in", { email, password: "a new password" })).status, 303)
    })
  )

  it.effect("answers with pages that nothing may load into, store or frame", () =>
    Effect.gen(function* () {
      const { get } = yield* browser
      for (const path of ["/sign-in", "/sign-up", "/forgot-password", "/sign-out", "/verify-email", "/sign-in/x"]) {
        const { headers, status } = yield* get(path, { "accept-encoding": "gzip", origin: "https://evil.example" })
        if (status === 404) continue
        assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/)
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
        assert.isNull(headers.get("access-control-allow-origin"))
        assert.isNull(headers.get("content-encoding"))
        assert.isNotNull(headers.get("x-request-id"))
      }
      const css = (yield* get("/sign-in")).text.match(/\/assets\/pages\.css\?v=\w+/)?.[0] ?? ""
      const stylesheet = yield* get(css)
      assert.strictEqual(stylesheet.headers.get("content-type"), "text/css; charset=utf-8")
      assert.include(stylesheet.headers.get("cache-control") ?? "", "immutable")
    })
  )

  it.effect("answers what it does not take with a page as well", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const response = yield* Effect.promise(() => fetch(`${baseUrl}/sign-in`, { method: "DELETE" }))
      assert.strictEqual(response.status, 405)
      assert.strictEqual(response.headers.get("allow"), "GET, POST")
      assert.include(response.headers.get("content-type") ?? "", "text/html")
      const { get, post } = yield* browser
      assert.strictEqual((yield* post("/sign-in", { email: "x".repeat(70_000) })).status, 413)
      assert.strictEqual((yield* get("/sign-in/callback/oidc")).status, 404)
    })
  )
})
