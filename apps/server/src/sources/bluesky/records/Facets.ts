/**
 * The facets of a post (`app.bsky.richtext.facet`) as marks. Facets count bytes of UTF-8, and marks UTF-16 code units. A
 * facet that makes no sense is left out, and of two that overlap the first one counts, as clients show them.
 */
import type { TextMark, TextMarkKind } from "@heddle/text"
import { Option, Schema } from "effect"
import { maxMarks } from "../../../store/ChangeTexts.ts"
import { linkTextKind } from "../../network/OwnAddress.ts"

const Facet = Schema.Struct({
  index: Schema.Struct({ byteStart: Schema.Int, byteEnd: Schema.Int }),
  features: Schema.Array(Schema.Unknown)
})
type Facet = typeof Facet.Type

const Link = Schema.Struct({ $type: Schema.Literal("app.bsky.richtext.facet#link"), uri: Schema.String })
const Other = Schema.Struct({
  $type: Schema.Literals(["app.bsky.richtext.facet#mention", "app.bsky.richtext.facet#tag"])
})

const asFacet = Schema.decodeUnknownOption(Facet)
const asFeature = Schema.decodeUnknownOption(Schema.Union([Link, Other]))

/** What a part with several features is: the first of these that one of them says. */
const precedence: ReadonlyArray<TextMarkKind> = ["mention", "link", "hashtag", "text"]

const kindOf = (shown: string, features: Facet["features"]): TextMarkKind | undefined => {
  const kinds = new Set(
    features.flatMap((feature): ReadonlyArray<TextMarkKind> => {
      const known = Option.getOrUndefined(asFeature(feature))
      if (known === undefined) return []
      if ("uri" in known) return [linkTextKind(shown, known.uri)]
      return [known.$type.endsWith("#mention") ? "mention" : "hashtag"]
    })
  )
  return precedence.find((kind) => kinds.has(kind))
}

const bytesOf = (point: number): number => {
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x1_0000 ? 3 : 4
}

/** Where the characters that begin at these bytes begin in UTF-16. Bytes inside a character or past the end are left out. */
const unitsAt = (text: string, wanted: ReadonlySet<number>): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  let bytes = 0
  let units = 0
  for (const character of text) {
    if (wanted.has(bytes)) found.set(bytes, units)
    bytes += bytesOf(character.codePointAt(0) ?? 0)
    units += character.length
  }
  if (wanted.has(bytes)) found.set(bytes, units)
  return found
}

export const marksOf = (text: string, facets: unknown): ReadonlyArray<TextMark> => {
  const known = (Array.isArray(facets) ? facets : [])
    .flatMap((facet: unknown) => Option.toArray(asFacet(facet)))
    .toSorted((one, other) => one.index.byteStart - other.index.byteStart)
  if (known.length === 0) return []
  const units = unitsAt(text, new Set(known.flatMap(({ index }) => [index.byteStart, index.byteEnd])))
  const marks: Array<TextMark> = []
  let after = 0
  for (const { index, features } of known) {
    const start = units.get(index.byteStart)
    const end = units.get(index.byteEnd)
    if (start === undefined || end === undefined || start < after || end <= start) continue
    const kind = kindOf(text.slice(start, end), features)
    if (kind === undefined) continue
    marks.push({ start, end, kind })
    after = end
  }
  return marks.slice(0, maxMarks)
}
