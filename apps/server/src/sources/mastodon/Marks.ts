/** Parts of a text that an instance marks, which may be inside each other, as marks in order and apart; pure. */
import type { TextMark } from "@heddle/text"
import { maxMarks } from "../../store/ChangeTexts.ts"

export interface MarkedText {
  readonly text: string
  readonly marks: ReadonlyArray<TextMark>
}

/** Without those that begin inside another. */
const outermost = (marks: ReadonlyArray<TextMark>): ReadonlyArray<TextMark> => {
  const kept: Array<TextMark> = []
  for (const mark of marks.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (mark.start >= (kept.at(-1)?.end ?? 0)) kept.push(mark)
  }
  return kept
}

/** What is left of a mark around others, which are in order and apart. */
const around = (mark: TextMark, others: ReadonlyArray<TextMark>): ReadonlyArray<TextMark> => {
  const left: Array<TextMark> = []
  let { start } = mark
  for (const other of others) {
    if (other.end <= start || other.start >= mark.end) continue
    left.push({ ...mark, start, end: other.start })
    start = other.end
  }
  return [...left, { ...mark, start }]
}

const trimmed = (text: string, { start, end, kind }: TextMark): TextMark => {
  const part = text.slice(start, end)
  const from = start + part.length - part.trimStart().length
  return { start: from, end: Math.max(from, start + part.trimEnd().length), kind }
}

/** What is inside an address, a handle or a hashtag belongs to it; the words of a link go on around what is inside them. */
export const apart = (text: string, marks: ReadonlyArray<TextMark>): ReadonlyArray<TextMark> => {
  const first = (some: ReadonlyArray<TextMark>) => outermost(some).slice(0, maxMarks)
  const solid = first(marks.filter(({ kind }) => kind !== "text"))
  const words = first(marks.filter(({ kind }) => kind === "text")).flatMap((mark) => around(mark, solid))
  return [...solid, ...words]
    .map((mark) => trimmed(text, mark))
    .filter(({ start, end }) => start < end)
    .toSorted((one, other) => one.start - other.start)
    .slice(0, maxMarks)
}
