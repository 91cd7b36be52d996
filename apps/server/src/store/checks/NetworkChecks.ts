/**
 * Which posts and authors are to be compared with their network, and when (the table `network_checks`). Everything here is
 * bounded: the change feed is searched for a short time back, and only the heaviest of what it contains is kept.
 *
 * A claim postpones what it returns, so that no other process takes it too. What a dead process claimed is due again soon.
 */
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { type FeedCursor, PostChangeFeed } from "../posts/PostChangeFeed.ts"
import { type Checked, checkedForMillis, type CheckKind, makeCheckRows } from "./CheckRows.ts"

/** A little less than the interval of the task, so that of several processes one searches. */
const searchEveryMillis = 25_000
/** After a longer break, posts are found again when they change again. */
const longestGapMillis = hourMillis * 6
const leaseMillis = 120_000

export class NetworkChecks extends Context.Service<
  NetworkChecks,
  {
    /**
     * Finds posts that changed and authors without a fresh profile, of these sources; keeps at most a given number of
     * each kind and source. Does nothing if it was done shortly before, by any process.
     */
    search(sources: ReadonlyArray<string>, capacity: number): Effect.Effect<void>
    /** Has these authors checked before all others, after a while. */
    askSoon(source: string, authors: ReadonlyArray<string>, waitMillis: number): Effect.Effect<void>
    /** Takes the heaviest that are due. Nobody else gets them for the next minutes. */
    claim(source: string, kind: CheckKind, atMost: number): Effect.Effect<ReadonlyArray<string>>
    /**
     * Says when these posts, which were claimed and whose counts are stored by now, are checked again. Returns those that
     * the network has not had for a while: they were deleted there.
     */
    finishPosts(source: string, checked: ReadonlyArray<Checked>): Effect.Effect<ReadonlyArray<string>>
    /** Forgets what is too old to be checked, also where nothing searches for checks. */
    readonly forgetOld: Effect.Effect<void>
    /** The profiles of these authors, which were claimed, are stored, or the network has none. */
    finishAuthors(source: string, checked: ReadonlyArray<Checked>): Effect.Effect<void>
  }
>()("@heddle/server/store/checks/NetworkChecks") {
  static readonly layer = Layer.effect(
    NetworkChecks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const feed = yield* PostChangeFeed
      const rows = makeCheckRows(sql)

      /** Whether this process searches now, and from where; undefined if another one does. */
      const begin = Effect.fnUntraced(function* (time: Date) {
        const [begun] = yield* sql<{ cursor: FeedCursor | null; searchedAt: Date | null }>`
          WITH last AS MATERIALIZED (SELECT cursor, searched_at FROM network_checks_progress FOR UPDATE)
          UPDATE network_checks_progress SET searched_at = ${time} FROM last
          WHERE last.searched_at IS NULL OR last.searched_at <= ${plusMillis(time, -searchEveryMillis)}
          RETURNING last.cursor, last.searched_at`
        return begun
      })

      const search = Effect.fn("NetworkChecks.search")(function* (sources: ReadonlyArray<string>, capacity: number) {
        const time = yield* now
        const begun = yield* begin(time)
        if (begun === undefined) return
        const current = yield* feed.cursor
        const { cursor, searchedAt } = begun
        const isRecent = searchedAt !== null && searchedAt > plusMillis(time, -longestGapMillis)
        if (cursor !== null && isRecent && feed.knowsChanges(cursor, current)) {
          const from = plusMillis(time, -checkedForMillis)
          yield* Stream.runForEach(feed.changedKeys(cursor, from), (keys) =>
            Effect.andThen(atomically(sql, rows.add(sources, keys, time)), rows.trim(sources, capacity, time))
          )
        }
        yield* rows.trim(sources, capacity, time)
        yield* sql`UPDATE network_checks_progress SET cursor = ${current}`
      }, Effect.orDie)

      const askSoon = Effect.fn("NetworkChecks.askSoon")(function* (
        source: string,
        authors: ReadonlyArray<string>,
        waitMillis: number
      ) {
        const asked = authors.map((name) => ({ source, name }))
        yield* rows.askSoon(asked, plusMillis(yield* now, waitMillis))
      }, Effect.orDie)

      const claim = Effect.fn("NetworkChecks.claim")(function* (source: string, kind: CheckKind, atMost: number) {
        const time = yield* now
        const claimed = yield* sql<{ name: string }>`
          WITH due AS MATERIALIZED (
            SELECT name FROM network_checks WHERE source = ${source} AND kind = ${kind} AND due_at <= ${time}
            ORDER BY weight DESC, due_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED
          )
          UPDATE network_checks c SET due_at = ${plusMillis(time, leaseMillis)} FROM due
          WHERE c.source = ${source} AND c.kind = ${kind} AND c.name = due.name RETURNING c.name`
        return claimed.map(({ name }) => name)
      }, Effect.orDie)

      const finishPosts = Effect.fn("NetworkChecks.finishPosts")(function* (
        source: string,
        checked: ReadonlyArray<Checked>
      ) {
        if (checked.length === 0) return []
        return yield* atomically(sql, rows.finishPosts(source, checked, yield* now))
      })

      const finishAuthors = Effect.fn("NetworkChecks.finishAuthors")(function* (
        source: string,
        checked: ReadonlyArray<Checked>
      ) {
        if (checked.length === 0) return
        yield* atomically(sql, rows.finishAuthors(source, checked, yield* now))
      })

      const forgetOld = Effect.gen(function* () {
        yield* sql`DELETE FROM network_checks WHERE posted_at < ${plusMillis(yield* now, -checkedForMillis)}`
      }).pipe(Effect.orDie, Effect.withSpan("NetworkChecks.forgetOld"))

      return NetworkChecks.of({ forgetOld, search, askSoon, claim, finishPosts, finishAuthors })
    })
  )
}
