/** Compares posts by the vectors of the active model; by words while no model can be used. */
import { Unavailable } from "@heddle/api"
import { Cache, Context, Duration, Effect, Exit, Layer, Option } from "effect"
import {
  activeOf,
  type EmbeddingModel,
  EmbeddingModels,
  isSameSettings
} from "../../embeddings/vectors/EmbeddingModels.ts"
import { ProbedEmbedder } from "../../embeddings/models/ProbedEmbedder.ts"
import type { Vector } from "../../embeddings/providers/Provider.ts"
import type { EmbedderFailed } from "../../embeddings/providers/EmbedderFailed.ts"
import { type VectorQuery, VectorSearch } from "../../embeddings/vectors/VectorSearch.ts"
import { languagesOfAny } from "../filters/Filters.ts"
import { Engine, type Near, type Scope } from "./Engine.ts"

/** A switch to another model is seen within this time. */
const activeFor = "5 seconds"
const cachedTopics = 1_000
const topicsFor = Duration.hours(1)

/** Cosine distances are from 0 to 2. */
const scoreOf = (distance: number): number => Math.min(1, Math.max(0, 1 - distance / 2))

/** An engine over another one, which answers while this one has no model to answer with. */
export const makeEmbeddingEngine = Effect.fnUntraced(function* (lexical: Engine["Service"]) {
  const models = yield* EmbeddingModels
  const embedder = yield* ProbedEmbedder
  const search = yield* VectorSearch
  const active = yield* Effect.cachedWithTTL(Effect.map(models.all, activeOf), activeFor)
  const known = new Map<number, EmbeddingModel>()

  /** Whether the settings still name the model. If not, the provider may not know it. */
  const isSet = (model: EmbeddingModel) => Option.exists(embedder.model, (settings) => isSameSettings(model, settings))

  const vectors = yield* Cache.makeWith(
    (key: string): Effect.Effect<Vector, EmbedderFailed> => {
      const { id, topic } = parseKey(key)
      const model = known.get(id)
      return model === undefined
        ? Effect.die(new Error(`no model ${id}`))
        : Effect.map(embedder.embed(model, "query", [topic], "call"), ([vector = []]) => vector)
    },
    { capacity: cachedTopics, timeToLive: (exit) => (Exit.isSuccess(exit) ? topicsFor : Duration.zero) }
  )

  const vectorOf = (model: EmbeddingModel, topic: string) =>
    Effect.suspend(() => {
      known.set(model.id, model)
      return Cache.get(vectors, keyOf(model.id, topic))
    })

  const nearest = Effect.fn("EmbeddingEngine.nearest")(function* (topic: string, scope: Scope, count: number) {
    const model = Option.getOrUndefined(yield* active)
    if (model === undefined) return yield* lexical.nearest(topic, scope, count)
    const languages = languagesOfAny(scope.languages)
    return yield* Effect.matchEffect(vectorOf(model, topic), {
      onFailure: (failure) =>
        failure.reason === "other model" || !isSet(model) ? lexical.nearest(topic, scope, count) : unavailable(failure),
      onSuccess: (vector) =>
        Effect.map(find({ model, vector, languages, count }, scope.among), (rows) => ({
          engine: "embedding" as const,
          posts: rows.map(({ postedAt, code, distance }): Near => ({ postedAt, code, score: scoreOf(distance) }))
        }))
    })
  })

  const find = (query: Omit<VectorQuery, "from">, among: Scope["among"]) =>
    among === "library" ? search.inLibrary(query) : search.nearest({ ...query, from: among.from })

  return Engine.of({ nearest })
})

/** Customers read the reason; what the provider said is for the operator alone. */
const unavailable = ({ message }: EmbedderFailed) =>
  Effect.andThen(
    Effect.logWarning(`A topic could not be made into a vector. ${message}`),
    new Unavailable({
      detail:
        "Semantic search is not available right now, because the embedding model does not respond. Try again later."
    })
  )

const keyOf = (id: number, topic: string): string => `${id} ${topic}`

const parseKey = (key: string) => {
  const at = key.indexOf(" ")
  return { id: Number(key.slice(0, at)), topic: key.slice(at + 1) }
}

/** Over the engine of the layer that it is provided with. */
export const EmbeddingEngineLayer = Layer.effectContext(
  Effect.gen(function* () {
    return Context.make(Engine, yield* makeEmbeddingEngine(yield* Engine))
  })
).pipe(Layer.provide(VectorSearch.layer))
