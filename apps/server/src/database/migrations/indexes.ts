/** Indexes that releases after the first add to large tables or drop from them, after the start of a server. */
import type { ConcurrentIndex } from "../indexes/ConcurrentIndex.ts"

export interface DroppedIndex {
  readonly dropped: string
  readonly table: string
}

export type IndexChange = ConcurrentIndex | DroppedIndex

/** In order. What a release has of them never changes (`test/database/Released.ts`): another definition is another index. */
export const indexChanges: ReadonlyArray<IndexChange> = []
