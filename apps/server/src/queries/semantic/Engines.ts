/** The engine that the settings ask for: by vectors with a model, otherwise by words. */
import { Effect, Layer, Option } from "effect"
import { Embedder } from "../../embeddings/providers/Embedder.ts"
import { EmbeddingEngineLayer } from "./EmbeddingEngine.ts"
import { LexicalEngine } from "./LexicalEngine.ts"

export const EngineLayer = Layer.unwrap(
  Effect.map(Embedder, ({ model }) =>
    Option.isNone(model) ? LexicalEngine.layer : EmbeddingEngineLayer.pipe(Layer.provide(LexicalEngine.layer))
  )
)
