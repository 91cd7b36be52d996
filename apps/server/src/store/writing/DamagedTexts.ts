/** Counts the texts that are stored with a replaced character, by Heddle or by somebody before it. */
import { Effect, Metric } from "effect"
import { replacement } from "../ChangeTexts.ts"
import type { Change, CountChange } from "../Change.ts"

const damaged = Metric.counter("source_texts_damaged_total", {
  description: "Posts and profiles whose text came with characters that could not be read, and have U+FFFD instead",
  incremental: true
})

const isDamaged = (change: Change | CountChange): boolean => {
  if (change.type === "post") return change.caption.includes(replacement)
  return change.type === "user" && `${change.full_name ?? ""}${change.biography ?? ""}`.includes(replacement)
}

export const countDamaged = (changes: ReadonlyArray<Change | CountChange>, source: string): Effect.Effect<void> => {
  const count = changes.filter(isDamaged).length
  return count === 0 ? Effect.void : Metric.update(Metric.withAttributes(damaged, { source }), count)
}
