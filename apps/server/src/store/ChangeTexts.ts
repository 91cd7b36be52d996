/**
 * The texts and marks of a change. A text that is shown is worth storing with a damaged character; an identifier or address
 * with one would name something else, so it is refused.
 */
import { StorableText } from "@heddle/api"
import { type TextMark, textMarkKinds } from "@heddle/text"
import { Schema, SchemaGetter } from "effect"

/** Stands for a character that cannot be read or stored. */
export const replacement = "\uFFFD"

const atMostCharacters = (atMost: number) =>
  Schema.isMaxLength(atMost, { message: `must have at most ${atMost} characters` })

const undamaged = Schema.makeFilter((text: string) =>
  text.includes(replacement) ? "must have no U+FFFD, which stands for a character that could not be read" : undefined
)

/** An identifier, an address, or a tag. */
export const Identifier = (atMost: number) => StorableText.check(undamaged, atMostCharacters(atMost))

/** What PostgreSQL cannot hold, NUL and halves of surrogate pairs, is replaced by characters of the same length. */
const repaired = (text: string): string => text.toWellFormed().replaceAll("\0", replacement)

/** A text that is shown. */
export const DisplayText = (atMost: number) =>
  Schema.String.pipe(
    Schema.decode({ decode: SchemaGetter.transform(repaired), encode: SchemaGetter.passthrough() })
  ).check(atMostCharacters(atMost))

/** More than any client sets. */
export const maxMarks = 200

export const Marks = Schema.Array(
  Schema.Struct({ start: Schema.Int, end: Schema.Int, kind: Schema.Literals(textMarkKinds) })
).check(Schema.isMaxLength(maxMarks, { message: `at most ${maxMarks} marks` }))

const surrogatePair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/

const cutsCharacter = (text: string, at: number): boolean => at > 0 && surrogatePair.test(text.slice(at - 1, at + 1))

/** What is wrong with the marks of a caption; undefined for nothing. */
const faultOf = (caption: string, marks: ReadonlyArray<TextMark>) => {
  let after = 0
  for (const [index, { start, end }] of marks.entries()) {
    const fault = (issue: string) => ({ path: ["marks", index], issue })
    if (start < 0 || end > caption.length) return fault("must be within the caption")
    if (end <= start) return fault("must end after its start")
    if (start < after) return fault("must begin after the end of the mark before it")
    if (cutsCharacter(caption, start) || cutsCharacter(caption, end)) return fault("must not cut a character")
    after = end
  }
  return undefined
}

export const marksFit = Schema.makeFilter(
  ({ caption, marks = [] }: { readonly caption: string; readonly marks?: ReadonlyArray<TextMark> }) =>
    faultOf(caption, marks)
)
