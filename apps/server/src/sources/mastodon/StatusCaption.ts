/** The caption of a status: its warning, then its content, with what the instance says of parts of them; pure. */
import type { TextMark } from "@heddle/text"
import { present } from "../network/Lenient.ts"
import { apart } from "./Marks.ts"
import type { PlainStatus } from "./MastodonApi.ts"
import { markedText } from "./StatusText.ts"

/** Where the text has one of these shortcodes between colons. A time such as 12:30:45 has none. */
const emojiMarks = (text: string, shortcodes: ReadonlySet<string>): ReadonlyArray<TextMark> => {
  const candidate = /(?<![A-Za-z0-9_]):([^\s:]+):/g
  const marks: Array<TextMark> = []
  for (let match = candidate.exec(text); match !== null; match = candidate.exec(text)) {
    const [{ length }, shortcode = ""] = match
    if (shortcodes.has(shortcode)) marks.push({ start: match.index, end: match.index + length, kind: "emoji" })
    else candidate.lastIndex = match.index + 1
  }
  return marks
}

export interface Caption {
  readonly caption: string
  readonly marks: ReadonlyArray<TextMark>
}

export const captionOf = ({ spoiler_text, content, emojis }: PlainStatus): Caption => {
  const warning = (spoiler_text ?? "").trim()
  const body = markedText(content ?? "")
  const caption = [warning, body.text].filter((part) => part !== "").join("\n\n")
  const offset = caption.length - body.text.length
  const shifted = body.marks.map(({ start, end, kind }) => ({ start: start + offset, end: end + offset, kind }))
  const shortcodes = new Set(present(emojis).map(({ shortcode }) => shortcode))
  const found = shortcodes.size === 0 ? [] : emojiMarks(caption, shortcodes)
  return { caption, marks: found.length === 0 ? shifted : apart(caption, [...shifted, ...found]) }
}
