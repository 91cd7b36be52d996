/** A sample of the posts of a window, for their terms. */
import type { SqlClient } from "effect/sql"
import type { Window } from "../scan/ChunkedScan.ts"
import { samplePosts, type Weighed } from "../scan/SlotSample.ts"

interface Sampled {
  readonly language: string
  readonly terms: ReadonlyArray<number>
  readonly tokenText: string
}

export type SampledPost = Sampled & Weighed

export const sampleTerms = (sql: SqlClient.SqlClient, window: Window) =>
  samplePosts<Sampled>(sql, window, "p.language, p.terms, p.token_text")
