/** A text that is not shown yet: what pure functions answer. Dates among the values are shown as times. */
import type { Values } from "./Text.tsx"
import type { TextId } from "./TextId.ts"

export interface Phrase {
  readonly id: TextId
  readonly values?: Values
}

export const phrase = (id: TextId, values?: Values): Phrase => (values === undefined ? { id } : { id, values })
