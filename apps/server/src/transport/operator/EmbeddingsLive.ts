/** Handler for the models of embeddings. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { EmbeddingStatus } from "../../embeddings/EmbeddingStatus.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"

export const EmbeddingsLive = HttpApiBuilder.group(
  OperatorApi,
  "embeddings",
  Effect.fn(function* (handlers) {
    const { models } = yield* EmbeddingStatus
    return handlers.handle("models", () => models)
  })
)
