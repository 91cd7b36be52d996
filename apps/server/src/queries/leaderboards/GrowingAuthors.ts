/** The accounts that gained followers since a time, whatever their language: who gained most first. */
import { Effect, Option, Ref, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { compareCodes } from "./Ranking.ts"
import { scanAuthors, type UsernameRange } from "../../store/scan/AuthorScan.ts"

export interface GrownAuthor {
  readonly username: string
  readonly followerCount: number
  readonly observedAt: Date
  /** Followers at the start. */
  readonly before: number
  readonly value: number
}

/** One look over all accounts keeps so many; who needs more pays for another look, which keeps so many times more. */
const firstKept = 2_000
const moreKept = 8

export const growingAuthors = (sql: SqlClient.SqlClient, start: Date) => {
  const growing = makeGrowing(sql, start)

  /** The first so many after this one. */
  const look = Effect.fnUntraced(function* (after: GrownAuthor | undefined, kept: number) {
    const best = yield* Ref.make<ReadonlyArray<GrownAuthor>>([])
    const ask = Effect.fnUntraced(function* (slice: UsernameRange) {
      const found = yield* Ref.get(best)
      const rows = yield* growing(slice, found[kept - 1]?.value ?? 1, after?.value ?? Number.MAX_SAFE_INTEGER)
      const behind = after === undefined ? rows : rows.filter((row) => better(after, row) < 0)
      if (behind.length > 0) yield* Ref.set(best, [...found, ...behind].toSorted(better).slice(0, kept))
    })
    yield* Stream.runDrain(scanAuthors(sql, ask))
    return yield* Ref.get(best)
  })

  return Stream.paginate({ after: undefined, kept: firstKept }, (page: Page) =>
    Effect.map(look(page.after, page.kept), (found) => [
      found,
      found.length < page.kept ? Option.none() : Option.some({ after: found.at(-1), kept: moreKept * page.kept })
    ])
  )
}

interface Page {
  readonly after: GrownAuthor | undefined
  readonly kept: number
}

/** Greatest first; ties by the last observation, newest first, then by name. */
const better = (one: GrownAuthor, other: GrownAuthor) =>
  other.value - one.value ||
  other.observedAt.getTime() - one.observedAt.getTime() ||
  compareCodes(one.username, other.username)

/** Those of a slice that gained something between the two numbers, both included. */
const makeGrowing =
  (sql: SqlClient.SqlClient, start: Date) => (slice: UsernameRange, atLeast: number, atMost: number) =>
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
    WHERE a.username >= ${slice.first} AND a.username <= ${slice.last} AND a.observed_at > ${start}
      AND a.follower_count >= ${atLeast} AND a.follower_count - b.followers BETWEEN ${atLeast} AND ${atMost}`.unprepared
