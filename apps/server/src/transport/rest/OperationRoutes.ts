/** The contract's routes: each group of the API with the answers of its operations. */
import { Api } from "@heddle/api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accountAnswers } from "../../operations/answers/AccountAnswers.ts"
import { authorAnswers } from "../../operations/answers/AuthorAnswers.ts"
import { liveAnswers } from "../../operations/answers/LiveAnswers.ts"
import { postAnswers } from "../../operations/answers/PostAnswers.ts"
import { statisticsAnswers } from "../../operations/answers/StatisticsAnswers.ts"
import { webhookAnswers } from "../../operations/answers/WebhookAnswers.ts"
import { fileHandlerOf, handlersOf } from "./OperationHandlers.ts"

export const OperationRoutes = Layer.mergeAll(
  HttpApiBuilder.group(
    Api,
    "account",
    Effect.fn(function* (handlers) {
      const { exportHistory, ...answers } = yield* accountAnswers
      return handlers.handleAll({ ...handlersOf(answers), exportHistory: fileHandlerOf(exportHistory) })
    })
  ),
  HttpApiBuilder.group(
    Api,
    "posts",
    Effect.fn(function* (handlers) {
      return handlers.handleAll(handlersOf(yield* postAnswers))
    })
  ),
  HttpApiBuilder.group(
    Api,
    "authors",
    Effect.fn(function* (handlers) {
      return handlers.handleAll(handlersOf(yield* authorAnswers))
    })
  ),
  HttpApiBuilder.group(
    Api,
    "live",
    Effect.fn(function* (handlers) {
      return handlers.handleAll(handlersOf(yield* liveAnswers))
    })
  ),
  HttpApiBuilder.group(
    Api,
    "statistics",
    Effect.fn(function* (handlers) {
      return handlers.handleAll(handlersOf(yield* statisticsAnswers))
    })
  ),
  HttpApiBuilder.group(
    Api,
    "webhooks",
    Effect.fn(function* (handlers) {
      return handlers.handleAll(handlersOf(yield* webhookAnswers))
    })
  )
)
