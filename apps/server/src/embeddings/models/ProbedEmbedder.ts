/** Makes vectors of one model and no other, whatever the provider does (`Probe.ts`). */
import { Context, Effect, Layer, type Option } from "effect"
import { Embedder } from "../providers/Embedder.ts"
import type { ModelSettings, Patience, Vector } from "../providers/Provider.ts"
import { type EmbedderFailed, failed } from "../providers/EmbedderFailed.ts"
import { isSameModel, probeText, unitOf } from "./Probe.ts"

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
