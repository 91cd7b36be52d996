/** The marks of a caption as the database has them: three numbers each, its bounds and its kind; null for no marks. */
import type { TextMark, TextMarkKind } from "@heddle/text"
import { Array } from "effect"

export type StoredMarks = ReadonlyArray<number> | null

/** By their number, which is stored: only ever add to the end. */
const kinds: ReadonlyArray<TextMarkKind> = ["link", "mention", "emoji", "hashtag", "text"]

/** As the text of an array of PostgreSQL. */
export const storedMarks = (marks: ReadonlyArray<TextMark>): string | null =>
  marks.length === 0
    ? null
    : `{${marks.map(({ start, end, kind }) => `${start},${end},${kinds.indexOf(kind)}`).join(",")}}`

export const marksOf = (stored: StoredMarks): ReadonlyArray<TextMark> =>
  stored === null
    ? []
    : Array.chunksOf(stored, 3).flatMap(([start, end, number]): ReadonlyArray<TextMark> => {
        const kind = number === undefined ? undefined : kinds[number]
        return start === undefined || end === undefined || kind === undefined ? [] : [{ start, end, kind }]
      })
