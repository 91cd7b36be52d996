/**
 * Updates posts whose text was derived by older rules of @heddle/text, while the server runs: a few posts per
 * transaction, in the lock order of `PostRows.ts`. The only state is the version stored with each post, so an interrupted
 * reindex resumes and concurrent reindexes do not repeat each other's work.
 *
 * There is deliberately no index on the version: every reindex changes it, and an indexed column would rule out heap-only
 * updates. Stale posts are found by a chunked scan instead.
 */
import { textVersion } from "@heddle/text"
import { Clock, Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { plusMillis } from "../../runtime/Time.ts"
import { PostMaintenance } from "../retention/PostMaintenance.ts"
import { type ChunkSize, chunkSizeFrom, scanChunks, timedChunk, type Window } from "../scan/ChunkedScan.ts"
import type { PostKey } from "../posts/PostsByCode.ts"
import { makePostTexts } from "./PostTexts.ts"

/** A step and a count end with the first chunk after this time, so that the caller can report progress. */
const stepMillis = 2_000
const countMillis = 5_000
const firstChunkSize = 32
const smallestChunkSize = 8

export interface OlderTexts {
  /** The current version of the rules. */
  readonly version: number
  /** The number of posts left by each older version, oldest version first. */
  readonly older: ReadonlyArray<{ readonly version: number; readonly posts: number }>
  /** Only posts from this time on were counted; null when all were. */
  readonly since: Date | null
}

export interface ReindexStep {
  /** The number of posts updated. */
  readonly posts: number
  /** The `before` of the next step; null when the reindex is complete. */
  readonly next: Date | null
  /** When the oldest stored post was posted; null without posts to look at. */
  readonly oldest: Date | null
}

export class Reindex extends Context.Service<
  Reindex,
  {
    /** Counts stale posts, newest first, for a few seconds at most. */
    readonly olderTexts: Effect.Effect<OlderTexts>
    /** Reindexes for about two seconds, backwards from the newest post before `before`. */
    step(before?: Date): Effect.Effect<ReindexStep>
  }
>()("@heddle/server/store/posts/Reindex") {
  static readonly layer = Layer.effect(
    Reindex,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { flushTermIndexes } = yield* PostMaintenance
      const texts = makePostTexts(sql)

      const windowBefore = Effect.fnUntraced(function* (before: Date | undefined) {
        const [span] = yield* sql<{ first: Date | null; last: Date | null }>`
          SELECT min(posted_at) AS first, max(posted_at) AS last FROM posts`
        const { first = null, last = null } = span ?? {}
        if (first === null || last === null) return undefined
        const end = plusMillis(last, 1)
        const window: Window = { from: first, until: before === undefined || before > end ? end : before }
        return window.from < window.until ? window : undefined
      })

      const olderTexts = Effect.gen(function* () {
        const window = yield* windowBefore(undefined)
        const deadline = (yield* Clock.currentTimeMillis) + countMillis
        const found = new Map<number, number>()
        let since: Date | null = null
        if (window !== undefined) {
          yield* scanChunks(window, (chunk) =>
            Effect.map(texts.countStale(chunk), (counts) => ({ chunk, counts }))
          ).pipe(
            Stream.mapEffect(({ chunk, counts }) => {
              for (const { version, posts } of counts) found.set(version, (found.get(version) ?? 0) + posts)
              since = chunk.from > window.from ? chunk.from : null
              return Clock.currentTimeMillis
            }),
            Stream.takeUntil((time) => time >= deadline),
            Stream.runDrain
          )
        }
        const older = [...found].map(([version, posts]) => ({ version, posts }))
        return { version: textVersion, older: older.toSorted((a, b) => a.version - b.version), since }
      }).pipe(Effect.orDie, Effect.withSpan("Reindex.olderTexts"))

      const reindexBatch = Effect.fnUntraced(function* (keys: ReadonlyArray<PostKey>) {
        // Outside the transaction, to hold its locks only briefly. This is safe because a caption never changes.
        const rows = yield* texts.derive(keys)
        return rows.length === 0 ? 0 : yield* atomically(sql, texts.write(rows))
      })

      /** Processes the posts of one step in adaptive batches until the deadline. */
      const makeStep = (deadline: number) => {
        let batchSize: ChunkSize = chunkSizeFrom(firstChunkSize)
        let posts = 0
        /** Returns where to resume if the deadline passed before all posts were done. */
        const reindexPosts = Effect.fnUntraced(function* (keys: ReadonlyArray<PostKey>) {
          for (let at = 0; at < keys.length;) {
            const batch = keys.slice(at, at + batchSize.size)
            const { result, next } = yield* timedChunk(batchSize, batch.length, smallestChunkSize, reindexBatch(batch))
            batchSize = next
            posts += result
            at += batch.length
            const last = batch.at(-1)
            // Plus a millisecond: other posts of the same millisecond may be left.
            if (last !== undefined && (yield* Clock.currentTimeMillis) >= deadline) return plusMillis(last.postedAt, 1)
          }
          return undefined
        })
        return { reindexPosts, done: () => posts }
      }

      const step = Effect.fn("Reindex.step")(function* (before?: Date) {
        const window = yield* Effect.orDie(windowBefore(before))
        if (window === undefined) return { posts: 0, next: null, oldest: null }
        const deadline = (yield* Clock.currentTimeMillis) + stepMillis
        const { reindexPosts, done } = makeStep(deadline)
        let next: Date | null = null
        yield* scanChunks(window, (chunk) => Effect.map(texts.staleKeys(chunk), (keys) => ({ chunk, keys }))).pipe(
          Stream.mapEffect(({ chunk, keys }) =>
            Effect.gen(function* () {
              const resumeAt = yield* reindexPosts(keys)
              next = resumeAt ?? (chunk.from > window.from ? chunk.from : null)
              return resumeAt !== undefined || (yield* Clock.currentTimeMillis) >= deadline
            })
          ),
          Stream.takeUntil((isOver) => isOver),
          Stream.runDrain,
          Effect.orDie
        )
        const posts = done()
        if (posts > 0) yield* flushTermIndexes
        return { posts, next, oldest: window.from }
      })

      return Reindex.of({ olderTexts, step })
    })
  )
}
