/**
 * The English lemma of a word: regular endings are undone one at a time, except for the forms in `EnglishTable.json`. That
 * table is generated against these rules: after a change here, generate it again (README.md).
 */
import table from "./EnglishTable.json" with { type: "json" }

const hasVowel = /[aeiouy]/
const doubled = /([bdgkmnprt])\1$/

// Endings of stems that lost their `e` before `ed` or `ing`. In a single syllable, the letter before the vowel matters:
// after a consonant or `qu`, a stem of one vowel and one consonant would otherwise have doubled its consonant.
const lostE = [
  /(?:[^aeiou]|^)[aeiou](?:[cgsvz])$/,
  /(?:[^e]|^)[aeiou][aeiou](?:[cgsv])$/,
  /[lnrpwd][csv]$/,
  /[dr]g$/,
  /[bcdfgkptz]l$/,
  /[^o]u$/,
  /(?:[^aeioy]|^)y[mnpz]$/,
  /(?:[^aeiou]|qu|[iu])at$/,
  /(?:[^aeou]|qu)[aiu][bdkm]$/,
  /(?:[^aeiou])[ui]r$/,
  /(?:[^aeiou])[ao]d$/,
  /(?:[^aeiou])ut$/,
  /[^aeiou]ar$/,
  /(?:[^aeiou])in$/,
  /(?:[^aeiou])[ou]k$/,
  /(?:[^aeiou])ul$/,
  /^[^aeiou]*(?:[^aeiou]|qu)[aiou][bdfgklmnprstvz]$/
]

const restore = (stem: string): string => {
  if (doubled.test(stem)) return stem.slice(0, -1)
  return lostE.some((ending) => ending.test(stem)) ? `${stem}e` : stem
}

const isStem = (stem: string): boolean => stem.length > 1 && hasVowel.test(stem)

const withoutPlural = (word: string): string => {
  if (word.length < 4 || /(?:s|u|i)s$/.test(word)) return word
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|ss|x|zz|[^aeiou]o)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

const withoutPast = (word: string): string => {
  if (word.endsWith("eed")) return word
  if (/[^aeiou]ied$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
  const stem = word.slice(0, -2)
  return isStem(stem) ? restore(stem) : word
}

const withoutParticiple = (word: string): string => {
  const stem = word.slice(0, -3)
  return isStem(stem) ? restore(stem) : word
}

/** The word without its last regular ending, or the word itself. */
export const withoutEnding = (word: string): string => {
  if (word.endsWith("s")) return withoutPlural(word)
  if (word.endsWith("ed")) return withoutPast(word)
  return word.endsWith("ing") ? withoutParticiple(word) : word
}

const byForm: ReadonlyMap<string, string> = new Map(
  table.groups
    .flatMap((line) => line.split(","))
    .flatMap((group) => {
      const [lemma = "", ...forms] = group.split(" ")
      return [lemma, ...forms].map((form) => [form, lemma] as const)
    })
)

// Longer words are not English; the limit bounds the cost of pathological input.
const maxLength = 24

const reduce = (word: string): string => {
  const irregular = byForm.get(word)
  if (irregular !== undefined) return irregular
  const shorter = withoutEnding(word)
  return shorter === word ? word : reduce(shorter)
}

/**
 * The English lemma of a folded word. Removes inflection only: `cats` becomes `cat` and `went` becomes `go`, but
 * `university` does not become `universe`. Words with letters other than a to z are unchanged.
 */
export const lemma = (word: string): string => (word.length <= maxLength && /^[a-z]+$/.test(word) ? reduce(word) : word)
