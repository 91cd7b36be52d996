/** The marks of a caption as the database has them: three numbers each, its bounds and its kind; null for no marks. */
import type { TextMark, TextMarkKind } from "@heddle/text"

export type StoredMarks = ReadonlyArray<number> | null

/** By their number, which is stored: only ever add to the end. */
const kinds: ReadonlyArray<TextMarkKind> = ["link", "mention", "emoji", "hashtag", "text"]

/** As the text of an array of PostgreSQL. */
export const storedMarks = (marks: ReadonlyArray<TextMark>): string | null =>
  marks.length === 0
    ? null
    : `{${marks.map(({ start, end, kind }) => `${start},${end},${kinds.indexOf(kind)}`).join(",")}}`

export const marksOf = (stored: StoredMarks): ReadonlyArray<TextMark> => {
  const marks: Array<TextMark> = []
  for (let at = 0; stored !== null && at < stored.length; at += 3) {
    const [start, end, number] = stored.slice(at, at + 3)
    const kind = number === undefined ? undefined : kinds[number]
    if (start !== undefined && end !== undefined && kind !== undefined) marks.push({ start, end, kind })
  }
  return marks
}
