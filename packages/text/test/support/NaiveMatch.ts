import { lemma } from "../../src/Lemma.ts"

/**
 * Matching as the decision words it: tokens, joints, a run of tokens with equal joints. Only the lemma is shared with
 * the package; everything else is written anew, character by character, with no care for speed.
 */

interface Token {
  readonly text: string
  readonly single: boolean
  /** What stands between this token and the one before it. */
  readonly joint: "nothing" | "space" | "break"
}

const ignorable = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u
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

const folded = (text: string): Array<string> => {
  let plain = Array.from(text.toWellFormed())
    .filter((c) => !ignorable.test(c))
    .join("")
  for (let round = 0; round < 3; round += 1) {
    plain = Array.from(plain.normalize("NFKC"))
      .map((c) => c.toLowerCase().toUpperCase().toLowerCase().replace("ς", "σ"))
      .join("")
      .replaceAll("i\u0307", "i")
      .normalize("NFKC")
  }
  return Array.from(plain).filter((c) => !ignorable.test(c))
}

const urlLength = (characters: ReadonlyArray<string>, at: number): number => {
  const rest = characters.slice(at, at + 8).join("")
  const before = characters[at - 1]
  const begins =
    rest.startsWith("http://") ||
    rest.startsWith("https://") ||
    (rest.startsWith("www.") && !(before !== undefined && isOfWord(before)))
  if (!begins) return 0
  let end = at
  while (end < characters.length && !/\s/u.test(characters[end] ?? " ") && !isSingle(characters[end] ?? " ")) end += 1
  return end - at
}

const withoutUrls = (characters: ReadonlyArray<string>): Array<string> => {
  const out: Array<string> = []
  let at = 0
  while (at < characters.length) {
    const length = urlLength(characters, at)
    out.push(length > 0 ? "\n" : (characters[at] ?? ""))
    at += Math.max(length, 1)
  }
  return out
}

const tokens = (text: string): Array<Token> => {
  const characters = withoutUrls(folded(text))
  const out: Array<Token> = []
  let joint: Token["joint"] = "nothing"
  let at = 0
  while (at < characters.length) {
    const c = characters[at] ?? ""
    at += 1
    if (isSingle(c)) {
      out.push({ text: c, single: true, joint })
      joint = "nothing"
      while (isMark(characters[at] ?? "")) at += 1
    } else if (isLetterOrDigit(c)) {
      let word = c
      while (isOfWord(characters[at] ?? "")) {
        word += characters[at] ?? ""
        at += 1
      }
      out.push({ text: lemma(word), single: false, joint })
      joint = "nothing"
    } else if (/[\p{Zs}\t]/u.test(c)) {
      if (joint === "nothing") joint = "space"
    } else {
      joint = "break"
    }
  }
  return out
}

const sameJoint = (a: Token, b: Token, besideWord: boolean): boolean =>
  a.joint === b.joint || (besideWord && a.joint !== "break" && b.joint !== "break")

export const naiveMatch = (text: string, keyword: string): boolean => {
  const wanted = tokens(keyword)
  const given = tokens(text)
  if (wanted.length === 0) return false
  return given.some((_, start) =>
    wanted.every((token, offset) => {
      const candidate = given[start + offset]
      if (candidate === undefined || candidate.text !== token.text || candidate.single !== token.single) return false
      const before = wanted[offset - 1]
      return before === undefined || sameJoint(candidate, token, !token.single || !before.single)
    })
  )
}
