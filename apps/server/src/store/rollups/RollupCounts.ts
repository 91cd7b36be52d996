/**
 * Adds the appended steps to the counts, and counts older posts. Both hold one advisory lock, so that no step is added
 * twice or lost: a recount takes the posts and the steps that are not added yet from one snapshot, and stores their
 * difference.
 */
import { textVersion } from "@heddle/text"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { arrayOf, recordset } from "../../database/client/Recordset.ts"
import { startOf } from "../../runtime/Time.ts"
import { forEachInSlices } from "../../runtime/Batches.ts"
import { makeTermTally, slotMinutes, slotStart, type TermStep } from "../posts/PostVersion.ts"
import { type KeptTerm, type Terms, termsFrom } from "../posts/Terms.ts"

const rollupLock = 7_057_039
/** Batches of steps per transaction. */
const maxBatches = 500
export const slotsOfHour = 60 / slotMinutes

/** Of posts: a megabyte or two. */
const rowsOfFetch = 2_000

const stepColumns = {
  term: "integer",
  day: "integer",
  language: "text",
  posts: "bigint",
  likes: "bigint",
  replies: "bigint",
  reposts: "bigint",
  reshares: "bigint"
} as const

interface CountedRow extends Omit<TermStep, "term"> {
  /** Of a step; null for a post. */
  readonly term: number | null
  /** Of a post; null for a step. */
  readonly tokenText: string | null
}

/** A transaction that adds `enoughSteps` adds no other batch: on the embedded database, others wait for it. */
export const makeRollupCounts = (sql: SqlClient.SqlClient, enoughSteps: number) => {
  const locked = <A, E, R>(body: Effect.Effect<A, E, R>) =>
    atomically(sql, Effect.andThen(sql`SELECT 1 FROM pg_advisory_xact_lock(${rollupLock}::bigint)`, body))

  /** The same step for both sizes of slots. */
  const bothSizes = sql`(VALUES (15, 1), (60, ${sql.literal(String(slotsOfHour))})) AS m (minutes, slots)`

  /** The next batches of a table of steps, at least one. Each has an array of steps of this column. */
  const nextOf = (table: Statement.Identifier, column: Statement.Identifier) => sql`
    ARRAY(
      SELECT at FROM (
        SELECT d.ctid AS at, sum(cardinality(d.${column})) OVER (ROWS UNBOUNDED PRECEDING) - cardinality(d.${column}) AS before
        FROM (SELECT ctid, ${column} FROM ${table} LIMIT ${maxBatches}) AS d
      ) AS n WHERE before < ${enoughSteps}
    )`

  /** Returns the number of batches added. Planned each time, for the sizes that the tables have by then. */
  const addLikes = locked(
    Effect.map(
      sql<{ batches: number }>`
        WITH taken AS (
          DELETE FROM like_deltas WHERE ctid = ANY (${nextOf(sql("like_deltas"), sql("slots"))})
          RETURNING slots, languages, likes, posts
        ), steps AS (
          SELECT m.minutes::smallint AS minutes, s.slot / m.slots * m.slots AS slot, s.language, s.likes,
            sum(s.posts) AS posts
          FROM taken t, unnest(t.slots, t.languages, t.likes, t.posts) AS s (slot, language, likes, posts), ${bothSizes}
          GROUP BY 1, 2, 3, 4 HAVING sum(s.posts) <> 0
        ), touched AS (
          SELECT DISTINCT minutes, slot, language FROM steps
        ), summed AS (
          SELECT minutes, slot, language, likes, sum(posts)::integer AS posts FROM (
            SELECT minutes, slot, language, likes, posts FROM steps
            UNION ALL
            SELECT c.minutes, c.slot, c.language, u.likes, u.posts
            FROM touched t JOIN like_counts c USING (minutes, slot, language), unnest(c.likes, c.posts) AS u (likes, posts)
          ) AS a GROUP BY 1, 2, 3, 4 HAVING sum(posts) <> 0
        ), stored AS (
          INSERT INTO like_counts AS c (minutes, slot, language, likes, posts)
          SELECT t.minutes, t.slot, t.language,
            coalesce(array_agg(s.likes ORDER BY s.likes) FILTER (WHERE s.likes IS NOT NULL), '{}'),
            coalesce(array_agg(s.posts ORDER BY s.likes) FILTER (WHERE s.likes IS NOT NULL), '{}')
          FROM touched t LEFT JOIN summed s USING (minutes, slot, language) GROUP BY 1, 2, 3
          ON CONFLICT (minutes, slot, language) DO UPDATE SET likes = excluded.likes, posts = excluded.posts
        ) SELECT count(*) AS batches FROM taken`.unprepared,
      ([row]) => row?.batches ?? 0
    )
  )

  /** Returns the number of batches added. Drops steps of terms that are no longer kept. */
  const addTerms = locked(
    Effect.map(
      sql<{ batches: number }>`
        WITH taken AS (
          DELETE FROM term_deltas WHERE ctid = ANY (${nextOf(sql("term_deltas"), sql("terms"))})
          RETURNING terms, days, languages, posts, likes, replies, reposts, reshares
        ), stored AS (
          INSERT INTO term_counts AS c (term, day, language, posts, likes, replies, reposts, reshares)
          SELECT s.term, s.day, s.language, sum(s.posts), sum(s.likes), sum(s.replies), sum(s.reposts), sum(s.reshares)
          FROM taken t, unnest(t.terms, t.days, t.languages, t.posts, t.likes, t.replies, t.reposts, t.reshares)
              AS s (term, day, language, posts, likes, replies, reposts, reshares)
            JOIN tracked_terms r ON r.id = s.term
          GROUP BY 1, 2, 3
          ON CONFLICT (term, day, language) DO UPDATE SET posts = c.posts + excluded.posts,
            likes = c.likes + excluded.likes, replies = c.replies + excluded.replies,
            reposts = c.reposts + excluded.reposts, reshares = c.reshares + excluded.reshares
        ) SELECT count(*) AS batches FROM taken`.unprepared,
      ([row]) => row?.batches ?? 0
    )
  )

  /** Counts the likes of the slots from `first` on, where they are counted from `from` on. Both begin an hour. */
  const recountLikes = (first: number, from: number) => {
    const [start, end] = [slotStart(first), slotStart(from)]
    return locked(
      Effect.gen(function* () {
        // Waits for writers that do not keep the rollups; afterwards `from` has changed. Does not block the others.
        const current = yield* sql`SELECT 1 FROM rollup_progress WHERE likes_from = ${from} FOR SHARE`
        if (current.length === 0) return
        yield* sql`DELETE FROM like_counts WHERE slot >= ${first} AND slot < ${from}`
        yield* sql`
          INSERT INTO like_counts (minutes, slot, language, likes, posts)
          SELECT a.minutes, a.slot, a.language, array_agg(a.likes ORDER BY a.likes), array_agg(a.posts ORDER BY a.likes)
          FROM (
            SELECT m.minutes::smallint AS minutes, n.slot / m.slots * m.slots AS slot, n.language, n.likes,
              sum(n.posts)::integer AS posts
            FROM (
              SELECT floor(date_part('epoch', p.posted_at) / ${slotMinutes * 60}::int)::integer AS slot, p.language,
                p.like_count AS likes, count(*) AS posts
              FROM posts p WHERE p.posted_at >= ${start} AND p.posted_at < ${end} GROUP BY 1, 2, 3
              UNION ALL
              SELECT s.slot, s.language, s.likes, -s.posts
              FROM like_deltas l, unnest(l.slots, l.languages, l.likes, l.posts) AS s (slot, language, likes, posts)
              WHERE s.slot >= ${first} AND s.slot < ${from}
            ) AS n, ${bothSizes}
            GROUP BY 1, 2, 3, 4 HAVING sum(n.posts) <> 0
          ) AS a GROUP BY 1, 2, 3`.unprepared
        yield* sql`UPDATE rollup_progress SET likes_from = ${first}`
      })
    )
  }

  /** The posts of these days, and the steps of terms that are not added yet, as of one moment. */
  const declareCounted = (terms: Statement.Fragment, first: number, from: number) =>
    sql`
    DECLARE counted NO SCROLL CURSOR FOR
    SELECT NULL::integer AS term, p.token_text, floor(date_part('epoch', p.posted_at) / 86400)::integer AS day,
      p.language, 1::bigint AS posts, p.like_count AS likes, p.reply_count AS replies, p.repost_count AS reposts,
      p.reshare_count AS reshares
    FROM posts p WHERE p.posted_at >= ${startOf(first)} AND p.posted_at < ${startOf(from)}
    UNION ALL
    SELECT s.term, NULL, s.day, s.language, s.posts, s.likes, s.replies, s.reposts, s.reshares
    FROM term_deltas l, unnest(l.terms, l.days, l.languages, l.posts, l.likes, l.replies, l.reposts, l.reshares)
      AS s (term, day, language, posts, likes, replies, reposts, reshares)
    WHERE s.term = ANY (${terms}) AND s.day >= ${first} AND s.day < ${from}`.unprepared

  /** Terms are searched here: a join of the posts with thousands of terms takes five times as long. */
  const tallyCounted = Effect.fnUntraced(function* (terms: Terms) {
    const tally = makeTermTally(terms)
    while (true) {
      const rows = yield* sql<CountedRow>`FETCH ${sql.literal(String(rowsOfFetch))} FROM counted`.unprepared
      if (rows.length === 0) return tally.steps()
      yield* forEachInSlices(rows, ({ term, tokenText, ...step }) => {
        if (term !== null) tally.subtract({ term, ...step })
        if (tokenText !== null) tally.post(tokenText, step)
      })
    }
  })

  const insertCounts = (steps: ReadonlyArray<TermStep>) =>
    sql`
    INSERT INTO term_counts (term, day, language, posts, likes, replies, reposts, reshares)
    SELECT n.term, n.day, n.language, sum(n.posts), sum(n.likes), sum(n.replies), sum(n.reposts), sum(n.reshares)
    FROM ${recordset(sql, "n", stepColumns, steps)} GROUP BY 1, 2, 3`.unprepared

  /** Counts the posts of the days from `first` on with these terms, which are counted from the day `from` on. */
  const recountTerms = (terms: ReadonlyArray<KeptTerm>, first: number, from: number) => {
    const ids = arrayOf(
      "integer",
      terms.map(({ id }) => id)
    )
    return locked(
      Effect.gen(function* () {
        // The same wait as above, for the row that such writers change.
        yield* sql`SELECT 1 FROM rollup_progress FOR SHARE`
        yield* sql`UPDATE tracked_terms SET counted_from = ${first} WHERE id = ANY (${ids}) AND counted_from = ${from}`
        yield* sql`DELETE FROM term_counts WHERE term = ANY (${ids}) AND day >= ${first} AND day < ${from}`
        // All rows are fetched, so the plan for the first ones is not the best.
        yield* sql`SET LOCAL cursor_tuple_fraction = 1`
        yield* declareCounted(ids, first, from)
        yield* insertCounts(yield* tallyCounted(termsFrom(terms)))
        yield* sql`CLOSE counted`
      })
    )
  }

  /**
   * Begins to keep the counts of the terms `added`, first of posts from the day `from` on, and stops keeping those of
   * `ended`. Waits until no writer is under way that knows other terms.
   */
  const keepTerms = (added: ReadonlyArray<string>, ended: ReadonlyArray<string>, from: number) =>
    locked(
      Effect.gen(function* () {
        yield* sql`UPDATE rollup_progress SET terms_version = terms_version + 1`
        yield* sql`
          WITH gone AS (DELETE FROM tracked_terms WHERE term = ANY (${arrayOf("text", ended)}) RETURNING id)
          DELETE FROM term_counts WHERE term IN (SELECT id FROM gone)`
        yield* sql`
          INSERT INTO tracked_terms (term, text_version, counted_from)
          SELECT t.term, ${textVersion}, ${from} FROM unnest(${arrayOf("text", added)}) AS t (term)
          ON CONFLICT (term) DO NOTHING`
      })
    )

  return { addLikes, addTerms, recountLikes, recountTerms, keepTerms }
}
