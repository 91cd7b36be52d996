/** What the API types of the usage history are called: the names of their operations. */
import type { Translate } from "./Text.tsx"
import type { TextId } from "./TextId.ts"

export const apiTypeTexts: Readonly<Record<string, TextId>> = {
  balance: "operation.balance",
  balance_history: "operation.balanceHistory",
  estimate: "operation.estimate",
  keywords: "operation.searchPosts",
  hot_posts: "operation.hotPosts",
  keyword_trend: "operation.keywordTrend",
  inspiration: "operation.inspiration",
  semantic_search: "operation.semanticSearch",
  forecast: "operation.forecast",
  post_chain: "operation.postChain",
  user_follower_history: "operation.userFollowerHistory",
  user_interactions: "operation.userInteractions",
  user_top_threads: "operation.userTopThreads",
  user: "operation.users",
  live_posts: "operation.livePosts",
  live_users: "operation.liveUsers",
  cool_replies: "operation.coolReplies",
  follower_growth: "operation.followerGrowth",
  post_like_growth: "operation.postLikeGrowth",
  follower_ladder: "operation.followerLadder",
  like_ladder: "operation.likeLadder",
  power_hours: "operation.powerHours",
  webhook: "operation.webhookEvent",
  webhook_management: "operation.webhookManagement",
  webhook_backtest: "operation.backtest"
}

const mcp = "mcp:"

/** A type of a newer server keeps its name in the API. */
export const apiTypeName = (t: Translate, apiType: string): string => {
  if (apiType.startsWith(mcp)) return t("operation.viaMcp", { name: apiTypeName(t, apiType.slice(mcp.length)) })
  const known = apiTypeTexts[apiType]
  return known === undefined ? apiType : t(known)
}
