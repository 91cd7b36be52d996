import { lemma } from "../../src/Lemma.ts"
import { findSpans, isHost } from "../../src/spans/Spans.ts"

/**
 * Matching as the README words it: tokens, joints, a run of tokens with equal joints. Only the lemma and the spans are
 * shared with the package; everything else is written a second time, character by character, without regard to speed.
 */

interface Token {
  readonly text: string
  readonly single: boolean
  /** What stands between this token and the one before it. */
  readonly joint: "nothing" | "space" | "break"
  /** Whether a dot stands directly before it. */
  readonly dotted: boolean
  /** The + or # directly after it. */
  readonly sign: string
}

const ignorable = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const isIgnored = (c: string): boolean => c !== "\u200b" && ignorable.test(c)
const isMark = (c: string): boolean => /[\p{Mn}\p{Mc}]/u.test(c)
const isLetterOrDigit = (c: string): boolean => /[\p{L}\p{N}]/u.test(c)
const isSingle = (c: string): boolean =>
  !/\p{M}/u.test(c) &&
  (/\p{Script=Han}/u.test(c) ||
    (isLetterOrDigit(c) &&
      /[\p{Script_Extensions=Han}\p{Script_Extensions=Hira}\p{Script_Extensions=Kana}\p{Script_Extensions=Hang}]/u.test(
        c
      )))
const isOfWord = (c: string): boolean => (isLetterOrDigit(c) || isMark(c)) && !isSingle(c)
const isLetter = (c: string): boolean => isLetterOrDigit(c) && !isSingle(c)

const jamo = "ㄱㄲㄳㄴㄵㄶㄷㄸㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅃㅄㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
const vowels = "ㅏㅐㅑㅒㅓㅔ__ㅕㅖㅗㅘㅙㅚ__ㅛㅜㅝㅞㅟㅠ__ㅡㅢㅣ"
const widened = (c: string): string => {
  const point = c.charCodeAt(0)
  if (point >= 0xffa1 && point <= 0xffbe) return jamo[point - 0xffa1] ?? c
  return point >= 0xffc2 && point <= 0xffdc ? (vowels[point - 0xffc2] ?? c) : c
}
const isJamo = (c: string): boolean => c >= "\u3131" && c <= "\u318e"

const symbolOr = (c: string): string => {
  const spelled = /\p{So}/u.test(c) && !/\p{Script=Han}/u.test(c) && isLetterOrDigitIn(c.normalize("NFKC"))
  return spelled ? "|" : c
}
const isLetterOrDigitIn = (text: string): boolean => Array.from(text).some(isLetterOrDigit)

/** NFKC of what stands between letters of Korean chat, which stay as they are. */
const compatible = (text: string): string => {
  const out: Array<string> = []
  let part = ""
  const end = () => {
    out.push(part.normalize("NFKC"))
    part = ""
  }
  for (const given of text) {
    const c = widened(symbolOr(given))
    if (isJamo(c)) {
      end()
      out.push(c)
    } else part += "¹²³⁰⁴⁵⁶⁷⁸⁹".includes(c) ? ` ${c} ` : c
  }
  end()
  const bare: Array<string> = []
  for (const c of out.join("").normalize("NFD")) {
    if (!(/\p{Mn}/u.test(c) && /\p{Script=Latin}/u.test(bare.at(-1) ?? ""))) bare.push(c)
  }
  return bare.join("").normalize("NFC")
}

const folded = (text: string): Array<string> => {
  let plain = Array.from(text.toWellFormed())
    .filter((c) => !isIgnored(c))
    .join("")
  for (let round = 0; round < 3; round += 1) {
    plain = Array.from(compatible(plain))
      .map((c) => c.toLowerCase().toUpperCase().toLowerCase().replace("ς", "σ"))
      .join("")
      .replaceAll("i\u0307", "i")
    plain = compatible(plain)
  }
  return Array.from(plain).filter((c) => !isIgnored(c))
}

const withoutSpans = (text: string, whole: boolean): string => {
  let out = ""
  let from = 0
  for (const { start, end, kind } of whole ? [] : findSpans(text)) {
    if (kind === "hashtag") continue
    out += `${text.slice(from, start)}\n`
    from = end
  }
  return out + text.slice(from)
}

const isBasic = (c: string | undefined): boolean => c !== undefined && /^[a-z]$/.test(c)
const isDigit = (c: string | undefined): boolean => c !== undefined && /^[0-9]$/.test(c)
const isNumeral = (c: string | undefined): boolean => c !== undefined && /^\p{N}$/u.test(c)

/** 1,000 is 1000: from each digit that begins a number, one to three digits and groups of a comma and three. */
const withoutThousands = (c: ReadonlyArray<string>): Array<string> => {
  const out: Array<string> = []
  let at = 0
  while (at < c.length) {
    const before = c[at - 1]
    let end = at
    while (isDigit(c[end]) && end - at < 3) end += 1
    let groups = 0
    while (end > at && c[end] === "," && isDigit(c[end + 1]) && isDigit(c[end + 2]) && isDigit(c[end + 3])) {
      end += 4
      groups += 1
    }
    const begins = !(isNumeral(before) || isBasic(before) || before === "," || before === ".")
    if (begins && groups > 0 && !isNumeral(c[end]) && c[end] !== ",") {
      out.push(...c.slice(at, end).filter((one) => one !== ","))
      at = end
    } else {
      out.push(c[at] ?? "")
      at += 1
    }
  }
  return out
}

const tokens = (text: string, whole: boolean): Array<Token> => {
  const characters = withoutThousands(folded(withoutSpans(text, whole)))
  const out: Array<Token> = []
  let joint: Token["joint"] = "nothing"
  let dotted = false
  let at = 0
  const push = (word: string, sign: string) => {
    out.push(
      word.length === 1
        ? { text: word + sign, single: false, joint, dotted, sign: "" }
        : { text: lemma(word), single: false, joint, dotted, sign }
    )
    joint = "nothing"
    dotted = false
  }
  while (at < characters.length) {
    const c = characters[at] ?? ""
    const start = at
    at += 1
    if (isSingle(c)) {
      out.push({ text: c, single: true, joint, dotted: false, sign: "" })
      joint = "nothing"
      while (isMark(characters[at] ?? "")) at += 1
    } else if (isLetterOrDigit(c)) {
      let word = c
      while (isOfWord(characters[at] ?? "")) {
        word += characters[at] ?? ""
        at += 1
      }
      const [first, second, after] = [characters[at], characters[at + 1], characters[at + 2]]
      if (isBasic(word.at(-1)) && (first === "'" || first === "’") && !isOfWord(after ?? "")) {
        if (second === "s") at += 2
        else if (second === "t" && word.endsWith("n")) {
          word += "t"
          at += 2
        }
      }
      let sign = ""
      if (isBasic(characters[at - 1]) && characters[at] === "+") sign = characters[at + 1] === "+" ? "++" : "+"
      else if (isBasic(characters[at - 1]) && characters[at] === "#") sign = "#"
      const next = characters[at + sign.length] ?? ""
      const isVersion = at - start === 1 && sign !== "+" && isDigit(next)
      if (isOfWord(next) && !isVersion) sign = ""
      const letters = /^[a-z]*/.exec(word)?.[0].length ?? 0
      if (letters >= 2 && isDigit(word[letters])) {
        push(word.slice(0, letters), "")
        push(word.slice(letters), sign)
      } else push(word, sign)
      at += sign.length
      const isHyphen = characters[at] === "-" || characters[at] === "‐"
      const areDigits = isDigit(characters[at - 1]) && isDigit(characters[at + 1])
      if (isHyphen && isLetter(characters[at + 1] ?? "") && !areDigits) at += 1
    } else if (
      c === "." &&
      isBasic(characters[at]) &&
      characters[at - 2] !== "." &&
      !isOfWord(characters[at - 2] ?? "")
    ) {
      dotted = true
    } else if (/[\p{Zs}\t]/u.test(c)) {
      if (joint === "nothing") joint = "space"
    } else if (c !== "\u200b") {
      joint = "break"
    }
  }
  return out
}

const sameJoint = (a: Token, b: Token, besideWord: boolean): boolean =>
  a.joint === b.joint || (besideWord && a.joint !== "break" && b.joint !== "break")

export const naiveMatch = (text: string, keyword: string): boolean => {
  const wanted = tokens(keyword, isHost(keyword.trim()))
  const given = tokens(text, false)
  if (wanted.length === 0) return false
  return given.some((_, start) =>
    wanted.every((token, offset) => {
      const candidate = given[start + offset]
      if (candidate === undefined || candidate.text !== token.text || candidate.single !== token.single) return false
      const before = wanted[offset - 1]
      const isFirst = before === undefined
      const isLast = offset === wanted.length - 1
      // At its ends, a keyword without a sign also matches a word with one.
      if (candidate.dotted !== token.dotted && (!isFirst || token.dotted)) return false
      if (!(isLast ? candidate.sign.startsWith(token.sign) : candidate.sign === token.sign)) return false
      return isFirst || sameJoint(candidate, token, !token.single || !before.single)
    })
  )
}
