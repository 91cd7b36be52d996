/** Questions about all accounts, asked about some names after the others, for the reasons of `TimeSlices.ts`. */
import { Effect, Option, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { timedChunk, chunkSizeFrom } from "./AdaptiveChunkSize.ts"

/** Names from `first` to `last`, both included. */
export interface NameRange {
  readonly first: string
  readonly last: string
}

const firstSize = 500
const smallestSize = 50

/** The answers about each slice of the accounts that a source told of, by name. */
export const authorScan = <A, E, R>(sql: SqlClient.SqlClient, ask: (slice: NameRange) => Effect.Effect<A, E, R>) =>
  Stream.paginate({ after: "", pace: chunkSizeFrom(firstSize) }, ({ after, pace }) =>
    Effect.gen(function* () {
      const [names] = yield* sql<{ first: string | null; last: string | null }>`
        SELECT min(n.username) AS first, max(n.username) AS last FROM (
          SELECT username FROM authors WHERE username > ${after} ORDER BY username LIMIT ${pace.size}
        ) AS n`
      const { first = null, last = null } = names ?? {}
      if (first === null || last === null) return [[], Option.none()] as const
      const { answer, next } = yield* timedChunk(pace, pace.size, smallestSize, ask({ first, last }))
      return [[answer], Option.some({ after: last, pace: next })] as const
    })
  )
