/** Streams the authors of all languages that gained followers since a time, greatest gain first. */
import { Effect, Option, Ref, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { compareCodes } from "../../store/posts/CodeOrder.ts"
import { scanAuthors, type UsernameRange } from "../../store/scan/AuthorScan.ts"

export interface GrownAuthor {
  readonly username: string
  readonly followerCount: number
  readonly observedAt: Date
  /** Followers at the start. */
  readonly before: number
  readonly value: number
}

/** Authors kept by the first scan. A caller that needs more causes another scan, with a larger limit. */
const initialLimit = 2_000
const limitGrowth = 8

export const growingAuthors = (sql: SqlClient.SqlClient, start: Date) => {
  const selectGrowth = makeGrowthQuery(sql, start)

  /** Scans all authors for the first `limit` after this one. */
  const scanTop = Effect.fnUntraced(function* (after: GrownAuthor | undefined, limit: number) {
    const best = yield* Ref.make<ReadonlyArray<GrownAuthor>>([])
    const scanChunk = Effect.fnUntraced(function* (chunk: UsernameRange) {
      const found = yield* Ref.get(best)
      const rows = yield* selectGrowth(chunk, found[limit - 1]?.value ?? 1, after?.value ?? Number.MAX_SAFE_INTEGER)
      const candidates = after === undefined ? rows : rows.filter((row) => compareRows(after, row) < 0)
      if (candidates.length > 0) yield* Ref.set(best, [...found, ...candidates].toSorted(compareRows).slice(0, limit))
    })
    yield* Stream.runDrain(scanAuthors(sql, scanChunk))
    return yield* Ref.get(best)
  })

  return Stream.paginate({ after: undefined, limit: initialLimit }, (page: Page) =>
    Effect.map(scanTop(page.after, page.limit), (found) => [
      found,
      found.length < page.limit ? Option.none() : Option.some({ after: found.at(-1), limit: limitGrowth * page.limit })
    ])
  )
}

interface Page {
  readonly after: GrownAuthor | undefined
  readonly limit: number
}

/** Greatest first; ties by the last observation, newest first, then by name. */
const compareRows = (one: GrownAuthor, other: GrownAuthor) =>
  other.value - one.value ||
  other.observedAt.getTime() - one.observedAt.getTime() ||
  compareCodes(one.username, other.username)

/** The authors of a chunk whose gain is between the two numbers, both included. */
const makeGrowthQuery =
  (sql: SqlClient.SqlClient, start: Date) => (chunk: UsernameRange, minGain: number, maxGain: number) =>
    sql<GrownAuthor>`
    SELECT a.username, a.follower_count, a.observed_at, b.followers AS before, a.follower_count - b.followers AS value
    FROM authors a
    CROSS JOIN LATERAL (
      SELECT coalesce(
        (SELECT m.follower_count FROM author_metrics m
          WHERE m.username = a.username AND m.hour <= ${start} AND m.observed_at <= ${start}
            AND m.follower_count IS NOT NULL
          ORDER BY m.hour DESC LIMIT 1),
        (SELECT m.follower_count FROM author_metrics m
          WHERE m.username = a.username AND m.follower_count IS NOT NULL ORDER BY m.hour LIMIT 1)
      ) AS followers OFFSET 0
    ) AS b
    WHERE a.username >= ${chunk.first} AND a.username <= ${chunk.last} AND a.observed_at > ${start}
      AND a.follower_count >= ${minGain} AND a.follower_count - b.followers BETWEEN ${minGain} AND ${maxGain}`
      .unprepared
