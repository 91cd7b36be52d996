/** Binds each family of the contract to its answers. */
import { Api } from "@heddle/api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answers } from "../../operations/Answers.ts"
import { fileHandlerOf, handlersOf, streamHandlerOf } from "./OperationHandlers.ts"

export const OperationRoutes = Layer.unwrap(
  Effect.map(answers, ({ account, posts, authors, live, leaderboards, statistics, webhooks, listening }) => {
    const { exportHistory, ...enveloped } = account
    const { listenToEndpoint, ...acknowledging } = listening
    return Layer.mergeAll(
      HttpApiBuilder.group(Api, "account", (handlers) =>
        handlers.handleAll({ ...handlersOf(enveloped), exportHistory: fileHandlerOf(exportHistory) })
      ),
      HttpApiBuilder.group(Api, "posts", (handlers) => handlers.handleAll(handlersOf(posts))),
      HttpApiBuilder.group(Api, "authors", (handlers) => handlers.handleAll(handlersOf(authors))),
      HttpApiBuilder.group(Api, "live", (handlers) => handlers.handleAll(handlersOf(live))),
      HttpApiBuilder.group(Api, "leaderboards", (handlers) => handlers.handleAll(handlersOf(leaderboards))),
      HttpApiBuilder.group(Api, "statistics", (handlers) => handlers.handleAll(handlersOf(statistics))),
      HttpApiBuilder.group(Api, "webhooks", (handlers) =>
        handlers.handleAll({
          ...handlersOf({ ...webhooks, ...acknowledging }),
          listenToEndpoint: streamHandlerOf(listenToEndpoint)
        })
      )
    )
  })
)
