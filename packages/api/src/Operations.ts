/** The table of operations: one line each. Everything that lists, prices or documents operations reads it. */
import { balance, balanceEndpoint, history, historyEndpoint } from "./operations/Balance.ts"
import { chain, chainEndpoint } from "./operations/Chain.ts"
import { coolReplies, coolRepliesEndpoint } from "./operations/CoolReplies.ts"
import { followerGrowth, followerGrowthEndpoint } from "./operations/FollowerGrowth.ts"
import { followerHistory, followerHistoryEndpoint } from "./operations/FollowerHistory.ts"
import { historyExport, historyExportEndpoint } from "./operations/HistoryExport.ts"
import { interactions, interactionsEndpoint } from "./operations/Interactions.ts"
import { hotPosts, hotPostsEndpoint } from "./operations/HotPosts.ts"
import { keywordTrend, keywordTrendEndpoint } from "./operations/KeywordTrend.ts"
import { followerLadder, followerLadderEndpoint, likeLadder, likeLadderEndpoint } from "./operations/Ladders.ts"
import { livePosts, livePostsEndpoint } from "./operations/LivePosts.ts"
import { liveUsers, liveUsersEndpoint } from "./operations/LiveUsers.ts"
import { postLikeGrowth, postLikeGrowthEndpoint } from "./operations/PostLikeGrowth.ts"
import { powerHours, powerHoursEndpoint } from "./operations/PowerHours.ts"
import { search, searchEndpoint } from "./operations/Search.ts"
import { topThreads, topThreadsEndpoint } from "./operations/TopThreads.ts"
import { users, usersEndpoint } from "./operations/Users.ts"
import * as Webhooks from "./operations/Webhooks.ts"

export const operations = [
  { endpoint: balanceEndpoint, operation: balance },
  { endpoint: historyEndpoint, operation: history },
  { endpoint: historyExportEndpoint, operation: historyExport },
  { endpoint: searchEndpoint, operation: search },
  { endpoint: chainEndpoint, operation: chain },
  { endpoint: livePostsEndpoint, operation: livePosts },
  { endpoint: liveUsersEndpoint, operation: liveUsers },
  { endpoint: usersEndpoint, operation: users },
  { endpoint: topThreadsEndpoint, operation: topThreads },
  { endpoint: interactionsEndpoint, operation: interactions },
  { endpoint: followerHistoryEndpoint, operation: followerHistory },
  { endpoint: coolRepliesEndpoint, operation: coolReplies },
  { endpoint: postLikeGrowthEndpoint, operation: postLikeGrowth },
  { endpoint: followerGrowthEndpoint, operation: followerGrowth },
  { endpoint: keywordTrendEndpoint, operation: keywordTrend },
  { endpoint: hotPostsEndpoint, operation: hotPosts },
  { endpoint: powerHoursEndpoint, operation: powerHours },
  { endpoint: likeLadderEndpoint, operation: likeLadder },
  { endpoint: followerLadderEndpoint, operation: followerLadder },
  { endpoint: Webhooks.listEndpointsEndpoint, operation: Webhooks.webhooks.listEndpoints },
  { endpoint: Webhooks.createEndpointEndpoint, operation: Webhooks.webhooks.createEndpoint },
  { endpoint: Webhooks.deleteEndpointEndpoint, operation: Webhooks.webhooks.deleteEndpoint },
  { endpoint: Webhooks.createRuleEndpoint, operation: Webhooks.webhooks.createRule },
  { endpoint: Webhooks.deleteRuleEndpoint, operation: Webhooks.webhooks.deleteRule },
  { endpoint: Webhooks.testEndpointEndpoint, operation: Webhooks.webhooks.testEndpoint }
] as const

/** Credits per webhook event sent, once per post per rule (service.md, "Delivery"). */
export const webhookEventPrice = 20
