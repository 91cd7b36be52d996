/** Every operation with its answer, grouped by family, for transports to expose. */
import { Effect } from "effect"
import { accountAnswers } from "./answers/AccountAnswers.ts"
import { authorAnswers } from "./answers/AuthorAnswers.ts"
import { leaderboardAnswers } from "./answers/LeaderboardAnswers.ts"
import { liveAnswers } from "./answers/LiveAnswers.ts"
import { postAnswers } from "./answers/PostAnswers.ts"
import { statisticsAnswers } from "./answers/StatisticsAnswers.ts"
import { webhookAnswers } from "./answers/WebhookAnswers.ts"

export const answers = Effect.all({
  account: accountAnswers,
  posts: postAnswers,
  authors: authorAnswers,
  live: liveAnswers,
  leaderboards: leaderboardAnswers,
  statistics: statisticsAnswers,
  webhooks: webhookAnswers
})
