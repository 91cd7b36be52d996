/** Markdown of this repository as HTML: headings with anchors, code in colours, tables that scroll in themselves. */
import highlighter from "highlight.js/lib/core"
import bash from "highlight.js/lib/languages/bash"
import go from "highlight.js/lib/languages/go"
import java from "highlight.js/lib/languages/java"
import json from "highlight.js/lib/languages/json"
import php from "highlight.js/lib/languages/php"
import python from "highlight.js/lib/languages/python"
import ruby from "highlight.js/lib/languages/ruby"
import typescript from "highlight.js/lib/languages/typescript"
import yaml from "highlight.js/lib/languages/yaml"
import { Marked, type Token } from "marked"
import { html, Html } from "../pages/Html.ts"

const languages = { bash, go, java, json, php, python, ruby, typescript, yaml }
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)

/** What code fences call them otherwise. */
const otherNames: Readonly<Record<string, string>> = {
  console: "bash",
  sh: "bash",
  js: "typescript",
  ts: "typescript",
  tsx: "typescript"
}

const highlighted = (code: string, fence: string): Html => {
  const language = otherNames[fence] ?? fence
  if (highlighter.getLanguage(language) === undefined) return html`${code}`
  return new Html(highlighter.highlight(code, { language }).value)
}

/** A block that the keyboard can scroll. */
export const codeBlock = (code: string, fence: string): Html =>
  html`<pre tabindex="0"><code>${highlighted(code, fence)}</code></pre>`

export interface Heading {
  readonly depth: number
  /** Plain. */
  readonly text: string
  readonly id: string
}

/** As GitHub makes them, so that links work in the files, too. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-")

const plain = (tokens: ReadonlyArray<Token> = []): string =>
  tokens.map((token) => ("tokens" in token ? plain(token.tokens) : "text" in token ? String(token.text) : "")).join("")

const headingsOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<Heading> => {
  const used = new Map<string, number>()
  return tokens.flatMap((token) => {
    if (token.type !== "heading") return []
    const text = plain(token.tokens)
    const anchor = anchorOf(text)
    const count = used.get(anchor) ?? 0
    used.set(anchor, count + 1)
    return [{ depth: Number(token["depth"]), text, id: count === 0 ? anchor : `${anchor}-${count}` }]
  })
}

export interface Rendered {
  readonly html: Html
  readonly headings: ReadonlyArray<Heading>
}

export const render = (markdown: string): Rendered => {
  let next = 0
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens }) {
        const inner = new Html(this.parser.parseInline(tokens))
        const id = headings[next++]?.id ?? ""
        if (depth === 1) return html`<h1>${inner}</h1>`.text
        return `<h${depth} id="${id}">${html`<a class="anchor" href="#${id}">${inner}</a>`.text}</h${depth}>`
      },
      code: ({ text, lang = "" }) => codeBlock(text, lang.split(" ")[0] ?? "").text,
      link({ href, tokens }) {
        const text = new Html(this.parser.parseInline(tokens))
        return html`<a href="${encodeURI(href)}">${text}</a>`.text
      }
    }
  })
  const tokens = marked.lexer(markdown)
  const headings = headingsOf(tokens)
  // A table that is too wide scrolls within itself, by the keyboard, too.
  const body = marked
    .parser(tokens)
    .replaceAll("<table>", '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>")
  return { html: new Html(body), headings }
}

export interface TextSection {
  readonly heading: string
  /** Null for the part below the title. */
  readonly id: string | null
  readonly text: string
  /** Its first paragraph. */
  readonly prose: string
}

const marks = /\]\([^)]*\)|[`*[\]|]|^-{3,}.*$/gm

/** A sentence without marks. */
export const plainText = (markdown: string): string => plain(new Marked().lexer(markdown)).replaceAll(/\s+/g, " ")

/** The parts of a page, each with its heading, without marks: what the search reads. */
export const textSections = (markdown: string): ReadonlyArray<TextSection> => {
  const tokens = new Marked().lexer(markdown)
  const headings = headingsOf(tokens)
  const parts: Array<Array<Token>> = []
  for (const token of tokens) {
    if (token.type === "heading") parts.push([])
    else parts.at(-1)?.push(token)
  }
  return headings.map(({ depth, text, id }, index) => {
    const part = parts[index] ?? []
    const first = part.find(({ type }) => type === "paragraph")
    return {
      heading: text,
      id: depth === 1 ? null : id,
      text: part
        .map(({ raw }) => raw)
        .join(" ")
        .replaceAll(marks, " "),
      prose: first === undefined ? "" : plain([first])
    }
  })
}
