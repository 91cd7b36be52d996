/** The text of a post, which instances send as HTML; pure. */
import { Parser } from "htmlparser2"

const paragraphs = new Set(["p", "blockquote", "ul", "ol", "pre", "h1", "h2", "h3", "h4", "h5", "h6"])
const lines = new Set(["li", "div"])
/** Elements whose content is not text of the post. */
const hidden = new Set(["script", "style", "template"])
/** Repeats the address of a quoted post for programs that know no quotes. */
const quoteClass = "quote-inline"

class TextBuilder {
  #text = ""
  #breaks = 0
  #hiddenDepth = 0

  add(text: string): void {
    if (this.#hiddenDepth > 0) return
    const collapsed = text.replaceAll(/[ \t\r\n\f]+/g, " ")
    const piece = this.#text === "" || this.#breaks > 0 || this.#text.endsWith(" ") ? collapsed.trimStart() : collapsed
    if (piece === "") return
    if (this.#text !== "") this.#text = this.#breaks > 0 ? this.#text.trimEnd() + "\n".repeat(this.#breaks) : this.#text
    this.#breaks = 0
    this.#text += piece
  }

  /** The least number of line breaks before the next text. */
  breakLines(count: number): void {
    if (this.#hiddenDepth === 0) this.#breaks = Math.max(this.#breaks, count)
  }

  addLine(): void {
    if (this.#hiddenDepth === 0) this.#breaks += 1
  }

  hide(): void {
    this.#hiddenDepth += 1
  }

  show(): void {
    this.#hiddenDepth = Math.max(0, this.#hiddenDepth - 1)
  }

  get text(): string {
    return this.#text.trim()
  }
}

export const textOfHtml = (html: string): string => {
  const builder = new TextBuilder()
  /** Whether each open element is hidden. */
  const open: Array<boolean> = []
  const breakBefore = (name: string) => {
    if (paragraphs.has(name)) builder.breakLines(2)
    else if (lines.has(name)) builder.breakLines(1)
  }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const isHidden = hidden.has(name) || (attributes["class"] ?? "").split(/\s+/).includes(quoteClass)
      open.push(isHidden)
      if (isHidden) builder.hide()
      if (name === "br") builder.addLine()
      else breakBefore(name)
    },
    ontext: (text) => builder.add(text),
    onclosetag: (name) => {
      if (open.pop() === true) builder.show()
      breakBefore(name)
    }
  })
  parser.end(html)
  return builder.text
}
