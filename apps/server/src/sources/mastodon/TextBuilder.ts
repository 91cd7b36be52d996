/** Puts a text together as a reader sees it: white space collapses, and lines have none at their ends. */
import type { TextMark, TextMarkKind } from "@heddle/text"
import { apart, type MarkedText } from "./Marks.ts"

/** A part of the text that begins with the next character; null until that comes. */
interface Span {
  start: number | null
}

interface Mark extends TextMark {
  start: number
  end: number
}

/** No caption is longer, so that more need not be read. */
const enough = 20_001

const whiteSpace = /([ \t\r\n\f]+)/

export class TextBuilder {
  #text = ""
  #breaks = 0
  #isSpaced = false
  #hiddenDepth = 0
  /** Spans that wait for their first character. */
  readonly #waiting = new Set<Span>()
  readonly #marks: Array<Mark> = []

  add(text: string): void {
    if (this.#hiddenDepth > 0) return
    for (const [index, part] of text.split(whiteSpace).entries()) {
      if (index % 2 === 1) this.#isSpaced = true
      else if (part !== "") this.#addRun(part)
    }
  }

  space(): void {
    if (this.#hiddenDepth === 0) this.#isSpaced = true
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

  begin(): Span {
    const span: Span = { start: null }
    this.#waiting.add(span)
    return span
  }

  /** Marks what was added since the beginning, by what is read there. */
  end(span: Span, kindOf: (shown: string) => TextMarkKind): void {
    this.#waiting.delete(span)
    if (span.start === null) return
    const kind = kindOf(this.#text.slice(span.start))
    // Some instances link only the name.
    const sign = kind === "mention" ? "@" : kind === "hashtag" ? "#" : undefined
    const start = sign !== undefined && this.#text[span.start - 1] === sign ? span.start - 1 : span.start
    this.#marks.push({ start, end: this.#text.length, kind })
  }

  get result(): MarkedText {
    this.#trimEnd()
    return { text: this.#text, marks: apart(this.#text, this.#marks) }
  }

  #addRun(run: string): void {
    if (this.#text.length >= enough) return
    const beginsLine = this.#text === "" || this.#breaks > 0
    const shown = beginsLine ? run.trimStart() : run
    if (shown === "") return
    if (this.#text !== "" && this.#breaks > 0) {
      this.#trimEnd()
      this.#text += "\n".repeat(this.#breaks)
    } else if (this.#text !== "" && this.#isSpaced) {
      this.#text += " "
    }
    this.#breaks = 0
    this.#isSpaced = false
    for (const span of this.#waiting) span.start = this.#text.length
    this.#waiting.clear()
    this.#text += shown
  }

  /** White space that is no markup, such as that between Chinese characters, does not collapse. */
  #trimEnd(): void {
    const { length } = (this.#text = this.#text.trimEnd())
    // Marks end in order, so that only the last ones can end later.
    for (let index = this.#marks.length - 1; index >= 0; index -= 1) {
      const mark = this.#marks[index]
      if (mark === undefined || mark.end <= length) break
      mark.start = Math.min(mark.start, length)
      mark.end = Math.min(mark.end, length)
    }
  }
}
