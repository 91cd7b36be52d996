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

// Longer words are not English; the limit bounds the cost of pathological input.
const maxLength = 24

const reduce = (word: string): string => {
  const irregular = byForm.get(word)
  if (irregular !== undefined) return irregular
  const shorter = withoutEnding(word)
  return shorter === word ? word : reduce(shorter)
}

/**
 * The English lemma of a folded word. Removes inflection only (decisions.md 4 and 9): `cats` becomes `cat` and `went`
 * becomes `go`, but `university` does not become `universe`. Words with letters other than a to z are unchanged.
 */
export const lemma = (word: string): string => (word.length <= maxLength && /^[a-z]+$/.test(word) ? reduce(word) : word)
