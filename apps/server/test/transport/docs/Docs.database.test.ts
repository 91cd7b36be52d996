/** The documentation: that nothing in it leads nowhere, and that its Markdown says what its pages say. */
import { assert } from "@effect/vitest"
import { operations, problemCodes, problemSlug, problemTable, version } from "@heddle/api"
import { referencePath, snippetLanguages } from "@heddle/api/snippets"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { call, ServedApi } from "../../support/ServedApi.ts"

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&amp;": "&"
}
const unescaped = (text: string) =>
  text.replaceAll(/&(?:lt|gt|quot|#39|#x27|amp);/g, (entity) => entities[entity] ?? entity)

/** All letters and digits of a page's text, in order. */
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, "")
const textOf = (html: string) => unescaped(html.replaceAll(/<[^>]*>/g, ""))
const withoutMarks = (markdown: string) => markdown.replaceAll(/^```.*$/gm, "").replaceAll(/\]\([^)\s]*\)/g, "]")

const mainOf = (page: string) => /<main>([^]*?)<\/main>/.exec(page)?.[1] ?? ""
const linksIn = (html: string) => Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = ""]) => unescaped(href))
const idsIn = (html: string) => new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = ""]) => decodeURI(id)))

const isOfDocs = (path: string) => /^\/(?:docs|problems)(?:\/|$)/.test(path) && !path.endsWith(".md")

/** All pages that `/docs` leads to, by path. */
const allPages = Effect.gen(function* () {
  const pages = new Map<string, string>()
  const paths = ["/docs"]
  for (const path of paths) {
    const { status, text } = yield* call(path, { headers: browser })
    assert.strictEqual(status, 200, path)
    pages.set(path, text)
    for (const href of linksIn(text)) {
      const [target = ""] = href.split("#")
      if (isOfDocs(target) && !paths.includes(target)) paths.push(target)
    }
  }
  return pages
})

onAnyDatabaseWith("The documentation", { services: ServedApi.layer }, (it) => {
  it.effect("has no link that leads nowhere, nothing from another host, and pages of less than 60 KB", () =>
    Effect.gen(function* () {
      const pages = yield* allPages
      assert.isAbove(pages.size, operations.length + problemCodes.length)
      const others = new Set<string>()
      for (const [path, text] of pages) {
        assert.isBelow(gzipSync(text).length, 60_000, path)
        assert.lengthOf(text.match(/<h1>/g) ?? [], 1, path)
        for (const href of linksIn(text).filter((one) => !one.startsWith("https://"))) {
          const [target = "", anchor] = href.split("#")
          const page = target === "" ? text : pages.get(target)
          if (page === undefined) others.add(target)
          else if (anchor !== undefined) assert.include([...idsIn(page)], decodeURI(anchor), `${path} → ${href}`)
        }
        assert.notMatch(text, /(?:src|<link[^>]*href)="https?:/, path)
      }
      for (const href of others) {
        assert.isBelow((yield* call(href, { headers: browser })).status, 400, href)
      }
    })
  )

  it.effect("has twins in Markdown that say the same", () =>
    Effect.gen(function* () {
      const pages = yield* allPages
      const all = yield* call("/llms.txt")
      const full = yield* call("/llms-full.txt")
      for (const [path, text] of pages) {
        const twin = yield* call(`${path}.md`)
        assert.match(String(twin.headers.get("content-type")), /^text\/markdown/, path)
        const [own = "", samples = ""] = twin.text.split("\n## Samples\n\n### curl\n")
        assert.strictEqual(lettersOf(withoutMarks(own)), lettersOf(textOf(mainOf(text))), path)
        for (const [, code = ""] of samples.matchAll(/^```\w+\n([^]*?)\n```$/gm)) {
          assert.include(textOf(text), code, path)
        }
        assert.include(all.text, `${path}.md): `)
        assert.include(full.text, twin.text.trim())
      }
    })
  )

  it.effect("has a page for each operation, with the required parameters first and a sample in each language", () =>
    Effect.gen(function* () {
      const overview = yield* call("/docs/reference")
      for (const { endpoint, fields, summary, price } of operations) {
        const path = referencePath(endpoint.identifier)
        assert.include(overview.text, `href="${path}"`)
        const { text } = yield* call(`${path}.md`)
        assert.include(text, `# ${summary}\n`)
        assert.include(text, price.text)
        for (const name of Object.keys(fields))
          assert.include(text.toLowerCase(), `- **\`${name.toLowerCase()}\`** *`, path)
        for (const { name } of snippetLanguages) assert.include(text, `\n### ${name}\n`)
        const [required, optional] = [text.indexOf("\n## Required"), text.indexOf("\n## Optional")]
        if (required >= 0 && optional >= 0) assert.isBelow(required, optional, path)
      }
    })
  )

  it.effect("has a page for each problem: its meaning, what to do, and an example", () =>
    Effect.gen(function* () {
      const index = yield* call("/docs/errors")
      for (const code of problemCodes) {
        const path = `/problems/${problemSlug(code)}`
        const { text } = yield* call(`${path}.md`)
        for (const part of ["What it means", "What to do", "An example", `"code": "${code}"`]) {
          assert.include(text, part, path)
        }
        assert.include(text, problemTable[code].title)
        assert.include(index.text, `href="${path}"`)
      }
    })
  )

  it.effect("finds sections by their words, also those within names, and nothing that is not there", () =>
    Effect.gen(function* () {
      const firstOf = Effect.fnUntraced(function* (query: string) {
        const { text } = yield* call(`/docs/search?q=${encodeURIComponent(query)}`)
        const results = text.slice(text.indexOf('id="results"'))
        return linksIn(results.slice(0, results.indexOf("</ol>")))
      })
      const expected = [
        ["verify python", "/docs/webhooks/verify#python"],
        ["rate_limited", "/problems/rate-limited"],
        ["idempotency", "/problems/idempotency-conflict"],
        ["search posts", "/docs/reference/search-posts"],
        ["claude code", "/docs/mcp#claude-code"],
        ["likeCount", "/docs/concepts#rules"]
      ] as const
      for (const [query, page] of expected) assert.include((yield* firstOf(query)).slice(0, 6), page, query)
      assert.deepStrictEqual(yield* firstOf("xyzzyq"), [])
      assert.deepStrictEqual(yield* firstOf(""), [])
      const { text } = yield* call(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
      assert.notInclude(text, "<script>alert")
      assert.strictEqual((yield* call(`/docs/search?q=${"a".repeat(5_000)}`)).status, 200)
    })
  )

  it.effect("says its language, has a strict policy, and answers at its former addresses", () =>
    Effect.gen(function* () {
      const { text, headers } = yield* call("/docs/quickstart")
      assert.notInclude(text, "HEDDLE_API_URL/")
      assert.include(text, '<html lang="en">')
      assert.include(String(headers.get("content-security-policy")), "default-src 'none'")
      const changelog = yield* call("/changelog")
      assert.include(changelog.text, `${version} · `)
      assert.include((yield* call("/problems")).text, "Errors are problem documents")
      for (const path of ["/docs/nowhere", "/problems/unheard-of", "/docs/nowhere.md"]) {
        const page = yield* call(path, { headers: browser })
        assert.strictEqual(page.status, 404)
        assert.match(String(page.headers.get("content-type")), /^text\/html/)
        const problem = yield* call(path)
        assert.strictEqual(problem.headers.get("content-type"), "application/problem+json")
      }
    })
  )

  it.effect("refuses an address that searches without end", () =>
    Effect.gen(function* () {
      const statuses = yield* Effect.forEach(Array.from({ length: 130 }), () =>
        Effect.map(call("/docs/search?q=credits"), ({ status }) => status)
      )
      assert.strictEqual(statuses.at(-1), 429)
      const page = yield* call("/docs/search?q=credits", { headers: browser })
      assert.match(String(page.headers.get("content-type")), /^text\/html/)
      assert.isNotNull(page.headers.get("retry-after"))
    })
  )
})
