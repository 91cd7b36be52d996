/**
 * Brings posts up to date whose text was derived by older rules of @heddle/text, while everything else goes on: a few
 * posts a transaction, under the locks of `PostRows.ts`. Which posts are left is read from the posts themselves, so
 * work that was cut off is taken up again, and work that two processes do at once is done once.
 *
 * No index finds such posts: it would name a column that changes with every reindex, and then a post whose text comes
 * out the same could not be updated in place. They are looked for slice by slice instead.
 */
import { textVersion } from "@heddle/text"
import { Clock, Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { plusMillis } from "../../runtime/Time.ts"
import { PostMaintenance } from "../retention/PostMaintenance.ts"
import { type ChunkSize, chunkSizeFrom, timedChunk } from "../scan/AdaptiveChunkSize.ts"
import { slices, type Window } from "../scan/ChunkedScan.ts"
import type { PostKey } from "./PostsByCode.ts"
import { makePostTexts } from "./PostTexts.ts"

/** A look or a step ends with the first slice or chunk after so long, so that whoever waits for it hears of it. */
const stepMillis = 2_000
const lookMillis = 5_000
const firstChunkSize = 32
const smallestChunkSize = 8

export interface OlderTexts {
  /** Of the rules that run here. */
  readonly version: number
  /** How many posts each older version left, the oldest version first. */
  readonly older: ReadonlyArray<{ readonly version: number; readonly posts: number }>
  /** Posts from here on were looked at; null when all were. */
  readonly since: Date | null
}

export interface ReindexStep {
  /** How many posts were brought up to date. */
  readonly posts: number
  /** Where the next step begins; null when there is nothing more to do. */
  readonly next: Date | null
}

export class Reindex extends Context.Service<
  Reindex,
  {
    /** Counts posts with texts of older versions, the newest posts first, for a few seconds at most. */
    readonly olderTexts: Effect.Effect<OlderTexts>
    /** Works for about two seconds, from the newest post before `before` backwards. */
    step(before?: Date): Effect.Effect<ReindexStep>
  }
>()("@heddle/server/store/posts/Reindex") {
  static readonly layer = Layer.effect(
    Reindex,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { sortTerms } = yield* PostMaintenance
      const texts = makePostTexts(sql)

      const postsBefore = Effect.fnUntraced(function* (before: Date | undefined) {
        const [span] = yield* sql<{ first: Date | null; last: Date | null }>`
          SELECT min(posted_at) AS first, max(posted_at) AS last FROM posts`
        const { first = null, last = null } = span ?? {}
        if (first === null || last === null) return undefined
        const end = plusMillis(last, 1)
        const window: Window = { from: first, until: before === undefined || before > end ? end : before }
        return window.from < window.until ? window : undefined
      })

      const olderTexts = Effect.gen(function* () {
        const window = yield* postsBefore(undefined)
        const deadline = (yield* Clock.currentTimeMillis) + lookMillis
        const found = new Map<number, number>()
        let since: Date | null = null
        if (window !== undefined) {
          yield* slices(window, (slice) => Effect.map(texts.countOlder(slice), (counts) => ({ slice, counts }))).pipe(
            Stream.mapEffect(({ slice, counts }) => {
              for (const { version, posts } of counts) found.set(version, (found.get(version) ?? 0) + posts)
              since = slice.from > window.from ? slice.from : null
              return Clock.currentTimeMillis
            }),
            Stream.takeUntil((time) => time >= deadline),
            Stream.runDrain
          )
        }
        const older = [...found].map(([version, posts]) => ({ version, posts }))
        return { version: textVersion, older: older.toSorted((a, b) => a.version - b.version), since }
      }).pipe(Effect.orDie, Effect.withSpan("Reindex.olderTexts"))

      const derive = Effect.fnUntraced(function* (keys: ReadonlyArray<PostKey>) {
        // Read and derived before the transaction, which others wait for. A caption never changes.
        const rows = yield* texts.derived(keys)
        return rows.length === 0 ? 0 : yield* atomically(sql, texts.write(rows))
      })

      /** The chunks of one step, until its time is over. */
      const makeStep = (deadline: number) => {
        let pace: ChunkSize = chunkSizeFrom(firstChunkSize)
        let posts = 0
        /** Answers where to go on if time is over before all of them are done. */
        const chunks = Effect.fnUntraced(function* (keys: ReadonlyArray<PostKey>) {
          for (let at = 0; at < keys.length;) {
            const chunk = keys.slice(at, at + pace.size)
            const { answer, next } = yield* timedChunk(pace, chunk.length, smallestChunkSize, derive(chunk))
            pace = next
            posts += answer
            at += chunk.length
            const last = chunk.at(-1)
            // Others of the same millisecond may be left.
            if (last !== undefined && (yield* Clock.currentTimeMillis) >= deadline) return plusMillis(last.postedAt, 1)
          }
          return undefined
        })
        return { chunks, done: () => posts }
      }

      const step = Effect.fn("Reindex.step")(function* (before?: Date) {
        const window = yield* Effect.orDie(postsBefore(before))
        if (window === undefined) return { posts: 0, next: null }
        const deadline = (yield* Clock.currentTimeMillis) + stepMillis
        const { chunks, done } = makeStep(deadline)
        let next: Date | null = null
        yield* slices(window, (slice) => Effect.map(texts.olderKeys(slice), (keys) => ({ slice, keys }))).pipe(
          Stream.mapEffect(({ slice, keys }) =>
            Effect.gen(function* () {
              const cutOff = yield* chunks(keys)
              next = cutOff ?? (slice.from > window.from ? slice.from : null)
              return cutOff !== undefined || (yield* Clock.currentTimeMillis) >= deadline
            })
          ),
          Stream.takeUntil((isOver) => isOver),
          Stream.runDrain,
          Effect.orDie
        )
        const posts = done()
        if (posts > 0) yield* sortTerms
        return { posts, next }
      })

      return Reindex.of({ olderTexts, step })
    })
  )
}
