/** The marks of a caption as the database has them: three numbers each, its bounds and its kind; null for no marks. */
import { type TextMark, textMarkKinds } from "@heddle/text"
import { Array } from "effect"

export type StoredMarks = ReadonlyArray<number> | null

/** As the text of an array of PostgreSQL. */
export const storedMarks = (marks: ReadonlyArray<TextMark>): string | null =>
  marks.length === 0
    ? null
    : `{${marks.map(({ start, end, kind }) => `${start},${end},${textMarkKinds.indexOf(kind)}`).join(",")}}`

export const marksOf = (stored: StoredMarks): ReadonlyArray<TextMark> =>
  stored === null
    ? []
    : Array.chunksOf(stored, 3).flatMap(([start, end, number]): ReadonlyArray<TextMark> => {
        const kind = number === undefined ? undefined : textMarkKinds[number]
        return start === undefined || end === undefined || kind === undefined ? [] : [{ start, end, kind }]
      })
