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
  /** Whether it means another rule than it began with. */
  readonly changed: boolean
  readonly change: (part: Partial<RuleDraft>) => void
  /** Back to what it began with. */
  readonly forget: () => void
}

/** `initial` may change under it, as when another tab saves; what was written stays. */
export const useKeptDraft = (name: string, initial: RuleDraft): KeptDraft => {
  const [written, setWritten] = useState(() => kept(name))
  const draft = written ?? initial
  const forget = () => {
    sessionStorage.removeItem(keyOf(name))
    setWritten(undefined)
  }
  return {
    draft,
    changed: !isSameRule(draft, initial),
    change: (part) => {
      const next = { ...draft, ...part }
      if (encode(next) === encode(initial)) return forget()
      sessionStorage.setItem(keyOf(name), encode(next))
      return setWritten(next)
    },
    forget
  }
}
