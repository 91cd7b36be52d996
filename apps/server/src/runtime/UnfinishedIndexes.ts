/** Indexes that are still being added or dropped in the background; `database/indexes/IndexChanges.ts` does that. */
import { Context, type Effect } from "effect"
import type { SqlError } from "effect/sql"

export interface UnfinishedIndex {
  readonly index: string
  readonly isDropped: boolean
  /** A table without partitions counts as one. */
  readonly partitions: number
  readonly built: number
  /** What PostgreSQL does now, such as `building index: scanning table`; null while it does nothing. */
  readonly phase: string | null
}

export class UnfinishedIndexes extends Context.Service<
  UnfinishedIndexes,
  { readonly all: Effect.Effect<ReadonlyArray<UnfinishedIndex>, SqlError.SqlError> }
>()("@heddle/server/runtime/UnfinishedIndexes") {}
