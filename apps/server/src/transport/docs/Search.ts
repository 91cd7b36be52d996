/** Search over the sections of all pages, best first. */
import MiniSearch from "minisearch"
import type { DocPage, Section } from "./DocPage.ts"
import { type TextSection, textSections } from "./Markdown.ts"

export interface Found {
  readonly href: string
  readonly page: string
  /** Empty for the page as a whole. */
  readonly heading: string
  readonly excerpt: string
}

interface Entry extends Found {
  readonly id: number
  readonly title: string
  readonly text: string
  readonly weight: number
}

/** Longer questions find no more. */
export const maxQueryLength = 100
const maxResults = 20
const excerptLength = 160

const cut = (text: string): string =>
  text.length <= excerptLength ? text : `${text.slice(0, text.lastIndexOf(" ", excerptLength))} …`

/** Their headings are alike on every page, so a page is found as a whole. */
const wholePages: ReadonlySet<Section> = new Set(["Reference", "Types", "Errors"])

/** The page, and its parts below headings. */
const partsOf = ({ section, about, markdown }: DocPage): ReadonlyArray<TextSection> => {
  const [top, ...below] = textSections(markdown)
  if (top === undefined) return []
  const whole = wholePages.has(section)
  const text = whole ? [top, ...below].map((part) => part.text).join(" ") : top.text
  return [{ ...top, text, prose: about }, ...(whole ? [] : below)]
}

const entriesOf = (pages: ReadonlyArray<DocPage>): ReadonlyArray<Entry> =>
  pages
    .flatMap((page) =>
      partsOf(page).map(({ heading, id, text, prose }) => ({
        href: id === null ? page.path : `${page.path}#${id}`,
        page: page.title,
        heading: id === null ? "" : heading,
        title: heading,
        text,
        // Who asks for a record finds it on the page of its operation.
        weight: page.section === "Types" ? 0.5 : 1,
        excerpt: cut(prose)
      }))
    )
    .map((entry, id) => ({ ...entry, id }))

/** Names in code are found by their parts, too: `likeCount` by "like". */
const words = (text: string): Array<string> =>
  text
    .split(/[^\p{L}\p{N}_]+/u)
    .flatMap((word) => {
      const parts = word.split(/_|(?<=[a-z])(?=[A-Z])/)
      return parts.length > 1 ? [word, ...parts] : [word]
    })
    .filter((word) => word !== "")

export type DocSearch = (query: string) => ReadonlyArray<Found>

export const makeSearch = (pages: ReadonlyArray<DocPage>): DocSearch => {
  const entries = entriesOf(pages)
  const index = new MiniSearch<Entry>({
    fields: ["title", "page", "text"],
    tokenize: words,
    searchOptions: {
      boost: { title: 6, page: 2 },
      prefix: true,
      boostDocument: (id) => entries[Number(id)]?.weight ?? 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false)
    }
  })
  index.addAll(entries)
  return (query) => {
    const asked = query.slice(0, maxQueryLength)
    const all = index.search(asked, { combineWith: "AND" })
    const found = all.length > 0 ? all : index.search(asked)
    return found.slice(0, maxResults).flatMap(({ id }) => entries[Number(id)] ?? [])
  }
}
