import { englishTable } from "./EnglishTable.ts"
import { withoutEnding } from "./Rules.ts"

const byForm: ReadonlyMap<string, string> = new Map(
  englishTable
    .trim()
    .split(",")
    .flatMap((group) => {
      const [lemma = "", ...forms] = group.trim().split(" ")
      return [lemma, ...forms].map((form) => [form, lemma] as const)
    })
)

// Longer words are no English; the limit keeps the rules off pathological input.
const maxLength = 24

const reduce = (word: string): string => {
  const irregular = byForm.get(word)
  if (irregular !== undefined) return irregular
  const shorter = withoutEnding(word)
  return shorter === word ? word : reduce(shorter)
}

/**
 * The English lemma of a folded word: inflection only (decisions.md 4 and 9), so `cats` is `cat` and `went` is `go`,
 * but `university` is not `universe`. Words with other letters than a to z stand for themselves.
 */
export const lemma = (word: string): string => (word.length <= maxLength && /^[a-z]+$/.test(word) ? reduce(word) : word)
