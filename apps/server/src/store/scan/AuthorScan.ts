/** Scans all authors in chunks of usernames, for the reasons `ChunkedScan.ts` gives. */
import { Effect, Option, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { timedChunk, chunkSizeFrom } from "./AdaptiveChunkSize.ts"

/** Usernames from `first` to `last`, both included. */
export interface UsernameRange {
  readonly first: string
  readonly last: string
}

const initialSize = 500
const minSize = 50

/** The result of `query` for each chunk of the stored authors, in username order. */
export const scanAuthors = <A, E, R>(
  sql: SqlClient.SqlClient,
  query: (chunk: UsernameRange) => Effect.Effect<A, E, R>
) =>
  Stream.paginate({ after: "", chunkSize: chunkSizeFrom(initialSize) }, ({ after, chunkSize }) =>
    Effect.gen(function* () {
      const [names] = yield* sql<{ first: string | null; last: string | null }>`
        SELECT min(n.username) AS first, max(n.username) AS last FROM (
          SELECT username FROM authors WHERE username > ${after} ORDER BY username LIMIT ${chunkSize.size}
        ) AS n`
      const { first = null, last = null } = names ?? {}
      if (first === null || last === null) return [[], Option.none()] as const
      const { result, next } = yield* timedChunk(chunkSize, chunkSize.size, minSize, query({ first, last }))
      return [[result], Option.some({ after: last, chunkSize: next })] as const
    })
  )
