/** The layer and the background task of this room. */
import { Layer } from "effect"
import { EmbeddingStatus } from "./EmbeddingStatus.ts"
import { EmbeddingWork } from "./filling/EmbeddingTask.ts"
import { Filling } from "./filling/Filling.ts"
import { EmbeddingModels } from "./models/EmbeddingModels.ts"
import { ProbedEmbedder } from "./models/ProbedEmbedder.ts"
import { Embedder } from "./providers/Embedder.ts"

export { EmbeddingCheck } from "./EmbeddingCheck.ts"
export { embeddingTask as embeddingsTasks } from "./filling/EmbeddingTask.ts"

export const EmbeddingsLayer = Layer.mergeAll(EmbeddingWork.layer, EmbeddingStatus.layer).pipe(
  Layer.provideMerge(Filling.layer),
  Layer.provideMerge(Layer.mergeAll(EmbeddingModels.layer, ProbedEmbedder.layer)),
  Layer.provideMerge(Embedder.layer)
)
