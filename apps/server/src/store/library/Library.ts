/**
 * The inspiration library: successful long posts, kept beyond retention. A refresh reads what changed since the last one.
 * A pass reads all stored posts, newest first: before the first refresh, when the feed no longer knows what changed, and
 * when the operator asks for it. Both can be interrupted anywhere and repeated.
 */
import { Clock, Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { maintenance } from "../../runtime/Background.ts"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { type FeedCursor, PostChangeFeed } from "../posts/PostChangeFeed.ts"
import { scanChunks, type Window } from "../scan/ChunkedScan.ts"
import { makeLibraryProgress, makeLibraryRows } from "./LibraryRows.ts"
import { minLibraryLikes } from "./LibraryRules.ts"
import { makeLibraryTexts } from "./LibraryTexts.ts"

/** The feed keeps changes for 4 days. */
const longestGapMillis = 3.5 * dayMillis
/** A new service fills its library within seconds; a library of this size is refreshed once a day. */
const youngUntilPosts = 200
/** The counts of all rows are compared once a day, a little earlier than the next refresh would be. */
const refreshEveryMillis = dayMillis - hourMillis / 2
/** A step of a pass ends with the first chunk after this time, so that the caller can report progress. */
const stepMillis = 2_000

export interface LibraryStep {
  /** The number of posts added. */
  readonly posts: number
  /** Posts before this time are left; null when the pass is complete. */
  readonly until: Date | null
  /** When the oldest stored post was posted; null without posts. */
  readonly oldest: Date | null
}

export interface LibrarySize {
  readonly posts: number
  readonly refreshedAt: Date | null
}

export class Library extends Context.Service<
  Library,
  {
    /** Adds what changed, and once a day brings the counts up to date. Cheap when there is nothing to do. */
    readonly refresh: Effect.Effect<void>
    /** Works for about two seconds on the pass over all stored posts; begins one if none is under way. */
    readonly step: Effect.Effect<LibraryStep>
    /** Adds the posts from before this time, which are about to leave the store. */
    saveBefore(time: Date): Effect.Effect<void>
    readonly size: Effect.Effect<LibrarySize>
  }
>()("@heddle/server/store/library/Library") {
  static readonly layer = Layer.effect(
    Library,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const feed = yield* PostChangeFeed
      const rows = makeLibraryRows(sql)
      const progress = makeLibraryProgress(sql)
      const deriveTexts = makeLibraryTexts(sql)

      const spanOfPosts = Effect.map(
        sql<{ first: Date | null; last: Date | null }>`
          SELECT min(posted_at) AS first, max(posted_at) AS last FROM posts`,
        ([span]) =>
          span === undefined || span.first === null || span.last === null
            ? undefined
            : { from: span.first, until: plusMillis(span.last, 1) }
      )

      /** Adds the posts of a window. Emits the start of each chunk and how many were added. */
      const addIn = (window: Window) =>
        scanChunks(window, (chunk) =>
          rows.missingIn(chunk).pipe(
            Effect.flatMap(rows.add),
            Effect.map((posts) => ({ from: chunk.from, posts }))
          )
        )

      const addChanged = (since: FeedCursor) =>
        feed
          .changes(since, {
            from: new Date(0),
            reach: { likeCount: minLibraryLikes, replyCount: null, impressionCount: null }
          })
          .pipe(
            Stream.mapEffect((page) => Effect.flatMap(rows.missingOf(page), rows.add)),
            Stream.runDrain
          )

      /** Until the deadline. What is left is stored, so that another run, or another process, continues there. */
      const pass = Effect.fnUntraced(function* (until: Date, deadline: number) {
        const span = yield* spanOfPosts
        let posts = 0
        let left: Date | null = null
        if (span !== undefined && span.from < until) {
          const window = { from: span.from, until: until < span.until ? until : span.until }
          yield* addIn(window).pipe(
            Stream.mapEffect((chunk) => {
              posts += chunk.posts
              left = chunk.from > window.from ? chunk.from : null
              return Clock.currentTimeMillis
            }),
            Stream.takeUntil((time) => time >= deadline),
            Stream.runDrain
          )
        }
        yield* progress.setPass(left)
        return { posts, until: left, oldest: span?.from ?? null }
      })

      const step = Effect.gen(function* () {
        const deadline = (yield* Clock.currentTimeMillis) + stepMillis
        const { passUntil } = yield* progress.read
        return yield* pass(passUntil ?? endOfTime, deadline)
      }).pipe(Effect.orDie, Effect.withSpan("Library.step"))

      const isYoung = Effect.map(
        sql`SELECT 1 FROM library_posts LIMIT ${youngUntilPosts}`,
        (found) => found.length < youngUntilPosts
      )

      const refresh = Effect.gen(function* () {
        const time = yield* now
        const { cursor, cursorAt, refreshedAt, passUntil } = yield* progress.read
        const isDue = refreshedAt === null || refreshedAt <= plusMillis(time, -refreshEveryMillis)
        if (!isDue && passUntil === null && !(yield* isYoung)) return
        const current = yield* feed.cursor
        const known =
          cursor !== null &&
          cursorAt !== null &&
          cursorAt > plusMillis(time, -longestGapMillis) &&
          feed.knowsChanges(cursor, current)
        if (known) yield* addChanged(cursor)
        else yield* progress.setPass(endOfTime)
        yield* progress.setCursor(current, time)
        let { passUntil: left } = yield* progress.read
        while (left !== null) left = (yield* pass(left, (yield* Clock.currentTimeMillis) + stepMillis)).until
        if (!isDue) return
        yield* rows.refresh
        yield* deriveTexts
        yield* progress.setRefreshed(time)
      }).pipe(Effect.orDie, Effect.withSpan("Library.refresh"))

      const saveBefore = Effect.fn("Library.saveBefore")(function* (time: Date) {
        const span = yield* spanOfPosts
        if (span === undefined || span.from >= time) return
        yield* Stream.runDrain(addIn({ from: span.from, until: time }))
      }, Effect.orDie)

      const size = Effect.gen(function* () {
        const [counted] = yield* sql<{ posts: number }>`SELECT count(*) AS posts FROM library_posts`
        return { posts: counted?.posts ?? 0, refreshedAt: (yield* progress.read).refreshedAt }
      }).pipe(Effect.orDie)

      return Library.of({ refresh, step, saveBefore, size })
    })
  )
}

/** Later than every post, and a time that PostgreSQL and JavaScript both know. */
const endOfTime = new Date("9999-12-31T00:00:00Z")

/**
 * Refreshes the library once a day. It asks often, because a new service fills its library from the first posts on, and
 * because another process may have died during a refresh.
 */
export const libraryTask = maintenance(
  "inspiration library",
  "5 seconds",
  Library.use(({ refresh }) => refresh)
)
