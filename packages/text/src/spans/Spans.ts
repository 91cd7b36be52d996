/**
 * Finds the parts of a text that are not written in a language: addresses, mail addresses, handles, shortcodes, and tags
 * (hashtags, cashtags and names such as Booking.com, which are words all the same). Works on the text as it came, because
 * folding turns the marks that end them into others.
 */
import { addressEnd, anyHostEnd, bareAddress } from "./Addresses.ts"
import type { TextMark, TextMarkKind } from "./Marks.ts"

const trigger = /[@#$:.＠＃＄]/g
/** A link may follow a word directly, as it does in many posts. */
const webScheme = /https?$/i
const anyScheme = /(?<![a-z0-9])[a-z][a-z0-9+.-]{1,20}$/i
const longestScheme = 21
/** Letters of scripts with words, and the marks that compose with them. */
const ofWord = String.raw`[\w\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}[\p{Mn}--[\p{Default_Ignorable_Code_Point}\p{scx=Hira}\p{scx=Hang}\p{scx=Han}]]]`
/** Nothing of this begins after one: C#, awww.so. */
const wordLetter = new RegExp(ofWord, "v")

const shortcode = new RegExp(
  String.raw`:(?=[\w+\-]*[a-z]|[+\-]1:)[\w+\-]{1,64}(?:@[a-z0-9.\-]{1,253})?:(?!${ofWord})`,
  "ivy"
)
const instance = String.raw`(?:@[a-z0-9](?:[a-z0-9.\-]*[a-z0-9])?)?`
const handle = new RegExp(String.raw`[@＠](?![\d.]+(?![\w.]))\w(?:[\w.\-]*\w)?${instance}(?!${ofWord})`, "ivy")
const hashtag = /[#＃][\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*/uy
const cashtag = /[$＄][a-z]{1,6}(?:[._][a-z]{1,2})?(?![\p{L}\p{M}\p{N}])/iuy
const localPart = /^[a-z0-9_%+.-]$/i
const hostCharacter = /^[a-z0-9_-]$/i

const span = (start: number, end: number, kind: TextMarkKind): TextMark | undefined =>
  end > start ? { start, end, kind } : undefined

const matched = (pattern: RegExp, text: string, at: number, kind: TextMarkKind): TextMark | undefined => {
  pattern.lastIndex = at
  return pattern.test(text) ? { start: at, end: pattern.lastIndex, kind } : undefined
}

/** Where the run of such characters before `at` begins, not before `least`. */
const runStart = (text: string, at: number, least: number, of: RegExp): number => {
  let start = at
  while (start > least && of.test(text.charAt(start - 1))) start -= 1
  return start
}

const atColon = (text: string, at: number, least: number): TextMark | undefined => {
  if (text.startsWith("//", at + 1)) {
    const before = text.slice(Math.max(least, at - longestScheme), at)
    const [scheme = ""] = webScheme.exec(before) ?? anyScheme.exec(before) ?? []
    return scheme === "" ? undefined : span(at - scheme.length, addressEnd(text, at + 3), "link")
  }
  const isApart = at === least || !(wordLetter.test(text.charAt(at - 1)) || text.charAt(at - 1) === ":")
  return isApart ? matched(shortcode, text, at, "emoji") : undefined
}

const atSign = (text: string, at: number, least: number): TextMark | undefined => {
  const start = runStart(text, at, least, localPart)
  if (start < at && text.charAt(at) === "@") {
    const end = anyHostEnd(text, at + 1)
    if (end > at + 1) return span(start, end, "link")
  }
  return wordLetter.test(text.charAt(at - 1)) ? undefined : matched(handle, text, at, "mention")
}

/** Whether a text is a host and nothing else: booking.com. */
export const isHost = (text: string): boolean => /^[\w.-]+$/.test(text) && bareAddress(text, 0)?.end === text.length

const atDot = (text: string, at: number, least: number): TextMark | undefined => {
  const start = runStart(text, at, least, hostCharacter)
  if (start === at || wordLetter.test(text.charAt(start - 1)) || text.charAt(start - 1) === ".") return undefined
  if (at - start === 3 && /^www$/i.test(text.slice(start, at))) return span(start, addressEnd(text, at), "link")
  const found = bareAddress(text, start)
  return found && span(start, found.end, found.kind === "words" ? "hashtag" : "link")
}

const atTag = (text: string, at: number): TextMark | undefined => {
  const tag = wordLetter.test(text.charAt(at - 1)) ? undefined : matched(hashtag, text, at, "hashtag")
  if (tag === undefined || text.charAt(tag.end) !== ".") return tag
  // #台積電example.com/a
  const hostStart = runStart(text, tag.end, at + 2, hostCharacter)
  return wordLetter.test(text.charAt(hostStart - 1)) ? tag : span(at, hostStart, "hashtag")
}

const spanAt = (text: string, at: number, least: number): TextMark | undefined => {
  switch (text.charAt(at)) {
    case ":":
      return atColon(text, at, least)
    case ".":
      return atDot(text, at, least)
    case "@":
    case "＠":
      return atSign(text, at, least)
    case "$":
    case "＄":
      return wordLetter.test(text.charAt(at - 1)) ? undefined : matched(cashtag, text, at, "hashtag")
    default:
      return atTag(text, at)
  }
}

const guess = (text: string): ReadonlyArray<TextMark> => {
  const found: Array<TextMark> = []
  let end = 0
  trigger.lastIndex = 0
  for (let match = trigger.exec(text); match !== null; match = trigger.exec(text)) {
    const one = spanAt(text, match.index, end)
    if (one === undefined) continue
    found.push(one)
    end = one.end
    trigger.lastIndex = end
  }
  return found
}

const overlaps = (one: TextMark, other: TextMark): boolean => one.start < other.end && other.start < one.end

/**
 * The spans of a text, in order and without overlaps. What the source marked wins over what the text looks like: a guess
 * that overlaps a mark is dropped.
 */
export const findSpans = (text: string, marks: ReadonlyArray<TextMark> = []): ReadonlyArray<TextMark> => {
  const guessed = guess(text)
  if (marks.length === 0) return guessed
  return [
    ...marks.filter(({ kind }) => kind !== "text"),
    ...guessed.filter((one) => !marks.some((mark) => overlaps(one, mark)))
  ].toSorted((one, other) => one.start - other.start)
}

/** What a text is if it is one span and nothing else. */
export const wholeSpan = (text: string): TextMarkKind | undefined => {
  const trimmed = text.trim()
  const [first] = findSpans(trimmed)
  return first !== undefined && first.end - first.start === trimmed.length ? first.kind : undefined
}

/** The text with each of these spans replaced. */
export const replaceSpans = (
  text: string,
  spans: ReadonlyArray<TextMark>,
  isReplaced: (kind: TextMarkKind) => boolean,
  replacement: string
): string => {
  let out = ""
  let from = 0
  for (const { start, end, kind } of spans) {
    if (!isReplaced(kind)) continue
    out += text.slice(from, start) + replacement
    from = end
  }
  return from === 0 ? text : out + text.slice(from)
}

/** Whether such a span has no words. Hashtags have. */
export const isWordless = (kind: TextMarkKind): boolean => kind !== "hashtag" && kind !== "text"

/** A text without its links, handles and shortcodes. */
export const proseOf = (text: string, marks: ReadonlyArray<TextMark>): string =>
  replaceSpans(text, findSpans(text, marks), isWordless, "")
