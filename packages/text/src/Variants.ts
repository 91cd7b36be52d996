/**
 * How else a piece of a token text may be written: in the other script of Chinese, or with the forms of another region. Only
 * comparing meaning asks: for a keyword, 台灣 and 台湾 are two texts.
 */
import { simplifiedOnly, traditionalOnly } from "./language/Scripts.ts"
import { type TermPiece, termPieceOf } from "./Terms.ts"
import table from "./VariantTable.json" with { type: "json" }

/** A piece with the other ways to write it. An occurrence of any is one of the piece. */
export interface VariedPiece extends TermPiece {
  readonly variants: ReadonlyArray<TermPiece>
}

type Forms = ReadonlyMap<string, ReadonlyArray<string>>

interface Tables {
  /** By simplified character. */
  readonly traditional: Forms
  /** By traditional character. */
  readonly simplified: Forms
  /** The same character in other regions, which both write the traditional script. */
  readonly regional: Forms
}

type Pair = readonly [from: string, to: string]

const formsOf = (pairs: ReadonlyArray<Pair>): Forms => {
  const forms = new Map<string, Array<string>>()
  for (const [from, to] of pairs) {
    const known = forms.get(from)
    if (known === undefined) forms.set(from, [to])
    else known.push(to)
  }
  return forms
}

const makeTables = (): Tables => {
  const toTraditional: Array<Pair> = []
  const toSimplified: Array<Pair> = []
  const pairs = table.scripts.join("")
  for (let at = 0; at < pairs.length; at += 2) {
    const [traditional, simplified] = [pairs.charAt(at), pairs.charAt(at + 1)]
    toTraditional.push([simplified, traditional])
    toSimplified.push([traditional, simplified])
  }
  const groups = table.regions.flatMap((line) => line.split(" ")).map((group) => [...group])
  return {
    traditional: formsOf(toTraditional),
    simplified: formsOf(toSimplified),
    regional: formsOf(groups.flatMap((group) => group.flatMap((from) => group.map((to): Pair => [from, to]))))
  }
}

let made: Tables | undefined
/** Made when first asked for: most processes never ask. */
const tables = (): Tables => (made ??= makeTables())

interface Marks {
  readonly traditional: boolean
  readonly simplified: boolean
}

/** The scripts whose own characters a text has. */
const marksOf = (text: string): Marks => {
  let traditional = false
  let simplified = false
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    traditional ||= traditionalOnly.has(code)
    simplified ||= simplifiedOnly.has(code)
  }
  return { traditional, simplified }
}

const none: ReadonlyArray<string> = []

/** Asks for the forms of a character in other texts, itself first, if its own text has these marks. */
const makeForms = ({ traditional, simplified }: Marks) => {
  const known = tables()
  const withRegional = (character: string) => [character, ...(known.regional.get(character) ?? none)]
  // In a text of one script it is clear what a character is: 里 of 公里 is no 裡.
  const asTraditional = (character: string) =>
    withRegional(character).flatMap((form) => [form, ...(known.simplified.get(form) ?? none)])
  const asSimplified = (character: string) => (known.traditional.get(character) ?? none).flatMap(withRegional)
  const forms = new Map<string, ReadonlyArray<string>>()
  return (character: string): ReadonlyArray<string> => {
    const found = forms.get(character) ?? [
      ...new Set([
        character,
        ...(traditional || !simplified ? asTraditional(character) : none),
        ...(simplified || !traditional ? asSimplified(character) : none)
      ])
    ]
    forms.set(character, found)
    return found
  }
}

/** Nobody mixes scripts within a word. */
const isOfOneScript = (piece: string): boolean => {
  const { traditional, simplified } = marksOf(piece)
  return !(traditional && simplified)
}

const variantsOf = (piece: string, formsOf: ReturnType<typeof makeForms>): ReadonlyArray<string> => {
  const [first = none, second] = Array.from(piece, formsOf)
  if (second === undefined) return first.slice(1)
  if (first.length === 1 && second.length === 1) return none
  const written = first.flatMap((one) => second.map((other) => one + other))
  return written.slice(1).filter(isOfOneScript)
}

/** The pieces of one token text with their variants. Pieces that are variants of each other become one. */
export const withVariants = (pieces: ReadonlyArray<TermPiece>): ReadonlyArray<VariedPiece> => {
  const formsOf = makeForms(marksOf(pieces.map(({ piece }) => piece).join("")))
  const varied = new Map<string, { readonly own: TermPiece; readonly variants: Set<string> }>()
  for (const own of pieces) {
    const variants = own.kind === "word" ? none : variantsOf(own.piece, formsOf)
    const same = variants.map((one) => varied.get(one)).find((other) => other?.variants.has(own.piece) === true)
    if (same === undefined) varied.set(own.piece, { own, variants: new Set(variants) })
    else for (const variant of variants) if (variant !== same.own.piece) same.variants.add(variant)
  }
  return Array.from(varied.values(), ({ own, variants }) => ({
    ...own,
    variants: Array.from(variants, (piece) => termPieceOf(own.kind, piece))
  }))
}
