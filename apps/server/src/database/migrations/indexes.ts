/** Indexes that releases after the first add to large tables or drop from them, after the start of a server. */
import type { ConcurrentIndex } from "../indexes/ConcurrentIndex.ts"

export type IndexChange = ConcurrentIndex | { readonly dropped: string }

/** In order. What a release has of them never changes: another definition is another index. */
export const indexChanges: ReadonlyArray<IndexChange> = []
