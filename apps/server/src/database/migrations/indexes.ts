/** Indexes that releases after the first add to large tables or drop from them, after the start of a server. */
export interface AddedIndex {
  readonly index: string
  readonly table: string
  /** What follows the name of the table, such as `USING gin (terms)`. */
  readonly definition: string
}

export interface DroppedIndex {
  readonly dropped: string
  readonly table: string
}

export type IndexChange = AddedIndex | DroppedIndex

/** In order. What a release has of them never changes (`test/database/Released.ts`): another definition is another index. */
export const indexChanges: ReadonlyArray<IndexChange> = []
