/** Handlers for posts whose derived text is outdated. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { olderTextsAnswer, reindexAnswer } from "../../operator/TextsApi.ts"
import { Reindex } from "../../store/writing/Reindex.ts"

export const TextsLive = HttpApiBuilder.group(
  OperatorApi,
  "texts",
  Effect.fn(function* (handlers) {
    const reindex = yield* Reindex
    return handlers.handleAll({
      older: () => Effect.map(reindex.olderTexts, olderTextsAnswer),
      reindex: ({ payload }) => Effect.map(reindex.step(payload.before), reindexAnswer)
    })
  })
)
