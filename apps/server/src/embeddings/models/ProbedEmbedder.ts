/** Makes vectors of one model and no other, whatever the provider does. */
import { Context, Effect, Layer, type Option } from "effect"
import { Embedder } from "../providers/Embedder.ts"
import { type EmbedderFailed, failed, type ModelSettings, type Patience, type Vector } from "../providers/Provider.ts"

/**
 * Every request for vectors has one text more, which is always the same. Its vector tells which model answered: servers
 * ignore the name they are asked for, and what a name means changes with the server. A model gives the text almost the same
 * vector every time, whatever else the batch has; another model gives it another one.
 */
const probeText = "The harbour café opens at half past six. 港口咖啡店六點半開門。"

/** Far above the noise of half precision and of other batch sizes, far below the distance of two models. */
const minSimilarity = 0.98

/** The vector with length 1. */
export const unitOf = (vector: Vector): Vector => {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((value) => value / length)
}

const dot = (one: Vector, other: Vector): number => {
  let sum = 0
  for (const [index, value] of one.entries()) sum += value * (other[index] ?? 0)
  return sum
}

/** Whether two vectors of the probe, both of length 1, come from one model. */
export const isSameModel = (one: Vector, other: Vector): boolean =>
  one.length === other.length && dot(one, other) >= minSimilarity

export type TextKind = "query" | "document"

/** The settings of a model, with the vector that it gives the probe. */
export interface ProbedModel extends ModelSettings {
  /** Of length 1. */
  readonly probe: Vector
}

export class ProbedEmbedder extends Context.Service<
  ProbedEmbedder,
  {
    /** What these settings make of the probe now. */
    probe(model: ModelSettings, patience: Patience): Effect.Effect<Vector, EmbedderFailed>
    /**
     * Vectors of length 1, as many as texts; at most `textsAtOnce`. Fails with `other model` when it was not this model
     * that answered.
     */
    embed(
      model: ProbedModel,
      kind: TextKind,
      texts: ReadonlyArray<string>,
      patience: Patience
    ): Effect.Effect<ReadonlyArray<Vector>, EmbedderFailed>
    readonly textsAtOnce: number
    /** The model of the settings. */
    readonly model: Option.Option<ModelSettings>
  }
>()("@heddle/server/embeddings/models/ProbedEmbedder") {
  static readonly layer = Layer.effect(
    ProbedEmbedder,
    Effect.map(Embedder, ({ embed, batchSize, model }) => {
      const withProbe = Effect.fnUntraced(function* (
        model: ModelSettings,
        kind: TextKind,
        texts: ReadonlyArray<string>,
        patience: Patience
      ) {
        const prefix = kind === "query" ? model.queryPrefix : model.documentPrefix
        const inputs = [model.documentPrefix + probeText, ...texts.map((text) => prefix + text)]
        const [probe = [], ...vectors] = (yield* embed(inputs, model, patience)).map(unitOf)
        return { probe, vectors }
      })

      return ProbedEmbedder.of({
        model,
        textsAtOnce: batchSize - 1,
        probe: (model, patience) => Effect.map(withProbe(model, "document", [], patience), ({ probe }) => probe),
        embed: Effect.fn("ProbedEmbedder.embed")(function* (model, kind, texts, patience) {
          if (texts.length === 0) return []
          const { probe, vectors } = yield* withProbe(model, kind, texts, patience)
          if (!isSameModel(probe, model.probe)) {
            return yield* failed("other model", `what answers for "${model.name}" is not the model that it was`)
          }
          return vectors
        })
      })
    })
  )
}
