/** Written by `npm run generate -w packages/client` from the contract of Heddle 1.21.0. */
import type { Operation } from "./Operation.ts"
import type { CallOptions } from "./Options.ts"
import type { ServerSentEvent } from "./ServerSentEvents.ts"

/** The stable codes of problems; later releases can have more. */
export type ProblemCode =
  | "invalid_parameter"
  | "missing_api_key"
  | "invalid_api_key"
  | "insufficient_credits"
  | "key_limit_reached"
  | "plan_required"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "not_acceptable"
  | "request_timeout"
  | "conflict"
  | "idempotency_conflict"
  | "payload_too_large"
  | "unsupported_media_type"
  | "expectation_failed"
  | "rate_limited"
  | "too_many_running_calls"
  | "headers_too_large"
  | "internal"
  | "unavailable"

export type Balance = {
  /** Credits you can spend now: current grants minus holds. */
  readonly remaining_credits: number
  /** Credits reserved for running calls and for webhook events that have not been sent yet. */
  readonly held_credits: number
  /** When the credits run out at the pace of the last 7 full days (UTC), in Unix seconds. Null before 3 full days of use, and if they last until they expire or none are left. */
  readonly runs_out_at: number | null
  /** The active plan; null if there is none. */
  readonly plan: {
    /** An API plan: `lite`, `standard`, `plus` or `premium`. */
    readonly name: "lite" | "standard" | "plus" | "premium"
    /** When the plan renews automatically, in Unix seconds; null if it does not. */
    readonly renews_at: number | null
    /** Whether the plan includes webhooks. */
    readonly webhooks: boolean
  } | null
  /** Current grants, in the order in which they are spent. */
  readonly grants: ReadonlyArray<BalanceGrant>
}

export type BalanceGrant = {
  /** Where the credits came from. */
  readonly kind: "plan" | "top_up" | "operator" | "trial"
  /** Credits left in this grant, minus holds. */
  readonly remaining: number
  /** When the remaining credits expire, in Unix seconds. */
  readonly expires_at: number
}

export type UsageEntry = {
  /** The id of the entry. */
  readonly id: string
  /** When the call was charged or refunded, in Unix seconds. */
  readonly time: number
  /** Credits. Negative for refunds, and possibly for daily totals. */
  readonly cost: number
  /** The name of the API key, `account login (APPLICATION)`, or `webhook EP_ID`. */
  readonly source: string
  /** The parameters of the call. A refund has `refund_of`, the id of the refunded entry. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** What was called, such as `keywords`. */
  readonly api_type: string
  /** The `X-Request-Id` of the call; null for webhook events. */
  readonly request_id: string | null
}

export type EstimateInput = {
  /** The operation, as in `operationId` after the dot. */
  readonly operation:
    | "searchPosts"
    | "hotPosts"
    | "keywordTrend"
    | "inspiration"
    | "semanticSearch"
    | "forecast"
    | "postChain"
    | "userFollowerHistory"
    | "userInteractions"
    | "userTopThreads"
    | "users"
    | "livePosts"
    | "liveUsers"
    | "coolReplies"
    | "followerGrowth"
    | "postLikeGrowth"
    | "followerLadder"
    | "likeLadder"
    | "powerHours"
    | "backtestRule"
  /** Its parameters by name: those of the path, the query and the body. A list is an array. */
  readonly parameters?: Readonly<Record<string, unknown>>
}

/** What a call would cost. */
export type Estimate = {
  /** The most that the call could cost, in credits. */
  readonly estimated_cost: number
  /** What this key can spend now, in credits. */
  readonly remaining_credits: number
  /** The largest `limit` or `size` that you can afford for this call; 0 if none, null if the call has no such parameter. */
  readonly max_affordable_limit: number | null
  /** Whether the call would run now. */
  readonly would_admit: boolean
}

export type FoundPost = {
  /** The code of the post. */
  readonly code: string
  /** URL of the post on the network. */
  readonly url: string
  /** The text of the post. */
  readonly caption: string
  /** The language of the text; `zh` is Chinese that could be in either script. */
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "en" | "ja" | "ko" | "other"
  /** Whether the post is a reply. */
  readonly is_reply: boolean
  /** When it was posted, in Unix seconds. */
  readonly post_timestamp: number
  /** The name of its author. */
  readonly username: string
  /** Likes. */
  readonly like_count: number
  /** Replies. */
  readonly reply_count: number
  /** Reposts and quotes. */
  readonly repost_count?: number
  /** Shares outside the network. */
  readonly reshare_count?: number
  /** View count; null if unknown. */
  readonly impression_count?: number | null
  /** URLs of pictures and videos. */
  readonly media_url?: ReadonlyArray<string>
  /** The code of the post it replies to; null if it is not a reply, or unknown. */
  readonly reply_to?: string | null
  /** When the counts were observed, in Unix seconds. */
  readonly metrics_at?: number
  readonly user?: PostAuthor
}

/** The author. */
export type PostAuthor = {
  /** The author's name. */
  readonly username: string
  /** The author's display name; empty if unknown. */
  readonly full_name: string
  /** URL of the picture; empty if unknown. */
  readonly profile_picture: string
  /** Followers; null if unknown. */
  readonly follower_count: number | null
}

export type DetailedPost = {
  /** The code of the post. */
  readonly code: string
  /** URL of the post on the network. */
  readonly url: string
  /** The text of the post. */
  readonly caption: string
  /** The language of the text; `zh` is Chinese that could be in either script. */
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "en" | "ja" | "ko" | "other"
  /** Whether the post is a reply. */
  readonly is_reply: boolean
  /** When it was posted, in Unix seconds. */
  readonly post_timestamp: number
  /** The name of its author. */
  readonly username: string
  /** Likes. */
  readonly like_count: number
  /** Replies. */
  readonly reply_count: number
  /** Reposts and quotes. */
  readonly repost_count: number
  /** Shares outside the network. */
  readonly reshare_count: number
  /** View count; null if unknown. */
  readonly impression_count: number | null
  /** URLs of pictures and videos. */
  readonly media_url: ReadonlyArray<string>
  /** The code of the post it replies to; null if it is not a reply, or unknown. */
  readonly reply_to: string | null
  /** When the counts were observed, in Unix seconds. */
  readonly metrics_at: number
  readonly user: PostAuthor
}

export type KeywordTrend = {
  /** As given in the request. */
  readonly keyword: string
  /** Oldest first, including days with 0 posts. */
  readonly days: ReadonlyArray<TrendPoint>
}

export type TrendPoint = {
  /** The day in UTC, `YYYY-MM-DD`. */
  readonly date: string
  /** Posts that contain the keyword. */
  readonly post_count: number
  /** Likes of these posts. */
  readonly like_count?: number
  /** Replies to these posts. */
  readonly reply_count?: number
  /** Reposts and quotes of these posts. */
  readonly repost_count?: number
  /** Shares of these posts outside the network. */
  readonly reshare_count?: number
}

export type RelevantPost = {
  /** The code of the post. */
  readonly code: string
  /** URL of the post on the network. */
  readonly url: string
  /** The text of the post. */
  readonly caption: string
  /** The language of the text; `zh` is Chinese that could be in either script. */
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "en" | "ja" | "ko" | "other"
  /** Whether the post is a reply. */
  readonly is_reply: boolean
  /** When it was posted, in Unix seconds. */
  readonly post_timestamp: number
  /** The name of its author. */
  readonly username: string
  /** Likes. */
  readonly like_count: number
  /** Replies. */
  readonly reply_count: number
  /** How close the post is to the topic, from 0 to 1. Compare scores only within one response, not between engines or topics. */
  readonly relevance_score: number
}

export type Forecast = {
  /** The code given. */
  readonly code: string
  /** `ok`: there is a forecast. `too_young`: posted less than an hour ago. `too_old`: posted more than 7 days ago. `no_metric`: the count is not known, or was not observed in time. `not_yet`: no model is of use for a post of this age. `not_found`: no post with this code is stored. */
  readonly status: "ok" | "too_young" | "too_old" | "no_metric" | "not_yet" | "not_found"
  /** When the post will be old enough for a forecast: with `too_young`, and with `not_yet` unless it takes a newer observation or more posts to learn from. Null for other rows. */
  readonly possible_at: number | null
  /** View count; null if unknown. */
  readonly impression_count: number | null
  /** Likes; null when the post was not found. */
  readonly like_count: number | null
  /** Replies; null when the post was not found. */
  readonly reply_count: number | null
  /** When the counts were observed, in Unix seconds; null when the post was not found. */
  readonly metrics_at: number | null
  /** The next five of 1, 2, 5, 10, … above the current count, lowest first, from 1,000 views, 100 likes or 50 replies (lower where half of the posts stay below); empty if there is no forecast. */
  readonly thresholds: ReadonlyArray<ForecastThreshold>
  /** The model behind the forecast; null if there is no forecast. */
  readonly model: ForecastModel | null
}

export type ForecastThreshold = {
  /** The number of views, when `metric` is `views`. */
  readonly views?: number
  /** The number of likes, when `metric` is `likes`. */
  readonly likes?: number
  /** The number of replies, when `metric` is `replies`. */
  readonly replies?: number
  /** The probability that the post reaches it within 7 days of posting, from 0.001 to 0.999. */
  readonly probability: number
  /** Only there when true: the probability may be off by more than 0.1, because other networks differ about it and this one is not known yet. */
  readonly rough?: boolean
  /** When the post reaches it, if it does: the median time. Null if the probability is below 0.05. */
  readonly expected_at: number | null
  /** If the post reaches it, it does so after this time with a probability of 0.9. Null with `expected_at`. */
  readonly earliest_at: number | null
  /** If the post reaches it, it does so before this time with a probability of 0.9. Null with `expected_at`. */
  readonly latest_at: number | null
}

export type ForecastModel = {
  /** `learned`: from posts of this service that were followed for a week. `adapted`: from the first posts of this service, and from other networks for what they do not tell yet. `prior`: from other networks only, so the probabilities are rough. */
  readonly kind: "learned" | "adapted" | "prior"
  /** The version of the model; changes with every training. */
  readonly version: string
  /** How many posts of this service the model was trained on. */
  readonly posts: number
  /** The Brier skill of forecasts at the age of the observation: 1 is perfect, 0 is no better than the share of all posts that reach a threshold. Measured on later posts of this service; of the prior, and as long as few posts were followed for a week, what four of five simulated networks exceed. */
  readonly skill: number
}

export type Chain = {
  readonly root: Post
  /** Each reply follows the post it replies to, after that post's older replies and their replies. */
  readonly replies: ReadonlyArray<ChainReply>
}

/** The top post of the thread. */
export type Post = {
  /** The code of the post. */
  readonly code: string
  /** URL of the post on the network. */
  readonly url: string
  /** The text of the post. */
  readonly caption: string
  /** The language of the text; `zh` is Chinese that could be in either script. */
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "en" | "ja" | "ko" | "other"
  /** Whether the post is a reply. */
  readonly is_reply: boolean
  /** When it was posted, in Unix seconds. */
  readonly post_timestamp: number
  /** The name of its author. */
  readonly username: string
  /** Likes. */
  readonly like_count: number
  /** Replies. */
  readonly reply_count: number
}

export type ChainReply = {
  /** The code of the post. */
  readonly code: string
  /** URL of the post on the network. */
  readonly url: string
  /** The text of the post. */
  readonly caption: string
  /** The language of the text; `zh` is Chinese that could be in either script. */
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "en" | "ja" | "ko" | "other"
  /** Whether the post is a reply. */
  readonly is_reply: boolean
  /** When it was posted, in Unix seconds. */
  readonly post_timestamp: number
  /** The name of its author. */
  readonly username: string
  /** Likes. */
  readonly like_count: number
  /** Replies. */
  readonly reply_count: number
  /** 1 for a reply to the root, 2 for a reply to such a reply, and so on. */
  readonly depth: number
  /** Where the counts come from: `live` if they were read from the network for this call. */
  readonly source: "stored" | "live"
}

export type FollowerHistoryDay = {
  /** The day in UTC, `YYYY-MM-DD`. */
  readonly date: string
  /** Followers; null before the first observation. */
  readonly follower_count: number | null
  /** Change since the previous day; null if either count is unknown. */
  readonly follower_change: number | null
  /** Number of accounts the author followed; null if unknown. */
  readonly following_count: number | null
  /** Posts; null if unknown. */
  readonly post_count: number | null
  /** When the counts were observed, in Unix seconds; earlier than this day when nothing was observed on it. Null before the first observation. */
  readonly observed_at: number | null
}

export type Interaction = {
  /** The other author's name. */
  readonly username: string
  /** Replies by the author in the path to the other author's posts. */
  readonly sent: number
  /** Replies by the other author to posts of the author in the path. */
  readonly received: number
  /** `sent` plus `received`. */
  readonly total: number
  /** The smaller of `sent` and `received`. */
  readonly mutual: number
  /** When either last replied, in Unix seconds. */
  readonly last_interaction_at: number
}

export type TopPost = {
  /** The code of the post. */
  readonly code: string
  /** URL of the post on the network. */
  readonly url: string
  /** The text of the post. */
  readonly caption: string
  /** The language of the text; `zh` is Chinese that could be in either script. */
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "en" | "ja" | "ko" | "other"
  /** Whether the post is a reply. */
  readonly is_reply: boolean
  /** When it was posted, in Unix seconds. */
  readonly post_timestamp: number
  /** The name of its author. */
  readonly username: string
  /** Likes. */
  readonly like_count: number
  /** Replies. */
  readonly reply_count: number
  /** View count; null if unknown. */
  readonly impression_count: number | null
}

export type Author = {
  /** The author was found. */
  readonly status: "ok"
  /** The author's name. */
  readonly username: string
  /** The author's display name; empty if unknown. */
  readonly full_name: string
  /** URL of the picture; empty if unknown. */
  readonly profile_picture: string
  /** The author's biography; empty if unknown. */
  readonly biography: string
  /** Followers; null if unknown. */
  readonly follower_count: number | null
  /** Number of accounts the author follows; null if unknown. */
  readonly following_count: number | null
  /** Posts; null if unknown. */
  readonly post_count: number | null
  /** The language of most of the author's posts from the last 30 days; null without posts. */
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "en" | "ja" | "ko" | "other" | null
  /** `live` if it was read from the network for this call. */
  readonly source: "stored" | "live"
}

export type UnknownAuthor = {
  /** The author is unknown. */
  readonly status: "not_found"
  /** The name given. */
  readonly username: string
}

export type LivePost = {
  /** The post was read. */
  readonly status: "ok"
  /** The code of the post. */
  readonly code: string
  /** URL of the post on the network. */
  readonly url: string
  /** The text of the post. */
  readonly caption: string
  /** The language of the text; `zh` is Chinese that could be in either script. */
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "en" | "ja" | "ko" | "other"
  /** Whether the post is a reply. */
  readonly is_reply: boolean
  /** When it was posted, in Unix seconds. */
  readonly post_timestamp: number
  /** The name of its author. */
  readonly username: string
  /** Likes. */
  readonly like_count: number
  /** Replies. */
  readonly reply_count: number
  /** Reposts and quotes. */
  readonly repost_count: number
  /** Shares outside the network. */
  readonly reshare_count: number
  /** View count; null if unknown. */
  readonly impression_count: number | null
  /** URLs of pictures and videos. */
  readonly media_url: ReadonlyArray<string>
  /** The code of the post it replies to; null if it is not a reply, or unknown. */
  readonly reply_to: string | null
  /** When the counts were observed, in Unix seconds. */
  readonly metrics_at: number
  readonly user: PostAuthor
}

export type FailedPost = {
  /** The live read failed. */
  readonly status: "failed"
  /** `not_found`: the network does not have it. `timed_out`, `rate_limited`, `unavailable`: try again later. `unsupported`: none of this server's sources supports live reads. */
  readonly reason: "not_found" | "timed_out" | "rate_limited" | "unavailable" | "unsupported"
  /** The reason in words. */
  readonly message: string
  /** The code given. */
  readonly code: string
}

export type FailedAuthor = {
  /** The live read failed. */
  readonly status: "failed"
  /** `not_found`: the network does not have it. `timed_out`, `rate_limited`, `unavailable`: try again later. `unsupported`: none of this server's sources supports live reads. */
  readonly reason: "not_found" | "timed_out" | "rate_limited" | "unavailable" | "unsupported"
  /** The reason in words. */
  readonly message: string
  /** The name given. */
  readonly username: string
}

export type TopReply = {
  /** Place on the leaderboard, from 1. */
  readonly rank: number
  /** Likes of the reply. */
  readonly value: number
  /** The code of the post. */
  readonly code: string
  /** URL of the post on the network. */
  readonly url: string
  /** The text of the post. */
  readonly caption: string
  /** The language of the text; `zh` is Chinese that could be in either script. */
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "en" | "ja" | "ko" | "other"
  /** Whether the post is a reply. */
  readonly is_reply: boolean
  /** When it was posted, in Unix seconds. */
  readonly post_timestamp: number
  /** The name of its author. */
  readonly username: string
  /** Likes. */
  readonly like_count: number
  /** Replies. */
  readonly reply_count: number
}

export type GrowingAuthor = {
  /** Place on the leaderboard, from 1. */
  readonly rank: number
  /** Followers gained; never 0. */
  readonly value: number
  /** `value` divided by the earlier number of followers (0.25 means 25% more); null if that was 0. */
  readonly growth_rate: number | null
  /** The author's name. */
  readonly username: string
  /** The author's display name; empty if unknown. */
  readonly full_name: string
  /** URL of the picture; empty if unknown. */
  readonly profile_picture: string
  /** Followers now. */
  readonly follower_count: number
  /** The language of most of the author's posts from the last 30 days. */
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "en" | "ja" | "ko" | "other"
}

export type GrowingPost = {
  /** Place on the leaderboard, from 1. */
  readonly rank: number
  /** Likes gained; never 0. */
  readonly value: number
  /** The code of the post. */
  readonly code: string
  /** URL of the post on the network. */
  readonly url: string
  /** The text of the post. */
  readonly caption: string
  /** The language of the text; `zh` is Chinese that could be in either script. */
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "en" | "ja" | "ko" | "other"
  /** Whether the post is a reply. */
  readonly is_reply: boolean
  /** When it was posted, in Unix seconds. */
  readonly post_timestamp: number
  /** The name of its author. */
  readonly username: string
  /** Likes. */
  readonly like_count: number
  /** Replies. */
  readonly reply_count: number
}

export type Ladder = {
  /** The language of the posts or authors. */
  readonly language: string
  /** How many posts or authors were compared. */
  readonly population: number
  /** One rung for each percentile, lowest first. */
  readonly rungs: ReadonlyArray<Rung>
}

export type Rung = {
  /** A percentage of the compared posts or authors. */
  readonly percentile: 50 | 75 | 90 | 95 | 99 | 99.9
  /** The smallest number that at least this percentage of them does not exceed; null if nothing was compared. */
  readonly at_least: number | null
}

export type PowerHours = {
  /** All posts. */
  readonly post_count: number
  /** Half of the posts have at most this many likes; null without posts. */
  readonly median_likes: number | null
  /** All 168 hours of a week, from Monday 0:00, including hours with 0 posts. */
  readonly cells: ReadonlyArray<PowerHour>
}

export type PowerHour = {
  /** 1 is Monday, 7 is Sunday (ISO 8601), at the given offset. */
  readonly weekday: number
  /** The hour of the day, at the given offset. */
  readonly hour: number
  /** Posts written in this hour. */
  readonly post_count: number
  /** Half of the posts have at most this many likes; null without posts. */
  readonly median_likes: number | null
  /** `median_likes` divided by the median of all posts; null without posts, or if the median of all posts is 0. */
  readonly lift: number | null
}

export type EndpointInput = {
  /** Public HTTPS URL that receives events by POST. */
  readonly url: string
  /** What to call the endpoint in the portal. Null or absent: no name. */
  readonly name?: string | null
  /** Whether requests also have the headers of the Standard Webhooks specification. Default: `false`. */
  readonly standardWebhooks?: boolean
  /** The most credits that the endpoint's events can cost in a day (UTC), at least 20. Matching posts beyond the cap are sent after midnight if they are still within the window of their rule. Null or absent: no cap. */
  readonly dailyCreditCap?: number | null
  /** Whether requests also have the headers of the Standard Webhooks specification. Default: `false`. */
  readonly standard_webhooks?: boolean
  /** The most credits that the endpoint's events can cost in a day (UTC), at least 20. Matching posts beyond the cap are sent after midnight if they are still within the window of their rule. Null or absent: no cap. */
  readonly daily_credit_cap?: number | null
}

/** An endpoint. */
export type Endpoint = {
  /** The id of the endpoint (`ep_…`). */
  readonly id: string
  /** The URL that receives events by POST. */
  readonly url: string
  /** What the customer calls the endpoint; null without a name. */
  readonly name: string | null
  /** The newest signing secret; the HMAC key is this whole string as UTF-8 bytes. */
  readonly secret: string
  /** RFC 3339. */
  readonly createdAt: string
  /** Whether requests also have Standard Webhooks headers. */
  readonly standardWebhooks: boolean
  /** The most credits that the endpoint's events can cost in a day (UTC); null for no cap. */
  readonly dailyCreditCap: number | null
  readonly health: EndpointHealth
  readonly queue: EndpointQueue
  /** The endpoint's rules. */
  readonly rules: ReadonlyArray<Rule>
}

/** Whether attempts to the endpoint succeed. */
export type EndpointHealth = {
  /** `healthy`: the last attempt succeeded, or there has been none. `failing`: the last attempt failed. `delayed`: after too many failures in a row, Heddle tries one event at a time, with pauses, until one succeeds. */
  readonly state: "healthy" | "failing" | "delayed"
  /** The first failure since the last success; null if healthy. RFC 3339. */
  readonly failingSince: string | null
  /** The latest failure; null if healthy. */
  readonly lastError: string | null
}

/** The events waiting for the endpoint. */
export type EndpointQueue = {
  /** Events waiting for their first attempt or a retry. At most 10,001 are counted. */
  readonly waiting: number
  /** The earliest time at which the next of these can be sent, considering the rate limit, the pauses of a delayed endpoint and those asked for with `Retry-After`. A time in the past means now; null means that none are waiting. RFC 3339. */
  readonly nextAttemptAt: string | null
}

export type Rule = {
  /** The id of the rule (`rule_…`). */
  readonly id: string
  /** Whether the rule has a keyword. */
  readonly type: "keyword" | "trending"
  /** Only in keyword rules. */
  readonly keyword?: string
  /** The likes a post needs. */
  readonly likeCount?: number
  /** The replies a post needs. */
  readonly replyCount?: number
  /** The views a post needs. */
  readonly viewCount?: number
  /** Only in trending rules. */
  readonly lookbackHours?: number
  /** The language of the posts. */
  readonly language: "zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko"
  /** Only in rules that leave out the posts that matched when they were created. */
  readonly sendExisting?: false
  /** What the rule asks for, in one form. Two rules of an endpoint with the same key are identical: creating the second is a 409. */
  readonly contentKey?: string
  /** RFC 3339. */
  readonly createdAt: string
}

export type RuleInput = {
  /** The keyword. If it is missing, null or empty, this is a trending rule. */
  readonly keyword?: string | null
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly likeCount?: number
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly replyCount?: number
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly viewCount?: number
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookbackHours?: number
  /** The language of the posts: `zh`, `zh-Hant`, `zh-Hans`, `yue`, `ja`, `ko`, and `en` where the operator allows it. `zh` covers `zh-Hant`, `zh-Hans` and `yue`. Case-insensitive. Default: `zh`. */
  readonly language?: string
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly like_count?: number
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly reply_count?: number
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly view_count?: number
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookback_hours?: number
  /** Whether the posts that match the rule when it is created are sent. With `false`, only posts that begin to match later are. Default: `true`. */
  readonly sendExisting?: boolean
  /** Whether the posts that match the rule when it is created are sent. With `false`, only posts that begin to match later are. Default: `true`. */
  readonly send_existing?: boolean
}

export type Deletion = {
  /** The deleted id. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
}

export type RotationInput = {
  /** How many hours the old secret also signs requests. With 0, it stops immediately. Default: `24`. */
  readonly overlapHours?: number
  /** How many hours the old secret also signs requests. With 0, it stops immediately. Default: `24`. */
  readonly overlap_hours?: number
}

/** The endpoint with its new secret. */
export type RotatedEndpoint = {
  /** The id of the endpoint (`ep_…`). */
  readonly id: string
  /** The URL that receives events by POST. */
  readonly url: string
  /** What the customer calls the endpoint; null without a name. */
  readonly name: string | null
  /** The newest signing secret; the HMAC key is this whole string as UTF-8 bytes. */
  readonly secret: string
  /** RFC 3339. */
  readonly createdAt: string
  /** Whether requests also have Standard Webhooks headers. */
  readonly standardWebhooks: boolean
  /** The most credits that the endpoint's events can cost in a day (UTC); null for no cap. */
  readonly dailyCreditCap: number | null
  readonly health: EndpointHealth
  readonly queue: EndpointQueue
  /** The endpoint's rules. */
  readonly rules: ReadonlyArray<Rule>
  /** When the previous secret stops signing. RFC 3339. */
  readonly previousSecretExpiresAt: string
}

export type TestedEndpoint = {
  /** Whether the endpoint accepted the event with a 2xx. */
  readonly delivered: boolean
  /** The status of the response; null if there was none. */
  readonly statusCode: number | null
  /** How long the attempt took, in milliseconds. */
  readonly durationMs: number
  /** Why there was no response; null if there was one. */
  readonly error: string | null
  /** The start of the response body, at most 1 KiB; null if there was no response. */
  readonly response: string | null
}

export type BacktestInput = {
  /** The keyword. If it is missing, null or empty, this is a trending rule. */
  readonly keyword?: string | null
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly likeCount?: number
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly replyCount?: number
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly viewCount?: number
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookbackHours?: number
  /** The language of the posts: `zh`, `zh-Hant`, `zh-Hans`, `yue`, `ja`, `ko`, and `en` where the operator allows it. `zh` covers `zh-Hant`, `zh-Hans` and `yue`. Case-insensitive. Default: `zh`. */
  readonly language?: string
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly like_count?: number
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly reply_count?: number
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly view_count?: number
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookback_hours?: number
  /** How many days (UTC) to include; the last one is today. Default: `7`. */
  readonly days?: number
}

/** A day. */
export type BacktestDay = {
  /** A day in UTC, as `2026-11-22`. */
  readonly day: string
  /** Posts of this day that the rule would have matched. */
  readonly matches: number
  /** What the events of these posts would cost, in credits: 20 each. */
  readonly credits: number
}

/** Why the post did or did not match the rule. */
export type RuleExplanation = {
  /** `fired`: the rule has created an event for the post. `unknown_post`: no post with this code is stored. `deleted`: the post was deleted. `existing`: the post matched when the rule was created, with `sendExisting: false`. `no_match`: its text does not contain the keyword, or it is in another language; neither ever changes. `too_old`: the post left the window before it reached the thresholds. `no_plan`: the account has no plan with webhooks, so its rules are paused. `waiting`: the post is still below a threshold, and within the window. `capped`: all conditions of the rule hold, but the endpoint has reached its daily cap. `out_of_credits`: all conditions of the rule hold, but the credits do not cover an event. `will_fire`: all conditions hold, so the next check creates the event. If several apply, the first of these. */
  readonly verdict:
    | "fired"
    | "unknown_post"
    | "deleted"
    | "existing"
    | "no_match"
    | "too_old"
    | "no_plan"
    | "waiting"
    | "capped"
    | "out_of_credits"
    | "will_fire"
  /** The conditions of an event, as they stand now. Without a stored post, only `post`. */
  readonly conditions: ReadonlyArray<ExplainedCondition>
  /** The time span during which this rule checks the post. */
  readonly window: {
    /** When it was posted; null when unknown (RFC 3339). */
    readonly from: string | null
    /** When it leaves, or left, the window of the rule; null when unknown (RFC 3339). */
    readonly until: string | null
  }
  /** When this account's rules were last checked; newer rules and posts wait for the next check. Null before the first (RFC 3339). */
  readonly checkedAt: string | null
  /** The event that the rule created for the post; null if there is none. */
  readonly event: {
    /** The event (`evt_…`). */
    readonly id: string
    /** `scheduled`: waits for its first attempt. `sending`. `retrying`: waits for another attempt. `delivered`. `failed`: no attempt is left. `cancelled`: the rule, the endpoint or the post was deleted first. */
    readonly state: "scheduled" | "sending" | "retrying" | "delivered" | "failed" | "cancelled"
  } | null
  /** The verdict in words, and what still has to happen. */
  readonly text: string
}

/** A condition and its verdict. */
export type ExplainedCondition = {
  /** `post`: whether it is stored. `keyword`, `language`, `likeCount`, `replyCount`, `viewCount`: the ones that the rule has. `window`: the age of the post in hours. `plan`, `credits`: the account's. `dailyCap`: what the endpoint's events can still cost today, if it has a cap. */
  readonly name:
    | "post"
    | "keyword"
    | "language"
    | "likeCount"
    | "replyCount"
    | "viewCount"
    | "window"
    | "plan"
    | "dailyCap"
    | "credits"
  /** The required value; for `window`, the maximum age. */
  readonly wanted: string | number | null
  /** The actual value; null if there is none, such as an unknown view count. */
  readonly actual: string | number | null
  /** Whether the condition holds now. */
  readonly holds: boolean
}

export type PreviewInput = {
  /** The keyword. If it is missing, null or empty, this is a trending rule. */
  readonly keyword?: string | null
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly likeCount?: number
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly replyCount?: number
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly viewCount?: number
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookbackHours?: number
  /** The language of the posts: `zh`, `zh-Hant`, `zh-Hans`, `yue`, `ja`, `ko`, and `en` where the operator allows it. `zh` covers `zh-Hant`, `zh-Hans` and `yue`. Case-insensitive. Default: `zh`. */
  readonly language?: string
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly like_count?: number
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly reply_count?: number
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly view_count?: number
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookback_hours?: number
  /** A rule that this one would replace: `again` then counts the posts that would be sent again. */
  readonly compareTo?: string
  /** A rule that this one would replace: `again` then counts the posts that would be sent again. */
  readonly compare_to?: string
}

/** What the rule would match now. */
export type RulePreview = {
  /** Posts that match the rule now, within its window. */
  readonly matches: number
  /** What the events of these posts would cost, in credits: 20 each. */
  readonly credits: number
  /** The posts by their time of posting: one row for each hour of the window, counted back from now, oldest first, including hours with 0 matches. */
  readonly hours: ReadonlyArray<{
    /** When the hour starts (RFC 3339). */
    readonly hour: string
    /** Posts of this hour that match. */
    readonly matches: number
  }>
  /** The newest of these posts, at most 5, as `/post/search` returns them with details. */
  readonly examples: ReadonlyArray<DetailedPost>
  /** Only with `compareTo`: how many of `matches` that rule has already sent or started to send. A new rule has a new id, so it sends these posts again, and each costs credits again. */
  readonly again?: number
}

/** One attempt to deliver an event. */
export type Delivery = {
  /** The id of the attempt (`dlv_…`). */
  readonly id: string
  /** The event (`evt_…`), which is the idempotency key; null for a test event. */
  readonly eventId: string | null
  /** The endpoint (`ep_…`). */
  readonly endpointId: string
  /** The rule that matched; null for a test event. */
  readonly ruleId: string | null
  /** The post; null for a test event. */
  readonly postCode: string | null
  /** Whether a test event was sent. */
  readonly test: boolean
  /** The number of the attempt for this event, from 1. */
  readonly attempt: number
  /** RFC 3339. */
  readonly startedAt: string
  /** How long the attempt took, in milliseconds; null while it is running or if it was lost. */
  readonly durationMs: number | null
  /** `delivered` (any 2xx), `failed`, or `sending` while it is running. */
  readonly outcome: "delivered" | "failed" | "sending"
  /** The status of the response; null if there was none. */
  readonly statusCode: number | null
  /** Why there was no response; null if there was one. */
  readonly error: string | null
  /** Where a failed attempt failed: at your endpoint (`customer`), on the way to it (`network`), or in Heddle (`us`, which does not use up a retry). Null if it did not fail. */
  readonly faultOwner: "customer" | "network" | "us" | null
}

export type ResentEvent = {
  /** The event, whose id is the idempotency key. */
  readonly eventId: string
  /** Always `retrying`. */
  readonly state: "retrying"
  /** When the event is sent: now (RFC 3339). */
  readonly dueAt: string
  /** Credits charged for the event: 0, or 20 if its first charge was refunded. */
  readonly charged: number
}

/** An attempt with its request and response. */
export type DeliveryDetails = {
  /** The id of the attempt (`dlv_…`). */
  readonly id: string
  /** The event (`evt_…`), which is the idempotency key; null for a test event. */
  readonly eventId: string | null
  /** The endpoint (`ep_…`). */
  readonly endpointId: string
  /** The rule that matched; null for a test event. */
  readonly ruleId: string | null
  /** The post; null for a test event. */
  readonly postCode: string | null
  /** Whether a test event was sent. */
  readonly test: boolean
  /** The number of the attempt for this event, from 1. */
  readonly attempt: number
  /** RFC 3339. */
  readonly startedAt: string
  /** How long the attempt took, in milliseconds; null while it is running or if it was lost. */
  readonly durationMs: number | null
  /** `delivered` (any 2xx), `failed`, or `sending` while it is running. */
  readonly outcome: "delivered" | "failed" | "sending"
  /** The status of the response; null if there was none. */
  readonly statusCode: number | null
  /** Why there was no response; null if there was one. */
  readonly error: string | null
  /** Where a failed attempt failed: at your endpoint (`customer`), on the way to it (`network`), or in Heddle (`us`, which does not use up a retry). Null if it did not fail. */
  readonly faultOwner: "customer" | "network" | "us" | null
  /** What Heddle sent. */
  readonly request: {
    /** The URL; null for attempts made by older releases. */
    readonly url: string | null
    /** The headers as sent, with shortened signatures; null while the attempt is running or if they are unknown. */
    readonly headers: Readonly<Record<string, string>> | null
    /** The body as sent; null for a test event, or once it is no longer kept. */
    readonly body: string | null
  }
  /** The endpoint's response; null if there was none. */
  readonly response: {
    /** The headers as received, up to 8 KiB; cookies and other secrets are `[redacted]`. Null if unknown. */
    readonly headers: Readonly<Record<string, string>> | null
    /** The first 16 KiB of the body, or 1 KiB for a test event. */
    readonly body: string | null
  } | null
}

/** A job that sends failed events again. */
export type Recovery = {
  /** The id of the recovery (`rec_…`). */
  readonly id: string
  /** The endpoint (`ep_…`). */
  readonly endpointId: string
  /** Events that failed at or after this time are sent again (RFC 3339). */
  readonly since: string
  /** `running`, `completed`, `cancelled` or `out_of_credits`. */
  readonly state: "running" | "completed" | "cancelled" | "out_of_credits"
  /** Events that had failed when the recovery started. */
  readonly total: number
  /** Events scheduled to be sent again so far. */
  readonly resent: number
  /** When the recovery started (RFC 3339). */
  readonly createdAt: string
  /** When it ended; null while it is running (RFC 3339). */
  readonly finishedAt: string | null
}

export type RecoveryInput = {
  readonly since: string
}

export type Acknowledgement = {
  /** The ids of up to 100 events (`evt_…`). */
  readonly eventIds?: ReadonlyArray<string>
  /** The ids of up to 100 events (`evt_…`). */
  readonly event_ids?: ReadonlyArray<string>
}

export type BalanceParameters = Readonly<Record<string, never>>

/** The balance. */
export type BalanceAnswer = {
  readonly data: Balance
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface BalanceHistoryParameters {
  /** The page number, from 1. */
  readonly page?: number | undefined
  /** The `anchor` of the previous page, or of any earlier page, so that entries added in the meantime do not shift the pages. It is valid for 24 hours if the filters stay the same. */
  readonly anchor?: string | undefined
  /** Only this API type. */
  readonly api_type?: string | undefined
  /** Only this source, such as the name of a key. */
  readonly source?: string | undefined
  /** Only calls with the API key that has this id (`key_…`). */
  readonly key_id?: string | undefined
  /** Only entries at or after this time, in Unix seconds. */
  readonly from?: number | undefined
  /** Only entries before this time, in Unix seconds. */
  readonly to?: number | undefined
}

/** One page of the usage history. */
export type BalanceHistoryAnswer = {
  /** The entries, newest first. */
  readonly data: ReadonlyArray<UsageEntry>
  /** This page, from 1. */
  readonly page: number
  /** The `anchor` for the next page; null if the history is empty. */
  readonly anchor: string | null
  /** Entries on a full page. */
  readonly page_size: number
  /** Total number of entries. */
  readonly total: number
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface ExportHistoryParameters {
  /** `csv` (RFC 4180) or `ndjson` (one JSON object per line). */
  readonly format?: ("csv" | "ndjson") | undefined
  /** Only this API type. */
  readonly api_type?: string | undefined
  /** Only this source, such as the name of a key. */
  readonly source?: string | undefined
  /** Only calls with the API key that has this id (`key_…`). */
  readonly key_id?: string | undefined
  /** Only entries at or after this time, in Unix seconds. */
  readonly from?: number | undefined
  /** Only entries before this time, in Unix seconds. */
  readonly to?: number | undefined
}

export interface EstimateParameters {
  /** The operation, as in `operationId` after the dot. */
  readonly operation:
    | "searchPosts"
    | "hotPosts"
    | "keywordTrend"
    | "inspiration"
    | "semanticSearch"
    | "forecast"
    | "postChain"
    | "userFollowerHistory"
    | "userInteractions"
    | "userTopThreads"
    | "users"
    | "livePosts"
    | "liveUsers"
    | "coolReplies"
    | "followerGrowth"
    | "postLikeGrowth"
    | "followerLadder"
    | "likeLadder"
    | "powerHours"
    | "backtestRule"
  /** Its parameters by name: those of the path, the query and the body. A list is an array. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined
}

/** The estimate. */
export type EstimateAnswer = {
  readonly data: Estimate
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface SearchPostsParameters {
  /** 1 to 10 keywords of at most 100 characters. Repeat the parameter, or separate the items with commas. */
  readonly keywords: ReadonlyArray<string>
  /** Whether one keyword is enough (`any`) or all must match (`all`). */
  readonly match?: ("any" | "all") | undefined
  /** Keywords that a post must not contain. Repeat the parameter, or separate the items with commas. */
  readonly exclude?: ReadonlyArray<string> | undefined
  /** The posts' language. `zh` covers all Chinese. */
  readonly language?: ("zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko") | undefined
  /** Adds counts, media and the author to each post. */
  readonly include_details?: boolean | undefined
  /** `thread` (root posts), `reply` (needs `include_details=true`) or `all`. */
  readonly post_type?: ("thread" | "reply" | "all") | undefined
  /** Posted at least this long ago. */
  readonly min_age_hours?: number | undefined
  /** Posted at most this long ago. */
  readonly max_age_hours?: number | undefined
  /** Posted at or after this time, in Unix seconds; at most 90 days ago. */
  readonly since?: number | undefined
  /** Posted before this time, in Unix seconds. */
  readonly until?: number | undefined
  /** Only posts by this author. */
  readonly username?: string | undefined
  /** Only posts with at least this many likes. */
  readonly min_likes?: number | undefined
  /** Only posts with at least this many replies. */
  readonly min_replies?: number | undefined
  /** Only posts with at least this many views. Posts with an unknown view count are omitted. */
  readonly min_views?: number | undefined
  /** Newest first, or highest first by this count. */
  readonly sort?: ("recent" | "likes" | "replies" | "views") | undefined
  /** Posts per page. */
  readonly limit?: number | undefined
  /** The `next_cursor` of the previous page. It is valid for 24 hours if all other parameters stay the same. */
  readonly cursor?: string | undefined
}

/** One page of posts. */
export type SearchPostsAnswer = {
  /** The posts, in the requested order. */
  readonly data: ReadonlyArray<FoundPost>
  /** `cursor` of the next page; null on the last. */
  readonly next_cursor: string | null
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface HotPostsParameters {
  /** Number of posts. */
  readonly size?: number | undefined
  /** `engagement:desc` adds up likes, replies, reposts and reshares; `impression:desc` omits posts with an unknown view count. */
  readonly sort?: ("engagement:desc" | "like:desc" | "reply:desc" | "impression:desc") | undefined
  /** The posts' language. `zh` covers all Chinese. */
  readonly language?: ("zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko") | undefined
  /** How many hours back to include posts. */
  readonly hours?: number | undefined
}

/** The hot posts. */
export type HotPostsAnswer = {
  /** The posts, highest first. */
  readonly data: ReadonlyArray<DetailedPost>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface KeywordTrendParameters {
  /** 1 to 10 keywords of at most 100 characters. Repeat the parameter, or separate the items with commas. */
  readonly keywords: ReadonlyArray<string>
  /** How many days, in UTC; the last one is today. */
  readonly days?: number | undefined
  /** Adds each day's total likes, replies, reposts and shares. */
  readonly include_engagement?: boolean | undefined
  /** The posts' language. `zh` covers all Chinese. */
  readonly language?: ("zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko") | undefined
}

/** The trend of each keyword. */
export type KeywordTrendAnswer = {
  /** One row for each keyword, in the order given. */
  readonly data: ReadonlyArray<KeywordTrend>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface InspirationParameters {
  /** What the posts are about, in 1 to 500 characters. */
  readonly topic: string
  /** The language of the posts. Without it: `zh`, `ja` and `ko` together, not `en`. */
  readonly language?: ("zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko") | undefined
}

/** Posts to learn from. */
export type InspirationAnswer = {
  /** How posts were compared with the topic. `embedding`: by meaning, with the operator's embedding model. `lexical`: by shared words and characters, weighted by rarity, Chinese in either script; used if the operator has not set up a model. */
  readonly engine: "embedding" | "lexical"
  /** At most 10 posts, closest first. Tied posts are sorted newest first. */
  readonly data: ReadonlyArray<RelevantPost>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface SemanticSearchParameters {
  /** What the posts are about, in 1 to 500 characters. */
  readonly topic: string
  /** The posts' language. `zh` covers all Chinese. */
  readonly language?: ("zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko") | undefined
  /** Only posts with at least this many likes. */
  readonly min_likes?: number | undefined
  /** Only posts with at least this many replies. */
  readonly min_replies?: number | undefined
  /** The most posts to return. */
  readonly limit?: number | undefined
}

/** The posts closest to the topic. */
export type SemanticSearchAnswer = {
  /** How posts were compared with the topic. `embedding`: by meaning, with the operator's embedding model. `lexical`: by shared words and characters, weighted by rarity, Chinese in either script; used if the operator has not set up a model. */
  readonly engine: "embedding" | "lexical"
  /** The posts, closest first. Tied posts are sorted newest first. */
  readonly data: ReadonlyArray<RelevantPost>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface ForecastParameters {
  /** 1 to 20 post codes. Repeat the parameter, or separate the items with commas. */
  readonly codes: ReadonlyArray<string>
  /** The count to forecast. Most networks hide the views of other people's posts. */
  readonly metric?: ("views" | "likes" | "replies") | undefined
}

/** The forecasts. */
export type ForecastAnswer = {
  /** The count of the thresholds. */
  readonly metric: "views" | "likes" | "replies"
  /** One row for each code, in the order given. */
  readonly data: ReadonlyArray<Forecast>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface PostChainParameters {
  /** The code of a post, as in `data[].code` of a search. */
  readonly code: string
  /** The most posts to return, including the root. */
  readonly limit?: number | undefined
}

/** The thread. */
export type PostChainAnswer = {
  readonly data: Chain
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface UserFollowerHistoryParameters {
  /** The author's name on the network, without `@`. */
  readonly username: string
  /** How many days, in UTC; the last one is today. */
  readonly days?: number | undefined
}

/** The history. */
export type UserFollowerHistoryAnswer = {
  /** One row for each day, oldest first. */
  readonly data: ReadonlyArray<FollowerHistoryDay>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface UserInteractionsParameters {
  /** The author's name on the network, without `@`. */
  readonly username: string
  /** How many days back to count replies. */
  readonly days?: number | undefined
  /** Highest first by two-way (`mutual`), total, sent or received replies. */
  readonly sort?: ("mutual" | "total" | "sent" | "received") | undefined
  /** The most authors to return. */
  readonly limit?: number | undefined
}

/** The authors. */
export type UserInteractionsAnswer = {
  /** The authors, highest first. */
  readonly data: ReadonlyArray<Interaction>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface UserTopThreadsParameters {
  /** The author's name on the network, without `@`. */
  readonly username: string
  /** Posted at most this many days ago. */
  readonly days?: number | undefined
  /** Highest first by this count. With `view`, posts with an unknown view count come last. */
  readonly sort?: ("like" | "reply" | "view") | undefined
  /** The most posts to return. */
  readonly limit?: number | undefined
}

/** The posts. */
export type UserTopThreadsAnswer = {
  /** The posts, highest first. */
  readonly data: ReadonlyArray<TopPost>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface UsersParameters {
  /** 1 to 50 author names. Repeat the parameter, or separate the items with commas. */
  readonly usernames: ReadonlyArray<string>
}

/** The authors. */
export type UsersAnswer = {
  /** One row for each name, in the order given. */
  readonly data: ReadonlyArray<Author | UnknownAuthor>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface LivePostsParameters {
  /** 1 to 50 post codes. The posts can be of any age and do not have to be stored. Repeat the parameter, or separate the items with commas. */
  readonly codes: ReadonlyArray<string>
}

/** What was read. */
export type LivePostsAnswer = {
  /** One row for each code, in the order given. */
  readonly data: ReadonlyArray<LivePost | FailedPost>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface LiveUsersParameters {
  /** 1 to 50 author names. Repeat the parameter, or separate the items with commas. */
  readonly usernames: ReadonlyArray<string>
}

/** What was read. */
export type LiveUsersAnswer = {
  /** One row for each name, in the order given; `source` is always `live`. */
  readonly data: ReadonlyArray<Author | FailedAuthor>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface CoolRepliesParameters {
  /** The leaderboard's language. `zh` covers all Chinese. */
  readonly language?: ("zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko") | undefined
  /** Hours the leaderboard looks back. */
  readonly hours?: number | undefined
  /** The most rows to return. */
  readonly size?: number | undefined
}

/** The board. */
export type CoolRepliesAnswer = {
  /** The replies, best first. */
  readonly data: ReadonlyArray<TopReply>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface FollowerGrowthParameters {
  /** The leaderboard's language. `zh` covers all Chinese. */
  readonly language?: ("zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko") | undefined
  /** Hours the leaderboard looks back. */
  readonly hours?: number | undefined
  /** The most rows to return. */
  readonly size?: number | undefined
}

/** The board. */
export type FollowerGrowthAnswer = {
  /** The authors, best first. */
  readonly data: ReadonlyArray<GrowingAuthor>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface PostLikeGrowthParameters {
  /** The leaderboard's language. `zh` covers all Chinese. */
  readonly language?: ("zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko") | undefined
  /** Hours the leaderboard looks back. */
  readonly hours?: number | undefined
  /** The most rows to return. */
  readonly size?: number | undefined
}

/** The board. */
export type PostLikeGrowthAnswer = {
  /** The posts, best first. */
  readonly data: ReadonlyArray<GrowingPost>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface FollowerLadderParameters {
  /** The language of the posts or authors. `zh` covers all Chinese. */
  readonly language?: ("zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko") | undefined
  /** Instead of `language`: `TW` (zh-Hant), `CN` (zh-Hans), `HK` (yue), `JP` (ja), `KR` (ko), `US` (en). */
  readonly region?: ("TW" | "CN" | "HK" | "JP" | "KR" | "US") | undefined
}

/** The ladder. */
export type FollowerLadderAnswer = {
  readonly data: Ladder
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface LikeLadderParameters {
  /** The language of the posts or authors. `zh` covers all Chinese. */
  readonly language?: ("zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko") | undefined
  /** Instead of `language`: `TW` (zh-Hant), `CN` (zh-Hans), `HK` (yue), `JP` (ja), `KR` (ko), `US` (en). */
  readonly region?: ("TW" | "CN" | "HK" | "JP" | "KR" | "US") | undefined
}

/** The ladder. */
export type LikeLadderAnswer = {
  readonly data: Ladder
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface PowerHoursParameters {
  /** The posts' language. `zh` covers all Chinese. */
  readonly language?: ("zh" | "zh-Hant" | "zh-Hans" | "yue" | "en" | "ja" | "ko") | undefined
  /** How many days, in UTC; the last one is today. */
  readonly days?: number | undefined
  /** Offset from UTC in minutes for the hours in the response, such as 480 for Taipei. */
  readonly utc_offset?: number | undefined
}

/** The hours of the week. */
export type PowerHoursAnswer = {
  readonly data: PowerHours
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface CreateEndpointParameters {
  /** Public HTTPS URL that receives events by POST. */
  readonly url: string
  /** What to call the endpoint in the portal. Null or absent: no name. */
  readonly name?: (string | null) | undefined
  /** Whether requests also have the headers of the Standard Webhooks specification. Default: `false`. */
  readonly standardWebhooks?: boolean | undefined
  /** The most credits that the endpoint's events can cost in a day (UTC), at least 20. Matching posts beyond the cap are sent after midnight if they are still within the window of their rule. Null or absent: no cap. */
  readonly dailyCreditCap?: (number | null) | undefined
  /** Whether requests also have the headers of the Standard Webhooks specification. Default: `false`. */
  readonly standard_webhooks?: boolean | undefined
  /** The most credits that the endpoint's events can cost in a day (UTC), at least 20. Matching posts beyond the cap are sent after midnight if they are still within the window of their rule. Null or absent: no cap. */
  readonly daily_credit_cap?: (number | null) | undefined
}

/** The new endpoint. */
export type CreateEndpointAnswer = {
  readonly data: Endpoint
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export type ListEndpointsParameters = Readonly<Record<string, never>>

/** All endpoints. */
export type ListEndpointsAnswer = {
  /** The endpoints, oldest first. */
  readonly data: ReadonlyArray<Endpoint>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface CreateRuleParameters {
  /** The id of an endpoint (`ep_…`). */
  readonly endpoint_id: string
  /** The keyword. If it is missing, null or empty, this is a trending rule. */
  readonly keyword?: (string | null) | undefined
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly likeCount?: number | undefined
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly replyCount?: number | undefined
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly viewCount?: number | undefined
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookbackHours?: number | undefined
  /** The language of the posts: `zh`, `zh-Hant`, `zh-Hans`, `yue`, `ja`, `ko`, and `en` where the operator allows it. `zh` covers `zh-Hant`, `zh-Hans` and `yue`. Case-insensitive. Default: `zh`. */
  readonly language?: string | undefined
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly like_count?: number | undefined
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly reply_count?: number | undefined
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly view_count?: number | undefined
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookback_hours?: number | undefined
  /** Whether the posts that match the rule when it is created are sent. With `false`, only posts that begin to match later are. Default: `true`. */
  readonly sendExisting?: boolean | undefined
  /** Whether the posts that match the rule when it is created are sent. With `false`, only posts that begin to match later are. Default: `true`. */
  readonly send_existing?: boolean | undefined
}

/** The new rule. */
export type CreateRuleAnswer = {
  readonly data: Rule
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface DeleteEndpointParameters {
  /** The id of an endpoint (`ep_…`). */
  readonly endpoint_id: string
}

/** The deletion. */
export type DeleteEndpointAnswer = {
  readonly data: Deletion
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface ShowEndpointParameters {
  /** The id of an endpoint (`ep_…`). */
  readonly endpoint_id: string
}

/** The endpoint. */
export type ShowEndpointAnswer = {
  readonly data: Endpoint
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface DeleteRuleParameters {
  /** The id of a rule (`rule_…`). */
  readonly rule_id: string
}

/** The deletion. */
export type DeleteRuleAnswer = {
  readonly data: Deletion
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface RotateSecretParameters {
  /** The id of an endpoint (`ep_…`). */
  readonly endpoint_id: string
  /** How many hours the old secret also signs requests. With 0, it stops immediately. Default: `24`. */
  readonly overlapHours?: number | undefined
  /** How many hours the old secret also signs requests. With 0, it stops immediately. Default: `24`. */
  readonly overlap_hours?: number | undefined
}

/** The endpoint with its new secret. */
export type RotateSecretAnswer = {
  readonly data: RotatedEndpoint
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface TestEndpointParameters {
  /** The id of an endpoint (`ep_…`). */
  readonly endpoint_id: string
}

/** The endpoint's response. */
export type TestEndpointAnswer = {
  readonly data: TestedEndpoint
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface BacktestRuleParameters {
  /** The keyword. If it is missing, null or empty, this is a trending rule. */
  readonly keyword?: (string | null) | undefined
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly likeCount?: number | undefined
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly replyCount?: number | undefined
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly viewCount?: number | undefined
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookbackHours?: number | undefined
  /** The language of the posts: `zh`, `zh-Hant`, `zh-Hans`, `yue`, `ja`, `ko`, and `en` where the operator allows it. `zh` covers `zh-Hant`, `zh-Hans` and `yue`. Case-insensitive. Default: `zh`. */
  readonly language?: string | undefined
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly like_count?: number | undefined
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly reply_count?: number | undefined
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly view_count?: number | undefined
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookback_hours?: number | undefined
  /** How many days (UTC) to include; the last one is today. Default: `7`. */
  readonly days?: number | undefined
}

/** The backtest. */
export type BacktestRuleAnswer = {
  /** One row for each day, oldest first; the last is today. */
  readonly data: ReadonlyArray<BacktestDay>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface ExplainRuleParameters {
  /** The id of a rule (`rule_…`). */
  readonly rule_id: string
  /** The code of a post, as in `data[].code` of a search. */
  readonly post: string
}

/** The explanation. */
export type ExplainRuleAnswer = {
  readonly data: RuleExplanation
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface PreviewRuleParameters {
  /** The keyword. If it is missing, null or empty, this is a trending rule. */
  readonly keyword?: (string | null) | undefined
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly likeCount?: number | undefined
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly replyCount?: number | undefined
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly viewCount?: number | undefined
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookbackHours?: number | undefined
  /** The language of the posts: `zh`, `zh-Hant`, `zh-Hans`, `yue`, `ja`, `ko`, and `en` where the operator allows it. `zh` covers `zh-Hant`, `zh-Hans` and `yue`. Case-insensitive. Default: `zh`. */
  readonly language?: string | undefined
  /** How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule. */
  readonly like_count?: number | undefined
  /** How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule. */
  readonly reply_count?: number | undefined
  /** How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule. */
  readonly view_count?: number | undefined
  /** How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field. */
  readonly lookback_hours?: number | undefined
  /** A rule that this one would replace: `again` then counts the posts that would be sent again. */
  readonly compareTo?: string | undefined
  /** A rule that this one would replace: `again` then counts the posts that would be sent again. */
  readonly compare_to?: string | undefined
}

/** The preview. */
export type PreviewRuleAnswer = {
  readonly data: RulePreview
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface ListDeliveriesParameters {
  /** Only attempts to this endpoint, even if it has been deleted. */
  readonly endpointId?: string | undefined
  /** Only events of this rule, even if it has been deleted. */
  readonly ruleId?: string | undefined
  /** Only attempts of this event. */
  readonly eventId?: string | undefined
  /** Only events of this post. */
  readonly postCode?: string | undefined
  /** Only `delivered` or `failed` attempts, or running attempts (`sending`). */
  readonly outcome?: ("delivered" | "failed" | "sending") | undefined
  /** Only attempts whose response had this status. */
  readonly statusCode?: number | undefined
  /** Only attempts that started at or after this time (RFC 3339). */
  readonly from?: string | undefined
  /** Only attempts that started before this time (RFC 3339). */
  readonly to?: string | undefined
  /** Attempts per page. */
  readonly limit?: number | undefined
  /** The `next_cursor` of the previous page. It is valid for 24 hours if all other parameters stay the same. */
  readonly cursor?: string | undefined
}

/** One page of the delivery log. */
export type ListDeliveriesAnswer = {
  /** The attempts, newest first. */
  readonly data: ReadonlyArray<Delivery>
  /** `cursor` of the next page; null on the last. A page with a cursor can have fewer rows than `limit`. */
  readonly next_cursor: string | null
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface ResendDeliveryParameters {
  /** The id of a delivery (`dlv_…`). */
  readonly delivery_id: string
}

/** The event that is sent again. */
export type ResendDeliveryAnswer = {
  readonly data: ResentEvent
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface ShowDeliveryParameters {
  /** The id of a delivery (`dlv_…`). */
  readonly delivery_id: string
}

/** The attempt. */
export type ShowDeliveryAnswer = {
  readonly data: DeliveryDetails
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface CancelRecoveryParameters {
  /** The id of a recovery (`rec_…`). */
  readonly recovery_id: string
}

/** The job. */
export type CancelRecoveryAnswer = {
  readonly data: Recovery
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface ShowRecoveryParameters {
  /** The id of a recovery (`rec_…`). */
  readonly recovery_id: string
}

/** The job. */
export type ShowRecoveryAnswer = {
  readonly data: Recovery
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export type ListRecoveriesParameters = Readonly<Record<string, never>>

/** All jobs. */
export type ListRecoveriesAnswer = {
  /** The recoveries, newest first. */
  readonly data: ReadonlyArray<Recovery>
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface RecoverEndpointParameters {
  /** The id of an endpoint (`ep_…`). */
  readonly endpoint_id: string
  readonly since: string
}

/** The job. */
export type RecoverEndpointAnswer = {
  readonly data: Recovery
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface AcknowledgeEventsParameters {
  /** The id of an endpoint (`ep_…`). */
  readonly endpoint_id: string
  /** The ids of up to 100 events (`evt_…`). */
  readonly eventIds?: ReadonlyArray<string> | undefined
  /** The ids of up to 100 events (`evt_…`). */
  readonly event_ids?: ReadonlyArray<string> | undefined
}

/** The acknowledgement. */
export type AcknowledgeEventsAnswer = {
  readonly data: {
    /** How many of these events belong to the endpoint and are now acknowledged. */
    readonly acknowledged: number
  }
  /** Messages about this response, for people. Usually empty. */
  readonly notices: ReadonlyArray<string>
  /** What this call cost, in credits. */
  readonly credits_consumed: number
}

export interface ListenToEndpointParameters {
  /** The id of an endpoint (`ep_…`). */
  readonly endpoint_id: string
  /** The last event that you received (`evt_…`): the stream continues after it. */
  readonly "last-event-id"?: string | undefined
  /** A name for this consumer, of your choice. A new stream replaces an earlier one with the same name, whose connection may already be lost. */
  readonly consumer?: string | undefined
  /** `true` ends the stream of another consumer instead of failing with a 409. */
  readonly takeOver?: boolean | undefined
  /** Starts with the events created at this time (RFC 3339), at most 30 days ago, whether or not they were acknowledged. */
  readonly since?: string | undefined
}

/** Every operation that this release of the client can call. */
export const operations = {
  balance: { method: "GET", path: "/balance", kind: "read", takesKey: false, query: [] },
  balanceHistory: {
    method: "GET",
    path: "/balance/history",
    kind: "read",
    takesKey: false,
    query: ["page", "anchor", "api_type", "source", "key_id", "from", "to"]
  },
  exportHistory: {
    method: "GET",
    path: "/balance/history/export",
    kind: "file",
    takesKey: false,
    query: ["format", "api_type", "source", "key_id", "from", "to"]
  },
  estimate: { method: "POST", path: "/estimate", kind: "read", takesKey: false, query: [], body: true },
  searchPosts: {
    method: "GET",
    path: "/post/search",
    kind: "priced",
    takesKey: true,
    query: [
      "keywords",
      "match",
      "exclude",
      "language",
      "include_details",
      "post_type",
      "min_age_hours",
      "max_age_hours",
      "since",
      "until",
      "username",
      "min_likes",
      "min_replies",
      "min_views",
      "sort",
      "limit",
      "cursor"
    ]
  },
  hotPosts: {
    method: "GET",
    path: "/post/hot",
    kind: "priced",
    takesKey: true,
    query: ["size", "sort", "language", "hours"]
  },
  keywordTrend: {
    method: "GET",
    path: "/post/keyword-trend",
    kind: "priced",
    takesKey: true,
    query: ["keywords", "days", "include_engagement", "language"]
  },
  inspiration: {
    method: "GET",
    path: "/post/inspiration",
    kind: "priced",
    takesKey: true,
    query: ["topic", "language"]
  },
  semanticSearch: {
    method: "GET",
    path: "/post/semantic-search",
    kind: "priced",
    takesKey: true,
    query: ["topic", "language", "min_likes", "min_replies", "limit"]
  },
  forecast: { method: "GET", path: "/post/forecast", kind: "priced", takesKey: true, query: ["codes", "metric"] },
  postChain: { method: "GET", path: "/post/{code}/chain", kind: "priced", takesKey: true, query: ["limit"] },
  userFollowerHistory: {
    method: "GET",
    path: "/user/{username}/follower-history",
    kind: "priced",
    takesKey: true,
    query: ["days"]
  },
  userInteractions: {
    method: "GET",
    path: "/user/{username}/interactions",
    kind: "priced",
    takesKey: true,
    query: ["days", "sort", "limit"]
  },
  userTopThreads: {
    method: "GET",
    path: "/user/{username}/top-threads",
    kind: "priced",
    takesKey: true,
    query: ["days", "sort", "limit"]
  },
  users: { method: "GET", path: "/user", kind: "priced", takesKey: true, query: ["usernames"] },
  livePosts: { method: "GET", path: "/live/posts", kind: "priced", takesKey: true, query: ["codes"] },
  liveUsers: { method: "GET", path: "/live/users", kind: "priced", takesKey: true, query: ["usernames"] },
  coolReplies: {
    method: "GET",
    path: "/leaderboard/cool-replies",
    kind: "priced",
    takesKey: true,
    query: ["language", "hours", "size"]
  },
  followerGrowth: {
    method: "GET",
    path: "/leaderboard/follower-growth",
    kind: "priced",
    takesKey: true,
    query: ["language", "hours", "size"]
  },
  postLikeGrowth: {
    method: "GET",
    path: "/leaderboard/post-like-growth",
    kind: "priced",
    takesKey: true,
    query: ["language", "hours", "size"]
  },
  followerLadder: {
    method: "GET",
    path: "/stats/follower-ladder",
    kind: "priced",
    takesKey: true,
    query: ["language", "region"]
  },
  likeLadder: {
    method: "GET",
    path: "/stats/like-ladder",
    kind: "priced",
    takesKey: true,
    query: ["language", "region"]
  },
  powerHours: {
    method: "GET",
    path: "/stats/power-hours",
    kind: "priced",
    takesKey: true,
    query: ["language", "days", "utc_offset"]
  },
  createEndpoint: { method: "POST", path: "/webhook/endpoints", kind: "write", takesKey: true, query: [], body: true },
  listEndpoints: { method: "GET", path: "/webhook/endpoints", kind: "read", takesKey: false, query: [] },
  createRule: {
    method: "POST",
    path: "/webhook/endpoints/{endpoint_id}/rules",
    kind: "write",
    takesKey: true,
    query: [],
    body: true
  },
  deleteEndpoint: {
    method: "DELETE",
    path: "/webhook/endpoints/{endpoint_id}",
    kind: "write",
    takesKey: true,
    query: []
  },
  showEndpoint: { method: "GET", path: "/webhook/endpoints/{endpoint_id}", kind: "read", takesKey: false, query: [] },
  deleteRule: { method: "DELETE", path: "/webhook/rules/{rule_id}", kind: "write", takesKey: true, query: [] },
  rotateSecret: {
    method: "POST",
    path: "/webhook/endpoints/{endpoint_id}/rotate-secret",
    kind: "write",
    takesKey: true,
    query: [],
    body: true
  },
  testEndpoint: {
    method: "POST",
    path: "/webhook/endpoints/{endpoint_id}/test",
    kind: "write",
    takesKey: true,
    query: []
  },
  backtestRule: {
    method: "POST",
    path: "/webhook/rules/backtest",
    kind: "priced",
    takesKey: true,
    query: [],
    body: true
  },
  explainRule: {
    method: "GET",
    path: "/webhook/rules/{rule_id}/explain",
    kind: "read",
    takesKey: false,
    query: ["post"]
  },
  previewRule: { method: "POST", path: "/webhook/rules/preview", kind: "read", takesKey: false, query: [], body: true },
  listDeliveries: {
    method: "GET",
    path: "/webhook/deliveries",
    kind: "read",
    takesKey: false,
    query: ["endpointId", "ruleId", "eventId", "postCode", "outcome", "statusCode", "from", "to", "limit", "cursor"]
  },
  resendDelivery: {
    method: "POST",
    path: "/webhook/deliveries/{delivery_id}/resend",
    kind: "write",
    takesKey: true,
    query: []
  },
  showDelivery: { method: "GET", path: "/webhook/deliveries/{delivery_id}", kind: "read", takesKey: false, query: [] },
  cancelRecovery: {
    method: "DELETE",
    path: "/webhook/recoveries/{recovery_id}",
    kind: "write",
    takesKey: true,
    query: []
  },
  showRecovery: { method: "GET", path: "/webhook/recoveries/{recovery_id}", kind: "read", takesKey: false, query: [] },
  listRecoveries: { method: "GET", path: "/webhook/recoveries", kind: "read", takesKey: false, query: [] },
  recoverEndpoint: {
    method: "POST",
    path: "/webhook/endpoints/{endpoint_id}/recover",
    kind: "write",
    takesKey: true,
    query: [],
    body: true
  },
  acknowledgeEvents: {
    method: "POST",
    path: "/webhook/endpoints/{endpoint_id}/events/acknowledge",
    kind: "write",
    takesKey: true,
    query: [],
    body: true
  },
  listenToEndpoint: {
    method: "GET",
    path: "/webhook/endpoints/{endpoint_id}/events",
    kind: "stream",
    takesKey: false,
    query: ["consumer", "takeOver", "since"],
    headers: ["last-event-id"]
  }
} as const satisfies Readonly<Record<string, Operation>>

/** The operations that have a price. */
export interface PricedOperations {
  readonly searchPosts: SearchPostsParameters
  readonly hotPosts: HotPostsParameters
  readonly keywordTrend: KeywordTrendParameters
  readonly inspiration: InspirationParameters
  readonly semanticSearch: SemanticSearchParameters
  readonly forecast: ForecastParameters
  readonly postChain: PostChainParameters
  readonly userFollowerHistory: UserFollowerHistoryParameters
  readonly userInteractions: UserInteractionsParameters
  readonly userTopThreads: UserTopThreadsParameters
  readonly users: UsersParameters
  readonly livePosts: LivePostsParameters
  readonly liveUsers: LiveUsersParameters
  readonly coolReplies: CoolRepliesParameters
  readonly followerGrowth: FollowerGrowthParameters
  readonly postLikeGrowth: PostLikeGrowthParameters
  readonly followerLadder: FollowerLadderParameters
  readonly likeLadder: LikeLadderParameters
  readonly powerHours: PowerHoursParameters
  readonly backtestRule: BacktestRuleParameters
}

/** The operations whose answer is one page of many. */
export interface PagedOperations {
  readonly balanceHistory: readonly [BalanceHistoryParameters, BalanceHistoryAnswer]
  readonly searchPosts: readonly [SearchPostsParameters, SearchPostsAnswer]
  readonly listDeliveries: readonly [ListDeliveriesParameters, ListDeliveriesAnswer]
}

/** One method for each operation. */
export abstract class GeneratedCalls {
  protected abstract call<Answer>(operation: Operation, parameters: object, options?: CallOptions): Promise<Answer>
  protected abstract download(operation: Operation, parameters: object, options?: CallOptions): Promise<Response>
  protected abstract listen(
    operation: Operation,
    parameters: object,
    options?: CallOptions
  ): AsyncGenerator<ServerSentEvent>

  /** Credit balance. Returns the credits that the account can spend now, its held credits, when they run out at the present pace, its plan, and its grants with their expiry.
   *
   * **Price:** free. */
  balance(parameters: BalanceParameters = {}, options?: CallOptions): Promise<BalanceAnswer> {
    return this.call(operations.balance, parameters, options)
  }

  /** Usage history. Lists every call that ran and every webhook event that was charged or refunded, newest first, 50 per page. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** free. */
  balanceHistory(parameters: BalanceHistoryParameters = {}, options?: CallOptions): Promise<BalanceHistoryAnswer> {
    return this.call(operations.balanceHistory, parameters, options)
  }

  /** Export the usage history. Streams all current entries that match the filters, newest first, as one file. If the export fails, the connection breaks before the end of the file.
   *
   * **Price:** free. */
  exportHistory(parameters: ExportHistoryParameters = {}, options?: CallOptions): Promise<Response> {
    return this.download(operations.exportHistory, parameters, options)
  }

  /** Search posts. Finds posts that contain the keywords. Chinese, Japanese and Korean match character by character; English matches by word, including inflected forms. Links and handles are not searched. `notices` says if a keyword is not read as typed. Without a time filter, the search covers the last 7 days; with one, at most the last 90. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 1 credit per post returned, 2 with `include_details=true`. */
  searchPosts(parameters: SearchPostsParameters, options?: CallOptions): Promise<SearchPostsAnswer> {
    return this.call(operations.searchPosts, parameters, options)
  }

  /** Hot posts. Returns the posts from the last hours, including replies, with the highest counts, as detailed records. Tied posts are sorted newest first. The answer is at most a minute old: callers who ask the same share one. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 70 credits for up to 30 posts, 100 with `sort=impression:desc`, plus 2 per extra post, by the number asked for. */
  hotPosts(parameters: HotPostsParameters = {}, options?: CallOptions): Promise<HotPostsAnswer> {
    return this.call(operations.hotPosts, parameters, options)
  }

  /** Keyword trend. Counts the posts per day that contain each keyword, matched as in search. A keyword listed twice is returned and charged twice. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 3 credits per keyword and day, 4 with `include_engagement=true`. */
  keywordTrend(parameters: KeywordTrendParameters, options?: CallOptions): Promise<KeywordTrendAnswer> {
    return this.call(operations.keywordTrend, parameters, options)
  }

  /** Inspiration. Finds up to 10 posts close to a topic in a library of long, successful posts, which is refreshed daily. The library contains root posts with 1,000 or more likes and more than 200 Chinese, Japanese or Korean characters or, in English, at least 300 characters. Posts stay in the library regardless of their age. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 30 credits per call. */
  inspiration(parameters: InspirationParameters, options?: CallOptions): Promise<InspirationAnswer> {
    return this.call(operations.inspiration, parameters, options)
  }

  /** Semantic search. Finds the posts and replies from the last 30 days that are closest to a topic. Thresholds apply to the 3,000 closest posts. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 30 credits for up to 10 posts, plus 2 per extra post, by the number returned; at least 30. */
  semanticSearch(parameters: SemanticSearchParameters, options?: CallOptions): Promise<SemanticSearchAnswer> {
    return this.call(operations.semanticSearch, parameters, options)
  }

  /** Forecast. Estimates how likely posts are to reach the next thresholds within 7 days of posting, and when. Forecasts are possible from 1 hour to 7 days after posting. A row without a forecast gives the reason and is free. A code listed twice is returned and charged twice. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 10 credits per post; free without a forecast. */
  forecast(parameters: ForecastParameters, options?: CallOptions): Promise<ForecastAnswer> {
    return this.call(operations.forecast, parameters, options)
  }

  /** Reply chain of a post. Returns the whole thread of a post: the root, even if the post is a reply, and the replies in thread order. Stored posts and posts read live are merged, so the post does not have to be stored. The root is the topmost post known from either source; for a post more than 500 replies deep, it is the ancestor 500 above it. If live reading fails, you get the stored part.
   *
   * **Price:** 1 credit per post returned, including the root. */
  postChain(parameters: PostChainParameters, options?: CallOptions): Promise<PostChainAnswer> {
    return this.call(operations.postChain, parameters, options)
  }

  /** Follower history of an author. Returns an author's counts day by day, as last observed by the end of each day. A day without an observation repeats the previous day. An unknown author returns 404 and is free. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 10 credits per call. */
  userFollowerHistory(
    parameters: UserFollowerHistoryParameters,
    options?: CallOptions
  ): Promise<UserFollowerHistoryAnswer> {
    return this.call(operations.userFollowerHistory, parameters, options)
  }

  /** Interactions of an author. Returns the authors with whom an author exchanged the most replies, how often each side replied to the other, and when they last did. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 30 credits for up to 10 authors, plus 2 per extra author, by the number returned; free when there are none. */
  userInteractions(parameters: UserInteractionsParameters, options?: CallOptions): Promise<UserInteractionsAnswer> {
    return this.call(operations.userInteractions, parameters, options)
  }

  /** Top posts of an author. Returns an author's root posts with the most likes, replies or views. Replies are not included. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 1 credit per post returned. */
  userTopThreads(parameters: UserTopThreadsParameters, options?: CallOptions): Promise<UserTopThreadsAnswer> {
    return this.call(operations.userTopThreads, parameters, options)
  }

  /** Look up authors. Returns the profile, counts and language of authors. Authors that are not stored, or whose stored profile lacks a name or a count, are read live. An unknown name returns a row with `status: not_found`. A name listed twice is returned and charged twice. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 3 credits per author; free when it is not found. */
  users(parameters: UsersParameters, options?: CallOptions): Promise<UsersAnswer> {
    return this.call(operations.users, parameters, options)
  }

  /** Read posts live. Reads the current counts of posts of any age from the network. A post that cannot be read returns a row with `status: failed` and a reason. A code listed twice is returned and charged twice. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 3 credits per post, 1 when its view count is hidden; free when the read fails. */
  livePosts(parameters: LivePostsParameters, options?: CallOptions): Promise<LivePostsAnswer> {
    return this.call(operations.livePosts, parameters, options)
  }

  /** Read authors live. Reads the current profiles and counts of authors from the network. An author that cannot be read returns a row with `status: failed` and a reason. A name listed twice is returned and charged twice. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 3 credits per author; free when the read fails. */
  liveUsers(parameters: LiveUsersParameters, options?: CallOptions): Promise<LiveUsersAnswer> {
    return this.call(operations.liveUsers, parameters, options)
  }

  /** Top replies. Returns the replies from the last hours with the most likes, in one language. Tied replies are sorted newest first. The answer is at most a minute old: callers who ask the same share one. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 30 credits for up to 30 rows, plus 1 per extra row, by the number returned; at least 30. */
  coolReplies(parameters: CoolRepliesParameters = {}, options?: CallOptions): Promise<CoolRepliesAnswer> {
    return this.call(operations.coolReplies, parameters, options)
  }

  /** Follower growth. Returns the authors who gained the most followers in the last hours, in one language. Tied authors are sorted by latest observation. An author gained the difference between their followers now and at their last observation before these hours; if their followers were first known later, the difference to that time. Authors with no growth, or without a post in the last 30 days, are omitted. The answer is at most a minute old: callers who ask the same share one. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 30 credits for up to 30 rows, plus 1 per extra row, by the number returned; at least 30. */
  followerGrowth(parameters: FollowerGrowthParameters = {}, options?: CallOptions): Promise<FollowerGrowthAnswer> {
    return this.call(operations.followerGrowth, parameters, options)
  }

  /** Viral posts. Returns the posts, including replies, that gained the most likes in the last hours, in one language. Tied posts are sorted newest first. A post written in these hours gained all its likes. An older post gained the difference between its likes now and at its last observation before these hours, which is earlier by at most a quarter of the post's age plus a day; if it was first observed later, the difference to that observation. Posts with no growth are omitted. The answer is at most a minute old: callers who ask the same share one. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 30 credits for up to 30 rows, plus 1 per extra row, by the number returned; at least 30. */
  postLikeGrowth(parameters: PostLikeGrowthParameters = {}, options?: CallOptions): Promise<PostLikeGrowthAnswer> {
    return this.call(operations.postLikeGrowth, parameters, options)
  }

  /** Follower ladder. Shows how many followers an author needs to be among the largest. An author counts if their followers are known and they posted in the last 30 days; their language is that of most of these posts. The answer is at most a minute old: callers who ask the same share one.
   *
   * **Price:** 10 credits per call. */
  followerLadder(parameters: FollowerLadderParameters = {}, options?: CallOptions): Promise<FollowerLadderAnswer> {
    return this.call(operations.followerLadder, parameters, options)
  }

  /** Like ladder. Shows how many likes a post needs to be among the best of the last 30 days. Replies count as posts. The answer is at most a minute old: callers who ask the same share one.
   *
   * **Price:** 10 credits per call. */
  likeLadder(parameters: LikeLadderParameters = {}, options?: CallOptions): Promise<LikeLadderAnswer> {
    return this.call(operations.likeLadder, parameters, options)
  }

  /** Power hours. Shows how many posts, including replies, are written in each hour of the week, and their median likes. The answer is at most a minute old: callers who ask the same share one.
   *
   * **Price:** 10 credits per call. */
  powerHours(parameters: PowerHoursParameters = {}, options?: CallOptions): Promise<PowerHoursAnswer> {
    return this.call(operations.powerHours, parameters, options)
  }

  /** Create an endpoint. Adds a URL that receives events by POST. The response contains its signing secret. Field names can be in camelCase or snake_case.
   *
   * **Price:** free. */
  createEndpoint(parameters: CreateEndpointParameters, options?: CallOptions): Promise<CreateEndpointAnswer> {
    return this.call(operations.createEndpoint, parameters, options)
  }

  /** List endpoints. Lists all endpoints with their secrets, rules, options, health and queues. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** free. */
  listEndpoints(parameters: ListEndpointsParameters = {}, options?: CallOptions): Promise<ListEndpointsAnswer> {
    return this.call(operations.listEndpoints, parameters, options)
  }

  /** Create a rule. Creates a rule. It takes effect at the next check, which covers its whole window. `notices` says how many posts match already and what sending them costs, and if the keyword is not read as typed. Field names can be in camelCase or snake_case.
   *
   * **Price:** free. */
  createRule(parameters: CreateRuleParameters, options?: CallOptions): Promise<CreateRuleAnswer> {
    return this.call(operations.createRule, parameters, options)
  }

  /** Delete an endpoint. Deletes the endpoint and all its rules. Events that have not been sent yet are cancelled, and their credits are returned.
   *
   * **Price:** free. */
  deleteEndpoint(parameters: DeleteEndpointParameters, options?: CallOptions): Promise<DeleteEndpointAnswer> {
    return this.call(operations.deleteEndpoint, parameters, options)
  }

  /** Show an endpoint. One endpoint with its secret, rules, options, health and queue, as in the list of endpoints.
   *
   * **Price:** free. */
  showEndpoint(parameters: ShowEndpointParameters, options?: CallOptions): Promise<ShowEndpointAnswer> {
    return this.call(operations.showEndpoint, parameters, options)
  }

  /** Delete a rule. Deletes the rule. Events that have not been sent yet are cancelled, and their credits are returned.
   *
   * **Price:** free. */
  deleteRule(parameters: DeleteRuleParameters, options?: CallOptions): Promise<DeleteRuleAnswer> {
    return this.call(operations.deleteRule, parameters, options)
  }

  /** Rotate the signing secret. Creates a new secret for the endpoint. Until the overlap ends, each request is also signed with the old secret: one `v1` for each valid secret, newest first. An endpoint can have at most 10 valid secrets. The body is optional.
   *
   * **Price:** free. */
  rotateSecret(parameters: RotateSecretParameters, options?: CallOptions): Promise<RotateSecretAnswer> {
    return this.call(operations.rotateSecret, parameters, options)
  }

  /** Send a test event. Sends one signed test event immediately and returns the endpoint's response. No rule is needed.
   *
   * **Price:** free. */
  testEndpoint(parameters: TestEndpointParameters, options?: CallOptions): Promise<TestEndpointAnswer> {
    return this.call(operations.testEndpoint, parameters, options)
  }

  /** Backtest a rule. Shows how many posts a rule would have matched on each of the past days, at most 30, and what their events would have cost, at 20 credits each. A post counts on the day it was posted if it reached the thresholds within the rule's window. Heddle uses the newest counts observed within the window. For older posts, it keeps one observation each time the post's age grows by a quarter, so a count can be up to a fifth of the window old. Deleted posts do not count. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** 10 credits per call. */
  backtestRule(parameters: BacktestRuleParameters = {}, options?: CallOptions): Promise<BacktestRuleAnswer> {
    return this.call(operations.backtestRule, parameters, options)
  }

  /** Explain a rule. Explains why a post did or did not match a rule: each condition with the post's actual value, the window, the event if there is one, and what still has to happen. The result describes the moment of the call. It also works if the account has no plan with webhooks.
   *
   * **Price:** free. */
  explainRule(parameters: ExplainRuleParameters, options?: CallOptions): Promise<ExplainRuleAnswer> {
    return this.call(operations.explainRule, parameters, options)
  }

  /** Preview a rule. Shows how many posts within its window a rule would match now, by hour, with the newest examples and the credits that their events would cost. It creates no rule or event and costs nothing. The body is the same as for a new rule, with the same checks. With `compareTo`, the id of a rule that this one would replace, `again` counts the posts that would be sent and charged a second time. Previews have their own rate limit.
   *
   * **Price:** free. */
  previewRule(parameters: PreviewRuleParameters = {}, options?: CallOptions): Promise<PreviewRuleAnswer> {
    return this.call(operations.previewRule, parameters, options)
  }

  /** List deliveries. Lists every attempt to deliver an event, newest first, including retries and test events. Filters are combined with AND. Test events have no rule, event or post. The log is kept for 30 days, unless the operator changes this. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** free. */
  listDeliveries(parameters: ListDeliveriesParameters = {}, options?: CallOptions): Promise<ListDeliveriesAnswer> {
    return this.call(operations.listDeliveries, parameters, options)
  }

  /** Send an event again. Sends the event of this delivery again, with the same body and idempotency key, and with all retries available again. You can do this as often as you like within 30 days. If the event was refunded because no attempt could open a connection, it is charged again, as an event and not as this call.
   *
   * **Price:** free. */
  resendDelivery(parameters: ResendDeliveryParameters, options?: CallOptions): Promise<ResendDeliveryAnswer> {
    return this.call(operations.resendDelivery, parameters, options)
  }

  /** Show a delivery. One attempt with the request as sent and the response as received.
   *
   * **Price:** free. */
  showDelivery(parameters: ShowDeliveryParameters, options?: CallOptions): Promise<ShowDeliveryAnswer> {
    return this.call(operations.showDelivery, parameters, options)
  }

  /** Cancel a recovery. Cancels a running recovery. Events that it has already scheduled are still sent. A recovery that has ended does not change.
   *
   * **Price:** free. */
  cancelRecovery(parameters: CancelRecoveryParameters, options?: CallOptions): Promise<CancelRecoveryAnswer> {
    return this.call(operations.cancelRecovery, parameters, options)
  }

  /** Show a recovery. Returns the progress of a recovery.
   *
   * **Price:** free. */
  showRecovery(parameters: ShowRecoveryParameters, options?: CallOptions): Promise<ShowRecoveryAnswer> {
    return this.call(operations.showRecovery, parameters, options)
  }

  /** List recoveries. Lists the running recoveries and the newest 100 others. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.
   *
   * **Price:** free. */
  listRecoveries(parameters: ListRecoveriesParameters = {}, options?: CallOptions): Promise<ListRecoveriesAnswer> {
    return this.call(operations.listRecoveries, parameters, options)
  }

  /** Recover an endpoint. Starts a recovery: a job that sends all events again that failed since a given time, at most 30 days ago, oldest first. An endpoint has one running recovery at a time. It hardly delays new events, because it schedules at most half a minute's requests ahead. Refunded events are charged again; if the credits run out, the recovery ends as `out_of_credits`.
   *
   * **Price:** free. */
  recoverEndpoint(parameters: RecoverEndpointParameters, options?: CallOptions): Promise<RecoverEndpointAnswer> {
    return this.call(operations.recoverEndpoint, parameters, options)
  }

  /** Acknowledge streamed events. Later streams of the endpoint do not send these events again. Acknowledging has no effect on deliveries to the endpoint's URL.
   *
   * **Price:** free. */
  acknowledgeEvents(parameters: AcknowledgeEventsParameters, options?: CallOptions): Promise<AcknowledgeEventsAnswer> {
    return this.call(operations.acknowledgeEvents, parameters, options)
  }

  /** Stream an endpoint's events. Server-sent events: a copy of each event of the endpoint, in order of creation, as soon as its first delivery starts. Deliveries to the endpoint's URL continue as before. A message `delivery` has the event's id and, as JSON, `headers` and `body` of a delivery. The next stream without `Last-Event-ID` sends unacknowledged events again; the stream pauses at 1000 of them. An endpoint's first stream starts with the events not sent yet, or at `since`. An endpoint has one stream at a time; a second one gets a 409. The server sends a comment every 10 seconds. Before the server ends a stream, it sends `end` with one of the reasons `stopping`, `replaced`, `key_revoked`, `plan_ended`, `endpoint_deleted`.
   *
   * **Price:** free. */
  listenToEndpoint(parameters: ListenToEndpointParameters, options?: CallOptions): AsyncGenerator<ServerSentEvent> {
    return this.listen(operations.listenToEndpoint, parameters, options)
  }
}
