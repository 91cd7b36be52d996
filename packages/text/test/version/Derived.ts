/** Everything a server would store about a fixed set of texts, as one checksum. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { encode, identifyLanguage, termsOf } from "../../src/index.ts"
import englishTable from "../../src/EnglishTable.json" with { type: "json" }
import vocabulary from "../../src/words/EnglishVocabulary.json" with { type: "json" }
import { wordsOf } from "../../src/words/WordLists.ts"

/** The planes of Unicode with letters, so many characters at a time. */
const lastCharacter = 0x3_ffff
const blockSize = 256

const assigned = /^[^\p{Unassigned}\p{Surrogate}]$/u
const han = /^\p{Script=Han}$/u

/** As hints: none, one of each kind, and one that names another language. */
const hints = [undefined, "en", "ja", "ko", "zh-TW", "zh-CN", "zh", "yue", "fr"]

/** Never changed with the rules: a text that is added or removed changes the checksum as a rule does. */
const texts = (): ReadonlyArray<string> =>
  readFileSync(join(import.meta.dirname, "texts.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "")

const words = (): ReadonlyArray<string> => [
  ...wordsOf(vocabulary.lemmas),
  "",
  ...englishTable.groups.flatMap((line) => line.split(/[ ,]/)),
  ""
]

export const derivedChecksum = (): string => {
  const hash = createHash("sha256")
  const add = (text: string): void => {
    const tokenText = encode(text)
    hash.update(`${tokenText}\n${termsOf(tokenText).join()}\n`)
  }
  for (const text of texts()) {
    add(text)
    hash.update(hints.map((hint) => identifyLanguage(text, hint)).join())
  }
  for (const word of words()) add(word)
  for (let first = 0; first <= lastCharacter; first += blockSize) {
    const characters = Array.from({ length: blockSize }, (_, index) => String.fromCodePoint(first + index))
    // Each between others, where a mark, a joint or a letter does what it does.
    add(
      characters
        .filter((character) => assigned.test(character))
        .map((character) => `a${character}台${character}`)
        .join(" ")
    )
    for (const character of characters) if (han.test(character)) hash.update(identifyLanguage(character))
  }
  return hash.digest("hex")
}
