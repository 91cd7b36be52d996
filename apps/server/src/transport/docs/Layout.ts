/** How a page of the documentation looks: the navigation, the text, and the samples or the headings beside it. */
import { docsSearchPath } from "../http/PublicPaths.ts"
import { docsScript, docsStylesheet } from "../pages/Assets.ts"
import { html, type Html, type HtmlValue } from "../pages/Html.ts"
import { documentOf } from "../pages/Page.ts"
import { type DocPage, type Section, sections, twinPath } from "./DocPage.ts"
import { codeBlock, type Heading, render } from "./Markdown.ts"
import { type Found, maxQueryLength } from "./Search.ts"

const linkTo = ({ path, label, title }: DocPage, current: string): Html =>
  html`<li><a href="${path}" ${path === current && html`aria-current="page"`}>${label ?? title}</a></li>`

/** The pages of a section, below their groups where it has some. */
const pageLists = (pages: ReadonlyArray<DocPage>, current: string): HtmlValue =>
  [...Map.groupBy(pages, ({ group }) => group)].map(
    ([group, grouped]) =>
      html`${group !== undefined && html`<p class="group">${group}</p>`}
        <ul>
          ${grouped.map((page) => linkTo(page, current))}
        </ul>`
  )

/** Of the long sections, only the one where the reader is is open. */
const alwaysOpen: ReadonlySet<Section> = new Set(["Start", "Webhooks", "API"])

const navigation = (pages: ReadonlyArray<DocPage>, current: Pick<DocPage, "path" | "section">): Html =>
  html`<nav id="pages" class="pages" aria-label="Documentation" popover>
    ${sections.map((section) => {
      const isOpen = alwaysOpen.has(section) || section === current.section
      return html`<details ${isOpen && html`open`}>
        <summary>${section}</summary>
        ${pageLists(
          pages.filter((page) => page.section === section),
          current.path
        )}
      </details>`
    })}
  </nav>`

const header = (query: string): HtmlValue => [
  html`<button class="menu" type="button" popovertarget="pages" aria-label="All pages">☰</button>`,
  html`<a class="wordmark" href="/">Heddle</a>`,
  html`<form class="search" action="${docsSearchPath}" role="search">
    <input
      type="search"
      name="q"
      value="${query}"
      maxlength="${maxQueryLength}"
      placeholder="Search"
      aria-label="Search the documentation"
      autocomplete="off"
    />
    <div id="suggestions" hidden></div>
  </form>`,
  html`<nav class="places" aria-label="Heddle">
    <a href="/docs" aria-current="true">Docs</a>
    <a href="/portal">Portal</a>
    <button id="theme" type="button" hidden aria-label="Light or dark">◐</button>
  </nav>`
]

const contents = (headings: ReadonlyArray<Heading>): HtmlValue => {
  const listed = headings.filter(({ depth }) => depth === 2)
  return (
    listed.length > 1 &&
    html`<nav class="contents" aria-label="On this page">
      <p>On this page</p>
      <ul>
        ${listed.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
      </ul>
    </nav>`
  )
}

/** Without a script, the choice of a language is that of a radio button. */
const samples = ({ samples, answer, tryIt }: NonNullable<DocPage["aside"]>): Html =>
  html`<aside class="samples" aria-label="Samples">
    <fieldset class="languages">
      <legend class="unseen">Language of the sample</legend>
      ${samples.map(
        ({ id, name }, index) =>
          html`<input type="radio" name="language" id="in-${id}" value="${id}" ${index === 0 && html`checked`} /><label
              for="in-${id}"
              >${name}</label
            >`
      )}
    </fieldset>
    ${samples.map(({ id, code, fence }) => html`<div class="sample ${id}">${codeBlock(code, fence)}</div>`)}
    ${tryIt !== null && html`<p><a class="button" href="${tryIt}">Run in the playground</a></p>`}
    ${
      answer !== null &&
      html`<h2 class="answer">${answer.name}</h2>
        ${codeBlock(answer.code, answer.fence)}`
    }
  </aside>`

const neighbours = (pages: ReadonlyArray<DocPage>, { path }: DocPage): HtmlValue => {
  const index = pages.findIndex((page) => page.path === path)
  const link = (page: DocPage | undefined, rel: "prev" | "next") =>
    page !== undefined &&
    html`<a rel="${rel}" href="${page.path}"
      ><span>${rel === "prev" ? "Previous" : "Next"}</span> ${page.label ?? page.title}</a
    >`
  return (
    index >= 0 &&
    html`<nav class="neighbours" aria-label="Previous and next page">
      ${link(pages[index - 1], "prev")} ${link(pages[index + 1], "next")}
    </nav>`
  )
}

const head = html`<link rel="stylesheet" href="${docsStylesheet.url}" />
  <script src="${docsScript.url}"></script>`

export const docDocument = (pages: ReadonlyArray<DocPage>, page: DocPage): Html => {
  const { title, about, markdown, aside, path } = page
  const { html: text, headings } = render(markdown)
  return documentOf({
    title,
    head: [
      head,
      html`<meta name="description" content="${about}" />`,
      html`<link rel="alternate" type="text/markdown" href="${twinPath(path)}" />`
    ],
    header: header(""),
    content: html`<div class="docs ${aside === undefined ? "guide" : "operation"}">
      ${navigation(pages, page)}
      <main>${text}</main>
      ${aside === undefined ? contents(headings) : samples(aside)}
      <footer>
        ${neighbours(pages, page)}
        <p class="twin"><a href="${twinPath(path)}">This page as Markdown</a></p>
      </footer>
    </div>`
  })
}

const result = ({ href, page, heading, excerpt }: Found): Html =>
  html`<li>
    <a href="${href}"><b>${heading === "" ? page : heading}</b>${heading !== "" && html` <span>${page}</span>`}</a>
    <p>${excerpt}</p>
  </li>`

export const searchDocument = (pages: ReadonlyArray<DocPage>, query: string, found: ReadonlyArray<Found>): Html =>
  documentOf({
    title: "Search",
    head,
    header: header(query),
    content: html`<div class="docs guide">
      ${navigation(pages, { path: docsSearchPath, section: "Start" })}
      <main>
        <h1>Search</h1>
        ${query !== "" && found.length === 0 && html`<p>No page has “${query}”.</p>`}
        <ol id="results" class="results">
          ${found.map(result)}
        </ol>
      </main>
    </div>`
  })
