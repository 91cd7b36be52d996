/** How far the vectors of each model are, for the operator. */
import { Context, Effect, Layer, Option } from "effect"
import { Filling } from "./filling/Filling.ts"
import { activeOf, type EmbeddingModel, EmbeddingModels, wantedOf } from "./vectors/EmbeddingModels.ts"

export interface ModelStatus {
  readonly id: number
  readonly name: string
  readonly dimensions: number
  readonly state: "active" | "being made" | "replaced"
  readonly posts: number
  readonly embedded: number
  readonly failed: number
  readonly indexed: boolean
}

const isThis = (model: EmbeddingModel, other: Option.Option<EmbeddingModel>): boolean =>
  Option.exists(other, ({ id }) => id === model.id)

export class EmbeddingStatus extends Context.Service<
  EmbeddingStatus,
  {
    /** In the order in which they were first used; counts posts, in short statements. */
    readonly models: Effect.Effect<ReadonlyArray<ModelStatus>>
  }
>()("@heddle/server/embeddings/EmbeddingStatus") {
  static readonly layer = Layer.effect(
    EmbeddingStatus,
    Effect.gen(function* () {
      const { all } = yield* EmbeddingModels
      const { count } = yield* Filling

      const models = Effect.gen(function* () {
        const stored = yield* all
        const [active, wanted] = [activeOf(stored), wantedOf(stored)]
        return yield* Effect.forEach(stored, (model) =>
          Effect.map(count(model), ({ posts, vectors, failed }): ModelStatus => ({
            id: model.id,
            name: model.name,
            dimensions: model.dimensions,
            state: isThis(model, active) ? "active" : isThis(model, wanted) ? "being made" : "replaced",
            posts,
            embedded: vectors - failed,
            failed,
            indexed: model.indexedAt !== null
          }))
        )
      })

      return EmbeddingStatus.of({ models })
    })
  )
}
