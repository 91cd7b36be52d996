/** The layer and background tasks of this folder. */
import { Effect, Layer } from "effect"
import { embeddingIndexTask, embeddingTask, EmbeddingWork } from "./filling/EmbeddingWork.ts"
import { Filling } from "./filling/Filling.ts"
import { EmbeddingModels } from "./vectors/EmbeddingModels.ts"
import { ProbedEmbedder } from "./models/ProbedEmbedder.ts"
import { Embedder } from "./providers/Embedder.ts"

export { EmbeddingCheck } from "./EmbeddingCheck.ts"

export const embeddingsTasks = Effect.all([embeddingTask, embeddingIndexTask])

export const EmbeddingsLayer = EmbeddingWork.layer.pipe(
  Layer.provideMerge(Filling.layer),
  Layer.provideMerge(Layer.mergeAll(EmbeddingModels.layer, ProbedEmbedder.layer)),
  Layer.provideMerge(Embedder.layer)
)
