/**
 * What a server checks before it starts with a model: that the database can store its vectors, and that the provider gives
 * vectors of the length that the settings ask for. A provider that cannot be reached does not stop the start: the service
 * has more to do than this.
 */
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Filling } from "./filling/Filling.ts"
import { ProbedEmbedder } from "./models/ProbedEmbedder.ts"
import { EmbeddingSettingsUnusable, type ModelSettings } from "./providers/Provider.ts"
import { activeOf, type EmbeddingModel, EmbeddingModels, wantedOf } from "./vectors/EmbeddingModels.ts"
import { ensurePgVector, maxDimensions } from "./vectors/VectorTables.ts"

const unusable = (details: string) =>
  new EmbeddingSettingsUnusable({
    what: "The embedding model's vectors cannot be used.",
    details,
    solution:
      "Correct HEDDLE_EMBEDDINGS_MODEL and HEDDLE_EMBEDDINGS_DIMENSIONS, or unset HEDDLE_EMBEDDINGS_DIMENSIONS for the length that the model has."
  })

const checkModel = Effect.fnUntraced(function* (model: ModelSettings) {
  yield* ensurePgVector(yield* SqlClient.SqlClient)
  const { probe } = yield* ProbedEmbedder
  const vector = yield* probe(model, "call").pipe(
    Effect.asSome,
    Effect.catch((failure) =>
      failure.reason === "unusable"
        ? Effect.fail(unusable(failure.message))
        : Effect.as(
            Effect.logWarning(`${failure.message}. Until it works, semantic search may have to answer by words`),
            Option.none()
          )
    )
  )
  if (Option.isSome(vector) && vector.value.length > maxDimensions) {
    return yield* unusable(`They have ${vector.value.length} numbers; at most ${maxDimensions} can be stored.`)
  }
})

export const EmbeddingCheck = Layer.effectDiscard(
  Effect.flatMap(ProbedEmbedder, ({ model }) => (Option.isNone(model) ? Effect.void : checkModel(model.value)))
)

const isThis = (model: EmbeddingModel, other: Option.Option<EmbeddingModel>): boolean =>
  Option.exists(other, ({ id }) => id === model.id)

/** How far the vectors of each model are, in the order in which they were first used; counts posts, in short statements. */
export const embeddingStatus = Effect.gen(function* () {
  const stored = yield* (yield* EmbeddingModels).all
  const { count } = yield* Filling
  const [active, wanted] = [activeOf(stored), wantedOf(stored)]
  return yield* Effect.forEach(stored, (model) =>
    Effect.map(
      count(model),
      ({ posts, vectors, failed }) =>
        ({
          id: model.id,
          name: model.name,
          dimensions: model.dimensions,
          state: isThis(model, active) ? "active" : isThis(model, wanted) ? "being made" : "replaced",
          posts,
          embedded: vectors - failed,
          failed,
          indexed: model.indexedAt !== null
        }) as const
    )
  )
})
