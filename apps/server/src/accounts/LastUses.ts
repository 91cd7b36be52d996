/**
 * When something was last used. Uses are collected in memory and written together every minute, so that a process writes
 * each row at most once a minute and the time shown is at most a minute old (decisions, "Keys, accounts, plans").
 */
import { Array as Arr, Effect, type Scope } from "effect"
import type { SqlError } from "effect/sql"

/** Rows per statement. */
const batchSize = 1_000

export interface LastUses<Use> {
  touch(use: Use): Effect.Effect<void>
  /** Writes the collected uses; also runs when the service stops. Uses that fail are kept for the next flush. */
  readonly flush: Effect.Effect<void, SqlError.SqlError>
}

export const makeLastUses = Effect.fnUntraced(function* <Use extends { readonly id: string }>(
  things: string,
  write: (uses: ReadonlyArray<Use>) => Effect.Effect<unknown, SqlError.SqlError>
): Effect.fn.Return<LastUses<Use>, never, Scope.Scope> {
  const pending = new Map<string, Use>()

  // Unless it was used again meanwhile.
  const restore = (uses: ReadonlyArray<Use>) => {
    for (const use of uses) if (!pending.has(use.id)) pending.set(use.id, use)
  }

  const flush = Effect.suspend(() => {
    // Ordered by id, so that two processes lock rows in the same order.
    const uses = [...pending.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    pending.clear()
    return Effect.forEach(Arr.chunksOf(uses, batchSize), write, { discard: true }).pipe(
      Effect.onError(() => Effect.sync(() => restore(uses)))
    )
  }).pipe(Effect.uninterruptible)

  yield* Effect.addFinalizer(() =>
    Effect.catchCause(flush, (cause) => Effect.logWarning(`The last use of ${things} could not be written`, cause))
  )

  return { touch: (use) => Effect.sync(() => void pending.set(use.id, use)), flush }
})
