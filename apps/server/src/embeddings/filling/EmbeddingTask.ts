/** The background tasks of this folder: one fills tables, another builds their indexes. */
import { background } from "../../runtime/Background.ts"
import { EmbeddingWork } from "./EmbeddingWork.ts"

export const embeddingTask = background({
  name: "embeddings",
  role: "maintenance",
  every: "10 seconds",
  run: EmbeddingWork.use(({ run }) => run),
  onStop: "interrupt"
})

export const embeddingIndexTask = background({
  name: "embedding indexes",
  role: "maintenance",
  every: "1 minute",
  run: EmbeddingWork.use(({ index }) => index),
  onStop: "interrupt"
})
