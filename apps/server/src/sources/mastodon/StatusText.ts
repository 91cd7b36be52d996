/** The text of a post or a profile, which instances send as HTML, as a reader sees it; pure. */
import type { TextMarkKind } from "@heddle/text"
import { Parser } from "htmlparser2"
import { linkTextKind } from "../network/OwnAddress.ts"
import type { MarkedText } from "./Marks.ts"
import { TextBuilder } from "./TextBuilder.ts"

const namesIn = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/))

const paragraphs = namesIn("p blockquote ul ol dl menu pre figure hr h1 h2 h3 h4 h5 h6")
const lines = namesIn(
  `li dt dd div section article aside header footer main nav address hgroup details summary figcaption fieldset legend
   form center table caption thead tbody tfoot tr option`
)
const cells = namesIn("td th")
/** Elements whose content is not text of the post. Those of `ruby` say how its characters are read. */
const hidden = namesIn("script style template title audio video iframe object rt rp rtc")
/** Repeats the address of a quoted post for programs that know no quotes. */
const quoteClass = "quote-inline"

type Attributes = Readonly<Record<string, string>>

const tokensOf = (attribute: string | undefined): ReadonlySet<string> => namesIn(attribute ?? "")

const linkKind =
  ({ class: classes, rel, href = "" }: Attributes) =>
  (shown: string): TextMarkKind => {
    if (tokensOf(classes).has("hashtag") || tokensOf(rel).has("tag")) return "hashtag"
    if (tokensOf(classes).has("mention")) return "mention"
    return linkTextKind(shown, href)
  }

const shortcode = /^:[^\s:]+:$/
const bareShortcode = /^[\w@.+-]+$/

/** What an image stands for in the text: a picture that relatives of Mastodon make of a shortcode or of an emoji. */
const emojiOf = ({ class: classes = "", alt = "", title = "" }: Attributes): string => {
  const name = alt.trim() || title.trim()
  if (shortcode.test(name)) return name
  if (!classes.toLowerCase().includes("emoji")) return ""
  return bareShortcode.test(name) ? `:${name}:` : name
}

const addImage = (builder: TextBuilder, attributes: Attributes): void => {
  const emoji = emojiOf(attributes)
  if (!shortcode.test(emoji)) return builder.add(emoji)
  const span = builder.begin()
  builder.add(emoji)
  builder.end(span, () => "emoji")
}

/** Reads the elements one after the other. */
class Reader {
  readonly builder = new TextBuilder()
  /** What to do at the end of each open element. */
  readonly #ends: Array<() => void> = []
  readonly #depths = { pre: 0, ruby: 0 }
  /** A line break right after `<pre>` is not shown. */
  #beginsPre = false

  open(name: string, attributes: Attributes): void {
    const { builder } = this
    const isHidden = hidden.has(name) || "hidden" in attributes || tokensOf(attributes["class"]).has(quoteClass)
    if (isHidden) builder.hide()
    this.#separate(name)
    if (name === "br") builder.addLine()
    if (name === "img") addImage(builder, attributes)
    const span = name === "a" && attributes["href"] !== undefined ? builder.begin() : undefined
    if (name === "pre" || name === "ruby") this.#depths[name] += 1
    if (name === "pre") this.#beginsPre = true
    this.#ends.push(() => {
      if (name === "pre" || name === "ruby") this.#depths[name] -= 1
      if (span !== undefined) builder.end(span, linkKind(attributes))
      if (isHidden) builder.show()
      this.#separate(name)
    })
  }

  close(): void {
    this.#ends.pop()?.()
  }

  text(text: string): void {
    if (this.#depths.pre > 0) this.#addLines(text)
    // White space between the characters and readings of `ruby` is only in the markup.
    else if (this.#depths.ruby === 0 || text.trim() !== "") this.builder.add(text)
  }

  #addLines(text: string): void {
    for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0 && !this.#beginsPre) this.builder.addLine()
      if (index > 0 || line !== "") this.#beginsPre = false
      this.builder.add(line)
    }
  }

  #separate(name: string): void {
    if (paragraphs.has(name)) this.builder.breakLines(2)
    else if (lines.has(name)) this.builder.breakLines(1)
    else if (cells.has(name)) this.builder.space()
  }
}

export const markedText = (html: string): MarkedText => {
  const reader = new Reader()
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: () => reader.close()
  })
  // Halves of a surrogate pair must not become a character across an element.
  parser.end(html.toWellFormed())
  return reader.builder.result
}

export const textOfHtml = (html: string): string => markedText(html).text
