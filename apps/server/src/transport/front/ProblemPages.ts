/** Pages that a problem's `type` links to: one for each kind, and an index, from the contract's table. */
import { type ProblemCode, problemCodes, problemExample, problemSlug, problemTable } from "@heddle/api"
import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { html, type HtmlValue } from "../pages/Html.ts"
import { page } from "../pages/Page.ts"

/** Sentences with `code` in them, as the contract writes them. */
export const prose = (text: string): HtmlValue =>
  text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))

const pathOf = (code: ProblemCode) => `/problems/${problemSlug(code)}` as const

const groups = [
  { title: "The request", has: (status: number) => [400, 404, 405, 406, 408, 413, 415, 417, 431].includes(status) },
  { title: "Key, plan and credits", has: (status: number) => [401, 402, 403].includes(status) },
  { title: "Conflicts and limits", has: (status: number) => [409, 429].includes(status) },
  { title: "The service", has: (status: number) => status >= 500 }
]

const listed = (code: ProblemCode) => {
  const { status, title, when } = problemTable[code]
  return html`<li>
    <p>
      <a href="${pathOf(code)}">${title}</a> <span class="muted">${status} <code>${code}</code></span>
    </p>
    <p>${prose(when)}.</p>
  </li>`
}

const index = page({
  title: "Problems",
  isText: true,
  body: html`<p>
      Every error of the API is a problem document (RFC 9457) of type <code>application/problem+json</code>.
      <code>code</code> is for programs and never changes; <code>detail</code> is for you. A call that fails costs
      nothing.
    </p>
    ${groups.map(
      ({ title, has }) =>
        html`<h2>${title}</h2>
          <ul class="plain">
            ${problemCodes.filter((code) => has(problemTable[code].status)).map(listed)}
          </ul>`
    )}`
})

const problemPage = (code: ProblemCode) => {
  const { status, title, when, fix } = problemTable[code]
  return page({
    title,
    isText: true,
    body: html`<p class="muted">Status ${status}, code <code>${code}</code></p>
      <h2>What it means</h2>
      <p>${prose(when)}.</p>
      <h2>What to do</h2>
      <p>${prose(fix)}.</p>
      <h2>An example</h2>
      <pre tabindex="0"><code>${JSON.stringify(problemExample(code), null, 2)}</code></pre>
      <p><a href="/problems">All problems</a></p>`
  })
}

export const ProblemPages = Layer.mergeAll(
  HttpRouter.add("GET", "/problems", index),
  ...problemCodes.map((code) => HttpRouter.add("GET", pathOf(code), problemPage(code)))
)
