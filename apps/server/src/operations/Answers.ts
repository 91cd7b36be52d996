/** Every operation with its answer, grouped by family, for transports to expose. */
import { Effect, Layer } from "effect"
import { accountAnswers } from "./answers/AccountAnswers.ts"
import { authorAnswers, AuthorQueries } from "./answers/AuthorAnswers.ts"
import { deliveryAnswers, listeningAnswers } from "./answers/DeliveryAnswers.ts"
import {
  leaderboardAnswers,
  LeaderboardQueries,
  statisticsAnswers,
  StatisticsQueries
} from "./answers/LeaderboardAnswers.ts"
import { liveAnswers, postAnswers, PostQueries } from "./answers/PostAnswers.ts"
import { ruleTrialAnswers, RuleTrialQueries } from "./answers/RuleTrialAnswers.ts"
import { webhookAnswers } from "./answers/WebhookAnswers.ts"

export const answers = Effect.all({
  account: accountAnswers,
  posts: postAnswers,
  authors: authorAnswers,
  live: liveAnswers,
  leaderboards: leaderboardAnswers,
  statistics: statisticsAnswers,
  webhooks: Effect.map(
    Effect.all([webhookAnswers, ruleTrialAnswers, deliveryAnswers]),
    ([management, trials, deliveries]) => ({ ...management, ...trials, ...deliveries })
  ),
  listening: listeningAnswers
})

/** The queries behind the answers, so that a new operation and its query are wired in one place. */
export const QueriesLayer = Layer.mergeAll(
  PostQueries,
  AuthorQueries,
  LeaderboardQueries,
  StatisticsQueries,
  RuleTrialQueries
)
