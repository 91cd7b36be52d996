/** A draft that survives navigation and a new sign-in, in this tab. */
import { Option, Schema } from "effect"
import { useState } from "react"
import { isSameRule, RuleDraft } from "./Draft.ts"

const DraftText = Schema.fromJsonString(RuleDraft)
const decode = Schema.decodeUnknownOption(DraftText)
const encode = Schema.encodeSync(DraftText)

const keyOf = (name: string): string => `heddle.draft.rule.${name}`

const kept = (name: string): RuleDraft | undefined => Option.getOrUndefined(decode(sessionStorage.getItem(keyOf(name))))

export interface KeptDraft {
  readonly draft: RuleDraft
  /** Whether it differs from what it began with. */
  readonly changed: boolean
  readonly change: (part: Partial<RuleDraft>) => void
  /** Forgets what was written and begins with this. */
  readonly begin: (draft: RuleDraft) => void
}

export const useKeptDraft = (name: string, initial: RuleDraft): KeptDraft => {
  const [draft, setDraft] = useState(() => kept(name) ?? initial)
  return {
    draft,
    changed: !isSameRule(draft, initial),
    change: (part) => {
      const next = { ...draft, ...part }
      setDraft(next)
      if (isSameRule(next, initial)) sessionStorage.removeItem(keyOf(name))
      else sessionStorage.setItem(keyOf(name), encode(next))
    },
    begin: (next) => {
      sessionStorage.removeItem(keyOf(name))
      setDraft(next)
    }
  }
}
