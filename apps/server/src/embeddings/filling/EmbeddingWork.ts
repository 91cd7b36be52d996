/** Keeps the vectors of the wanted model and, until that one answers, of the active one. */
import { Clock, Context, Effect, Layer, Metric, Option } from "effect"
import { SqlClient } from "effect/sql"
import { again, maintenance } from "../../runtime/Background.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { newId } from "../../runtime/Ids.ts"
import { dayMillis, hourMillis } from "../../runtime/Time.ts"
import { ProbedEmbedder } from "../models/ProbedEmbedder.ts"
import { Embedder } from "../providers/Embedder.ts"
import type { EmbedderFailed, ModelSettings } from "../providers/Provider.ts"
import { activeOf, type EmbeddingModel, EmbeddingModels, leaseRenewal, wantedOf } from "../vectors/EmbeddingModels.ts"
import { ensurePgVector, makeVectorIndexes } from "../vectors/VectorTables.ts"
import { maxScanned } from "../vectors/VectorSearch.ts"
import { waiting } from "./EmbedPosts.ts"
import { Filling } from "./Filling.ts"

/** A run ends after this, so that the model that answers gets its turn while another one is made. */
const runMillis = 20_000
/** How often the whole window is looked through, for whatever the changes of posts did not tell. */
const passMillis = hourMillis
/** Searches read which model is active every few seconds, and may run for half a minute. */
const keptAfterSwitchMillis = 60_000
/** Without a model in the settings, vectors are dropped when nobody has kept them for this long. */
const keptUnusedMillis = dayMillis

/** A look through the whole window that left nothing behind. */
interface Pass {
  readonly time: number
  readonly vectors: number
}

export class EmbeddingWork extends Context.Service<
  EmbeddingWork,
  {
    /** Fills tables for some seconds; `again` when it left work behind. */
    readonly run: Effect.Effect<unknown, EmbedderFailed>
    /**
     * Makes the index of one day, if there are more vectors than a scan should read; `again` when it made one. Apart from
     * the filling, because an index takes minutes, and new posts must not wait for it.
     */
    readonly index: Effect.Effect<unknown>
  }
>()("@heddle/server/embeddings/filling/EmbeddingWork") {
  static readonly layer = Layer.effect(
    EmbeddingWork,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { model: settings } = yield* Embedder
      const models = yield* EmbeddingModels
      const embedder = yield* ProbedEmbedder
      const filling = yield* Filling
      const indexes = makeVectorIndexes(sql)
      const worker = yield* Effect.acquireRelease(newId("proc"), (id) => Effect.ignoreCause(models.release(id)))
      /** The row of the model of our settings, once it is known. */
      let own: number | undefined
      const lastPass = new Map<number, Pass>()

      const register = Effect.fnUntraced(function* (settings: ModelSettings) {
        yield* Effect.orDie(ensurePgVector(sql))
        const { id } = yield* models.want(settings, yield* embedder.probe(settings, "background"))
        own = id
      })

      const isPassDue = (model: EmbeddingModel, time: number) =>
        time - (lastPass.get(model.id)?.time ?? Number.NEGATIVE_INFINITY) >= passMillis

      const needsIndex = (model: EmbeddingModel) =>
        sql.driver !== "pglite" && (lastPass.get(model.id)?.vectors ?? 0) > maxScanned

      const measure = Effect.fnUntraced(function* (model: EmbeddingModel) {
        const { posts, vectors } = yield* filling.count(model)
        yield* Metric.update(waiting, Math.max(0, posts - vectors))
        return vectors
      })

      /** Returns whether nothing is left to embed. */
      const keep = Effect.fnUntraced(function* (model: EmbeddingModel) {
        const time = yield* Clock.currentTimeMillis
        const extent = isPassDue(model, time) ? "window" : "new"
        yield* filling.clean(model, extent === "window" ? "window" : "deleted")
        const isComplete = yield* filling.fill(model, extent, time + runMillis)
        if (extent === "window") {
          const vectors = yield* measure(model)
          if (isComplete) lastPass.set(model.id, { time, vectors })
        }
        return isComplete
      })

      /** The provider may have no place for the model that answers while the other one is made. */
      const keepOther = (model: EmbeddingModel) =>
        Effect.catch(keep(model), (error) =>
          Effect.as(Effect.logWarning(`The model that answers gets no new posts: ${error.message}`), true)
        )

      const whileLeased = <A, E>(model: EmbeddingModel, effect: Effect.Effect<A, E>) =>
        Effect.raceFirst(
          effect,
          Effect.forever(Effect.andThen(Effect.sleep(leaseRenewal), models.lease(model, worker)))
        )

      const dropReplaced = Effect.fnUntraced(function* (active: EmbeddingModel, all: ReadonlyArray<EmbeddingModel>) {
        const time = yield* Clock.currentTimeMillis
        if (time - Number(active.activatedAt) < keptAfterSwitchMillis) return
        for (const model of all) if (model.id !== active.id) yield* models.drop(model)
      })

      const dropUnused = Effect.gen(function* () {
        const time = yield* Clock.currentTimeMillis
        for (const model of yield* models.all) {
          if (time - model.workedAt.getTime() > keptUnusedMillis) yield* models.drop(model)
        }
      })

      const work = Effect.gen(function* () {
        const all = yield* models.all
        const wanted = Option.getOrUndefined(wantedOf(all))
        // Another process started later with other settings: it keeps the vectors now.
        if (wanted === undefined || wanted.id !== own) return undefined
        if (!(yield* models.lease(wanted, worker))) return undefined
        const active = Option.getOrUndefined(activeOf(all))
        const isOtherComplete =
          active === undefined || active.id === wanted.id || (yield* whileLeased(wanted, keepOther(active)))
        const isComplete = yield* whileLeased(wanted, keep(wanted))
        const isReady = lastPass.has(wanted.id) && (!needsIndex(wanted) || wanted.indexedAt !== null)
        if (isComplete && isReady && active?.id !== wanted.id) {
          yield* failpoint("embedding.beforeSwitch")
          yield* models.activate(wanted)
          yield* failpoint("embedding.afterSwitch")
        }
        if (active?.id === wanted.id) yield* dropReplaced(active, all)
        return isComplete && isOtherComplete ? undefined : again
      })

      const run = Effect.gen(function* () {
        if (Option.isNone(settings)) return yield* dropUnused
        if (own === undefined) yield* register(settings.value)
        return yield* work
      }).pipe(
        Effect.tapError(({ reason }) =>
          // The name means another model now, which gets vectors of its own.
          Effect.sync(() => void (reason === "other model" && (own = undefined)))
        ),
        Effect.withSpan("EmbeddingWork.run")
      )

      const makeIndex = Effect.fnUntraced(function* (model: EmbeddingModel) {
        if (yield* indexes.makeNext(model)) return again
        if (model.indexedAt === null) yield* models.markIndexed(model)
        return undefined
      }, Effect.orDie)

      const index = Effect.gen(function* () {
        const all = yield* models.all
        const wanted = Option.getOrUndefined(wantedOf(all))
        if (wanted === undefined || wanted.id !== own) return undefined
        for (const model of all.filter(needsIndex)) {
          if (!(yield* models.lease(wanted, worker))) return undefined
          if ((yield* whileLeased(wanted, makeIndex(model))) === again) return again
        }
        return undefined
      }).pipe(Effect.withSpan("EmbeddingWork.index"))

      return EmbeddingWork.of({ run, index })
    })
  )
}

/** The background tasks of this folder: one fills tables, another builds their indexes. */
export const embeddingTask = maintenance(
  "embeddings",
  "10 seconds",
  EmbeddingWork.use(({ run }) => run)
)

export const embeddingIndexTask = maintenance(
  "embedding indexes",
  "1 minute",
  EmbeddingWork.use(({ index }) => index)
)
