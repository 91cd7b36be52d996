/** Fills the tables of a model with the posts of the last 30 days, newest first, and takes out what was deleted. */
import { Array as Arr, Clock, Context, Effect, Layer, Metric, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { failpoint } from "../../runtime/Failpoint.ts"
import { dayMillis, dayOf, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { type FeedCursor, PostChangeFeed } from "../../store/posts/PostChangeFeed.ts"
import { scanDayChunks, type Window } from "../../store/scan/ChunkedScan.ts"
import { embedded } from "./EmbeddingMetrics.ts"
import { type EmbeddingModel, EmbeddingModels } from "../vectors/EmbeddingModels.ts"
import { ProbedEmbedder } from "../models/ProbedEmbedder.ts"
import type { EmbedderFailed } from "../providers/EmbedderFailed.ts"
import { makeVectorRows, type PostText } from "../vectors/VectorRows.ts"
import { makeVectorTables } from "../vectors/VectorTables.ts"
import { embedPosts, fillLibrary } from "./EmbedPosts.ts"

/** What a search can ask for (service.md, "Other limits"). */
const windowDays = 30
/** Requests to the provider at once. */
const requestsAtOnce = 2
const deletedAtOnce = 1_000
/** The clocks of the processes that delete posts may differ from ours. */
const deletionOverlapMillis = hourMillis

export class Filling extends Context.Service<
  Filling,
  {
    /**
     * Embeds what is missing until the deadline, of the posts that came or of the whole window, and then of the library.
     * Returns whether nothing is left.
     */
    fill(model: EmbeddingModel, extent: "new" | "window", deadline: number): Effect.Effect<boolean, EmbedderFailed>
    /** Takes out deleted posts and days that no search can ask for, and follows changed languages. */
    clean(model: EmbeddingModel, extent: "deleted" | "window"): Effect.Effect<void>
    /** Counts over the whole window. */
    count(
      model: EmbeddingModel
    ): Effect.Effect<{ readonly posts: number; readonly vectors: number; readonly failed: number }>
  }
>()("@heddle/server/embeddings/filling/Filling") {
  static readonly layer = Layer.effect(
    Filling,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const feed = yield* PostChangeFeed
      const models = yield* EmbeddingModels
      const embedder = yield* ProbedEmbedder
      const rows = makeVectorRows(sql)
      const tables = makeVectorTables(sql)

      const windowOf = Effect.map(now, (time): Window => ({
        from: plusMillis(time, -windowDays * dayMillis),
        until: plusMillis(time, hourMillis)
      }))

      const store = Effect.fnUntraced(function* (model: EmbeddingModel, posts: ReadonlyArray<PostText>) {
        const made = yield* Effect.provideService(embedPosts(model, posts), ProbedEmbedder, embedder)
        yield* failpoint("embedding.beforeStore")
        yield* tables.ensure(
          model,
          made.map(({ postedAt }) => postedAt)
        )
        yield* rows.insert(model, made)
        yield* Metric.update(embedded, made.length)
      })

      /** Which changes of posts have been looked through for each model. */
      const lookedThrough = new Map<number, FeedCursor>()

      const missingIn = Effect.fnUntraced(function* (
        model: EmbeddingModel,
        extent: "new" | "window",
        current: FeedCursor
      ) {
        const window = yield* windowOf
        const since = lookedThrough.get(model.id)
        return extent === "window" || since === undefined || !feed.knowsChanges(since, current)
          ? scanDayChunks(window, (chunk) => rows.missing(model, chunk, chunkRows)).pipe(
              Stream.map((posts) => ({ posts, isAll: posts.length < chunkRows }))
            )
          : feed.changedKeys(since, window.from).pipe(
              Stream.mapEffect((keys) => rows.missingOf(model, keys)),
              Stream.map((posts) => ({ posts, isAll: true }))
            )
      })

      const fillPosts = Effect.fnUntraced(function* (
        model: EmbeddingModel,
        extent: "new" | "window",
        deadline: number
      ) {
        const current = yield* feed.cursor
        let isComplete = true
        yield* Stream.unwrap(missingIn(model, extent, current)).pipe(
          Stream.map(({ posts, isAll }) => {
            isComplete &&= isAll
            return posts
          }),
          Stream.flattenIterable,
          Stream.grouped(embedder.textsAtOnce),
          Stream.mapEffect(
            Effect.fnUntraced(function* (posts) {
              yield* store(model, posts)
              const isLate = (yield* Clock.currentTimeMillis) >= deadline
              if (isLate) isComplete = false
              return isLate
            }),
            { concurrency: requestsAtOnce }
          ),
          Stream.takeUntil((isLate) => isLate),
          Stream.runDrain,
          Effect.catchTag("SqlError", Effect.die)
        )
        if (isComplete) lookedThrough.set(model.id, current)
        return isComplete
      })

      const services = yield* Effect.context<SqlClient.SqlClient | ProbedEmbedder>()

      const fill: Filling["Service"]["fill"] = Effect.fn("Filling.fill")(function* (model, extent, deadline) {
        const isComplete = yield* fillPosts(model, extent, deadline)
        return (yield* Effect.provideContext(fillLibrary(model, deadline), services)) && isComplete
      })

      const clean: Filling["Service"]["clean"] = Effect.fn("Filling.clean")(function* (model, extent) {
        const time = yield* now
        const deleted = yield* rows.deletedSince(plusMillis(model.cleanedUntil, -deletionOverlapMillis))
        for (const some of Arr.chunksOf(deleted, deletedAtOnce)) yield* rows.remove(model, some)
        yield* models.markCleaned(model, time)
        if (extent === "deleted") return
        const window = yield* windowOf
        yield* tables.dropBefore(model, dayOf(window.from))
        yield* Stream.runDrain(scanDayChunks(window, (chunk) => rows.updateLanguages(model, chunk)))
      }, Effect.orDie)

      const count = Effect.fn("Filling.count")(function* (model: EmbeddingModel) {
        return yield* scanDayChunks(yield* windowOf, (chunk) => rows.counts(model, chunk)).pipe(
          Stream.runFold(
            () => ({ posts: 0, vectors: 0, failed: 0 }),
            (sum, chunk) => ({
              posts: sum.posts + chunk.posts,
              vectors: sum.vectors + chunk.vectors,
              failed: sum.failed + chunk.failed
            })
          )
        )
      }, Effect.orDie)

      return Filling.of({ fill, clean, count })
    })
  )
}

/** Posts of a chunk; those beyond are left to the next pass. */
const chunkRows = 5_000
