/** Every operation with its handler, grouped by family, for transports to expose. */
import { Effect, Layer } from "effect"
import { accountHandlers } from "./handlers/AccountHandlers.ts"
import { authorHandlers, AuthorQueries, liveHandlers, postHandlers, PostQueries } from "./handlers/PostHandlers.ts"
import { estimateHandler, type HandlersByName } from "./handlers/EstimateHandler.ts"
import { deliveryHandlers, listeningHandlers } from "./handlers/DeliveryHandlers.ts"
import { BoardQueries, leaderboardHandlers, statisticsHandlers } from "./handlers/LeaderboardHandlers.ts"
import { ruleTrialHandlers, RuleTrialQueries } from "./handlers/RuleTrialHandlers.ts"
import { webhookHandlers } from "./handlers/WebhookHandlers.ts"

const families = Effect.all({
  account: accountHandlers,
  posts: postHandlers,
  authors: authorHandlers,
  live: liveHandlers,
  leaderboards: leaderboardHandlers,
  statistics: statisticsHandlers,
  webhooks: Effect.map(
    Effect.all([webhookHandlers, ruleTrialHandlers, deliveryHandlers]),
    ([management, trials, deliveries]) => ({ ...management, ...trials, ...deliveries })
  ),
  listening: listeningHandlers
})

export const operationHandlers = Effect.gen(function* () {
  const { account, listening, ...others } = yield* families
  const groups: ReadonlyArray<HandlersByName> = Object.values(others)
  const estimate = yield* estimateHandler(Object.assign({}, ...groups))
  return { account: { ...account, estimate }, listening, ...others }
})

/** The queries behind the answers, so that a new operation and its query are wired in one place. */
export const QueriesLayer = Layer.mergeAll(PostQueries, AuthorQueries, BoardQueries, RuleTrialQueries)
