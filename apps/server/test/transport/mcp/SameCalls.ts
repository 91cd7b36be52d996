/** What every tool is asked. */
import { strangersNotice } from "../../../src/transport/mcp/ToolResult.ts"

/** A call of a tool, and the call of REST that asks for the same. */
export interface SameCall {
  readonly args: Readonly<Record<string, unknown>>
  readonly path: string
}

export const sameCalls: Readonly<Record<string, SameCall>> = {
  get_balance: { args: {}, path: "/balance" },
  search_posts: {
    args: { keywords: ["台積電", "股價"], match: "all", include_details: true, limit: 2, min_likes: 1 },
    path: "/post/search?keywords=台積電,股價&match=all&include_details=true&limit=2&min_likes=1"
  },
  get_hot_posts: { args: { size: 31 }, path: "/post/hot?size=31" },
  get_keyword_trend: { args: { keywords: ["台積電"], days: 2 }, path: "/post/keyword-trend?keywords=台積電&days=2" },
  get_inspiration: {
    args: { topic: "台積電的股價", language: "zh-Hant" },
    path: "/post/inspiration?topic=台積電的股價&language=zh-Hant"
  },
  semantic_search_posts: {
    args: { topic: "台積電的股價", limit: 2 },
    path: "/post/semantic-search?topic=台積電的股價&limit=2"
  },
  forecast_posts: { args: { codes: ["a", "x"], metric: "likes" }, path: "/post/forecast?codes=a,x&metric=likes" },
  get_user: { args: { usernames: ["ann", "nobody"] }, path: "/user?usernames=ann,nobody" },
  get_user_top_threads: { args: { username: "ann", limit: 2 }, path: "/user/ann/top-threads?limit=2" },
  get_user_interactions: { args: { username: "ann" }, path: "/user/ann/interactions" },
  get_user_follower_history: { args: { username: "ann", days: 3 }, path: "/user/ann/follower-history?days=3" },
  get_live_posts: { args: { codes: ["a", "x"] }, path: "/live/posts?codes=a,x" },
  get_live_users: { args: { usernames: ["ann"] }, path: "/live/users?usernames=ann" },
  get_cool_replies: { args: {}, path: "/leaderboard/cool-replies" },
  get_post_like_growth: { args: { size: 31 }, path: "/leaderboard/post-like-growth?size=31" },
  get_follower_growth: { args: { hours: 48 }, path: "/leaderboard/follower-growth?hours=48" },
  get_power_hours: { args: { days: 2, utc_offset: 480 }, path: "/stats/power-hours?days=2&utc_offset=480" },
  get_like_ladder: { args: { region: "TW" }, path: "/stats/like-ladder?region=TW" },
  get_follower_ladder: { args: { language: "zh-Hant" }, path: "/stats/follower-ladder?language=zh-Hant" }
}

interface RestBody {
  readonly notices?: unknown
}

/** What a tool answers where REST answers this. */
export const asToolAnswers = <Body extends RestBody>(body: Body): Body =>
  /"(caption|full_name|biography)":/.test(JSON.stringify(body))
    ? { ...body, notices: [strangersNotice, ...(Array.isArray(body.notices) ? body.notices : [])] }
    : body
