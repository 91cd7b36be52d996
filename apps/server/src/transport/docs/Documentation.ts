/** All pages of the documentation, with their twins in Markdown and the search. Made when somebody first asks. */
import { Api, version } from "@heddle/api"
import { isDocument } from "@heddle/api/document"
import { OpenApi } from "effect/http-api"
import { type DocPage, sections, twinOf, twinPath } from "./DocPage.ts"
import { guidePages } from "./Guides.ts"
import { docDocument, searchDocument } from "./Layout.ts"
import { problemPages } from "./Problems.ts"
import { referencePages } from "./Reference.ts"
import { type DocSearch, makeSearch } from "./Search.ts"
import { typePages } from "./Types.ts"
import { welcomePage } from "./Welcome.ts"

export interface DocFile {
  readonly text: string
  readonly type: "html" | "markdown" | "text"
}

export interface Documentation {
  /** What is at a path such as `/docs/concepts`, `/docs/concepts.md` or `/llms.txt`. */
  readonly file: (path: string) => DocFile | undefined
  /** The page with what was found. */
  readonly found: (query: string) => string
}

const inSections = (pages: ReadonlyArray<DocPage>): ReadonlyArray<DocPage> =>
  sections.flatMap((section) => pages.filter((page) => page.section === section))

/** The list of pages for assistants (llmstxt.org). */
const listOf = (pages: ReadonlyArray<DocPage>, baseUrl: string): string =>
  [
    "# Heddle",
    `> Analytics over public posts: a query API, webhooks and MCP tools, paid from one credit balance. This server is ${baseUrl}, release ${version}.`,
    ...sections.map((section) =>
      [
        `## ${section}`,
        "",
        ...pages
          .filter((page) => page.section === section)
          .map(({ title, path, about }) => `- [${title}](${baseUrl}${twinPath(path)}): ${about}`)
      ].join("\n")
    )
  ].join("\n\n")

export const makeDocumentation = (baseUrl: string): Documentation => {
  const document: unknown = OpenApi.fromApi(Api)
  if (!isDocument(document)) throw new Error("The OpenAPI document has no operations.")
  const pages = inSections([
    welcomePage(baseUrl),
    ...guidePages(baseUrl),
    ...referencePages(document, baseUrl),
    ...typePages(document),
    ...problemPages()
  ])
  const makers = new Map<string, () => DocFile>([
    ...pages.flatMap((page): ReadonlyArray<[string, () => DocFile]> => [
      [page.path, () => ({ type: "html", text: docDocument(pages, page).text })],
      [twinPath(page.path), () => ({ type: "markdown", text: twinOf(page) })]
    ]),
    ["/llms.txt", () => ({ type: "text", text: `${listOf(pages, baseUrl)}\n` })],
    ["/llms-full.txt", () => ({ type: "text", text: pages.map(twinOf).join("\n\n") })]
  ])
  let search: DocSearch | undefined
  return {
    file: (path) => makers.get(path)?.(),
    found: (query) => {
      search ??= makeSearch(pages)
      const asked = query.trim()
      return searchDocument(pages, asked, asked === "" ? [] : search(asked)).text
    }
  }
}
