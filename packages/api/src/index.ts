/**
 * The contract: operations with their prices, schemas, errors, the HttpApi and its typed client. It imports nothing
 * of ours, so that server, portal, command-line tools and tests can all share it.
 */
export * from "./Api.ts"
export * from "./Authorization.ts"
export * from "./Client.ts"
export * from "./DryRun.ts"
export * from "./Events.ts"
export * from "./IdempotencyKey.ts"
export * from "./Languages.ts"
export * from "./Operation.ts"
export * from "./operations/Balance.ts"
export * from "./operations/Chain.ts"
export * from "./operations/CoolReplies.ts"
export * from "./operations/FollowerGrowth.ts"
export * from "./operations/FollowerHistory.ts"
export * from "./operations/HistoryExport.ts"
export * from "./operations/Interactions.ts"
export * from "./operations/HotPosts.ts"
export * from "./operations/KeywordTrend.ts"
export * from "./operations/Ladders.ts"
export * from "./operations/LiveFailure.ts"
export * from "./operations/LivePosts.ts"
export * from "./operations/LiveUsers.ts"
export {
  leaderboardDefaultHours,
  leaderboardDefaultSize,
  type LeaderboardQuery
} from "./operations/LeaderboardParts.ts"
export * from "./operations/PostLikeGrowth.ts"
export * from "./operations/PowerHours.ts"
export * from "./operations/Search.ts"
export * from "./operations/TopThreads.ts"
export * from "./operations/Users.ts"
export * from "./operations/Webhooks.ts"
export * from "./Operations.ts"
export { identifierAtMost, Text as StorableText } from "./Parameters.ts"
export * from "./Plans.ts"
export * from "./Posts.ts"
export * from "./Problems.ts"
export * from "./ProblemTable.ts"
export * from "./Rules.ts"
export * from "./Version.ts"
