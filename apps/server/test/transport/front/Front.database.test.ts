/** The pages that need no account: what they say, and that they load nothing from elsewhere. */
import { assert } from "@effect/vitest"
import { version } from "@heddle/api"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { call, ServedApi } from "../../support/ServedApi.ts"

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

onAnyDatabaseWith("Pages for everybody", { services: ServedApi.layer }, (it) => {
  it.effect("the front page says that the server works and leads to everything else", () =>
    Effect.gen(function* () {
      const { status, text } = yield* call("/")
      assert.strictEqual(status, 200)
      assert.include(text, "This server is up and its database responds")
      assert.include(text, version)
      for (const href of ["/docs", "/docs/reference", "/docs/webhooks/verify", "/portal", "/docs/changelog"]) {
        assert.include(text, `href="${href}"`)
        assert.isBelow((yield* call(href, { headers: browser })).status, 400, href)
      }
    })
  )

  it.effect("every page has a language, an icon, a policy, and nothing from another host", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      for (const path of ["/", "/docs", "/problems/conflict"]) {
        const { headers, text } = yield* call(path)
        assert.include(text, '<html lang="en">', path)
        assert.include(text, 'rel="icon"', path)
        assert.include(String(headers.get("content-security-policy")), "default-src 'none'", path)
        const elsewhere = Array.from(text.matchAll(/(?:src|<link[^>]*href)="(https?:[^"]*)"/g), ([, url]) => url)
        assert.deepStrictEqual(
          elsewhere.filter((url) => url?.startsWith(baseUrl) === false),
          [],
          path
        )
      }
      const icon = yield* call("/favicon.ico")
      assert.strictEqual(icon.headers.get("content-type"), "image/svg+xml")
    })
  )

  it.effect("a browser at an unknown address gets a page, a program a problem", () =>
    Effect.gen(function* () {
      for (const path of ["/nowhere"]) {
        const page = yield* call(path, { headers: browser })
        assert.strictEqual(page.status, 404)
        assert.match(String(page.headers.get("content-type")), /^text\/html/)
        assert.isNotNull(page.headers.get("x-request-id"))
        const problem = yield* call(path)
        assert.strictEqual(problem.headers.get("content-type"), "application/problem+json")
      }
    })
  )
})
