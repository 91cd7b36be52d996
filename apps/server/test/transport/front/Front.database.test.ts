/** The pages that need no account: what they say, and that they load nothing from elsewhere. */
import { assert } from "@effect/vitest"
import { problemCodes, problemSlug, problemTable, version } from "@heddle/api"
import { Effect } from "effect"
import { get } from "node:http"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { call, ServedApi } from "../../support/ServedApi.ts"

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

/** How many bytes go over the wire. */
const bytesOf = (url: string) =>
  Effect.promise(
    () =>
      new Promise<number>((resolve, reject) => {
        get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
          let bytes = 0
          response.on("data", (chunk: Buffer) => (bytes += chunk.length))
          response.on("end", () => resolve(bytes))
        }).on("error", reject)
      })
  )

onAnyDatabaseWith("Pages for everybody", { services: ServedApi.layer }, (it) => {
  it.effect("the front page says that the server works and leads to everything else", () =>
    Effect.gen(function* () {
      const { status, text } = yield* call("/")
      assert.strictEqual(status, 200)
      assert.include(text, "This server is up and its database responds")
      assert.include(text, version)
      for (const href of ["/docs", "/portal", "/problems", "/changelog", "/openapi.json"]) {
        assert.include(text, `href="${href}"`)
        assert.isBelow((yield* call(href, { headers: browser })).status, 400, href)
      }
    })
  )

  it.effect("every page has a language, an icon, a policy, and nothing from another host", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      for (const path of ["/", "/problems", "/problems/conflict", "/changelog"]) {
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

  it.effect("each problem has its meaning, what to do, and an example", () =>
    Effect.gen(function* () {
      const index = yield* call("/problems")
      for (const code of problemCodes) {
        const path = `/problems/${problemSlug(code)}`
        const { text } = yield* call(path)
        for (const part of ["What it means", "What to do", "An example", `&quot;code&quot;: &quot;${code}&quot;`]) {
          assert.include(text, part, path)
        }
        assert.include(index.text, `href="${path}"`)
        assert.include(index.text, `>${problemTable[code].title}</a>`)
      }
    })
  )

  it.effect("the changelog is a page: releases with their dates, and no links that lead nowhere", () =>
    Effect.gen(function* () {
      const { headers, text } = yield* call("/changelog")
      assert.match(String(headers.get("content-type")), /^text\/html/)
      assert.match(text, new RegExp(`<h2>${version.replaceAll(".", "\\.")} · \\d{4}-\\d{2}-\\d{2}</h2>`))
      assert.notMatch(text, /href="[^"]*\.md/)
      assert.lengthOf(text.match(/<h1>/g) ?? [], 1)
    })
  )

  it.effect("the reference and all that it loads come in less than 400 KB with gzip", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const page = yield* call("/docs")
      const loaded = Array.from(
        page.text.matchAll(/(?:src|href|spec-url)="(\/(?:assets\/|openapi)[^"]*)"/g),
        ([, path]) => path
      )
      assert.includeMembers(loaded, ["/openapi.json"])
      const sizes = yield* Effect.forEach(["/docs", ...loaded], (path) => bytesOf(`${baseUrl}${path}`))
      const sum = sizes.reduce((one, other) => one + other, 0)
      assert.isBelow(sum, 400_000)
      assert.isAbove(sum, 100_000)
      assert.notMatch(page.text, /scalar/i)
    })
  )

  it.effect("a browser at an unknown address gets a page, a program a problem", () =>
    Effect.gen(function* () {
      for (const path of ["/nowhere", "/problems/unheard-of"]) {
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
