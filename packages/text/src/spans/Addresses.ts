/** Where an address begins and ends, with or without a scheme; pure. */
import { isEnglishWord } from "../words/EnglishWords.ts"
import { wordsOf } from "../words/WordLists.ts"
import table from "./Endings.json" with { type: "json" }

/**
 * What an address may contain: the characters of RFC 3986, and letters that people leave unescaped (Müller, Привет). All
 * else ends it, also the full-width and CJK marks that stand directly after an address in Chinese and Japanese.
 */
const unescaped = String.raw`[[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]--[\p{ASCII}\uff00-\uffef]]`
const inAddress = String.raw`(?:[\w\-.~:\/?#\[\]@!$\&'\(\)*+,;=%${unescaped}]|(?<=[\p{L}\p{M}])\p{M})`
// Bounds the cost of text that begins an address again and again.
const longest = 2_048
const addressPattern = new RegExp(`${inAddress}{0,${longest}}`, "vy")
/** 例え.jp after a scheme: without an ending in Latin letters it would be the text that follows. */
const idnHost = /(?=\P{ASCII})[\p{L}\p{M}\p{N}.-]{1,100}?\.[a-z]{2,24}(?![a-z0-9])/iuy
const hostPattern = /[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.([a-z]{2,24})(?![\w\p{Script=Latin}\p{Mn}-])/iuy
const portPattern = /:\d{1,5}(?!\d)/y
const restPattern = new RegExp(String.raw`(?:\/|[?#](?=[\w.%\-]{1,64}=))${inAddress}{0,${longest}}`, "vy")

const matchEnd = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

const closers: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["]
])

const sentenceMark = /[.,;:!?']/

/** Before the marks of the sentence that it ends, and a bracket that closes one before it: (see https://example.com/a). */
const endOfAddress = (text: string, start: number, last: number): number => {
  let end = endAtBracket(text, start, last)
  while (end > start && sentenceMark.test(text.charAt(end - 1)) && !text.endsWith("...", end)) end -= 1
  return end
}

const endAtBracket = (text: string, start: number, end: number): number => {
  const open: Array<string> = []
  for (let at = start; at < end; at += 1) {
    const character = text.charAt(at)
    const opener = closers.get(character)
    if (opener !== undefined && open.pop() !== opener) return at
    if (character === "(" || character === "[") open.push(character)
  }
  return end
}

/** The end of an address whose host or path goes on at `from`. */
export const addressEnd = (text: string, from: number): number =>
  endOfAddress(text, from, matchEnd(addressPattern, text, matchEnd(idnHost, text, from)))

const endings: ReadonlySet<string> = new Set(wordsOf(table.endings))
/** Endings that tell an address without anything else. */
const certainEndings = new Set(
  wordsOf([
    "com net org edu gov info biz io ai app dev tv gg xyz ly fm co cc ee",
    "jp tw hk kr cn mo sg uk de fr es eu ru ua nl pl br ca au nz ch se dk fi cz gr pt mx ar cl"
  ])
)
/** Endings that also end the names of files and libraries. */
const fileEndings = new Set(wordsOf(["md py sh rs zip mov pl cc ps"]))
/** Node.js/Express: no ending of an address, even before a slash. */
const libraryEndings = new Set(wordsOf(["js ts jsx tsx mjs cjs json css html htm php asp"]))

const isNumber = /^\d+$/
const isTitle = /^[A-Z][a-z]/
const isCapital = /^[A-Z]/

/**
 * `address`: certainly one. `words`: also words, such as a brand (Booking.com) or a sentence without a space ("i love
 * it.so much"). Undefined for what is no address: Node.js, README.md.
 */
export type AddressKind = "address" | "words"

/** What these labels, with a dot between each two, are. */
const kindOf = (labels: ReadonlyArray<string>, hasPath: boolean): AddressKind | undefined => {
  const [first = ""] = labels
  const written = labels.at(-1) ?? ""
  const ending = written.toLowerCase()
  const isCertain = certainEndings.has(ending)
  // ASP.NET is a framework. In "Good.So what", the space is missing.
  if (written === "NET" || (isTitle.test(written) && !isCertain)) return undefined
  if (hasPath) return libraryEndings.has(ending) ? undefined : "address"
  if (!endings.has(ending)) return undefined
  const isShort = labels.length === 2
  if (isShort && (fileEndings.has(ending) || (isNumber.test(first) && !isCertain))) return undefined
  if (isShort && isCapital.test(first)) return "words"
  const isSentence = !isCertain && labels.every((label) => label.length === 1 || isEnglishWord(label.toLowerCase()))
  return isSentence ? "words" : "address"
}

export interface BareAddress {
  readonly end: number
  readonly kind: AddressKind
}

/** The address without a scheme that begins at `start`. */
export const bareAddress = (text: string, start: number): BareAddress | undefined => {
  hostPattern.lastIndex = start
  const [host = ""] = hostPattern.exec(text) ?? []
  if (host === "") return undefined
  const hostEnd = start + host.length
  const restStart = matchEnd(portPattern, text, hostEnd)
  const end = endOfAddress(text, start, matchEnd(restPattern, text, restStart))
  const kind = kindOf(host.split("."), end > hostEnd)
  return kind === undefined ? undefined : { end, kind }
}

/** The end of a host with any ending, as in a mail address or the handle of another instance; `start` if there is none. */
export const anyHostEnd = (text: string, start: number): number => matchEnd(hostPattern, text, start)
