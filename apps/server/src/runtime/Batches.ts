/** Statements on many rows, in batches: none is long, and other work has its turn between them. */
import { Effect } from "effect"

/** Rows per statement, so that none blocks the embedded database for long. */
export const batchSize = 1_000

/** Repeats a statement that changes at most `batchSize` rows and returns them, until it finds fewer. */
export const inBatches = Effect.fnUntraced(function* <E, R>(batch: Effect.Effect<ReadonlyArray<unknown>, E, R>) {
  while ((yield* batch).length === batchSize) yield* Effect.yieldNow
})
