/** Handlers for the inspiration library. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { backfillAnswer, libraryAnswer } from "../../operator/LibraryApi.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { Library } from "../../store/library/Library.ts"

export const LibraryLive = HttpApiBuilder.group(
  OperatorApi,
  "library",
  Effect.fn(function* (handlers) {
    const library = yield* Library
    return handlers.handleAll({
      size: () => Effect.map(library.size, libraryAnswer),
      backfill: () => Effect.map(library.step, backfillAnswer)
    })
  })
)
