/** Records that several examples show: posts and accounts of a made-up network, around 22 November 2026. */

export const ids = {
  endpoint: "ep_01M7YY0HSY8ZTAVD0RDB125TQK",
  rule: "rule_01M7YY0HSY8ZTAVD0RDB125TQK",
  event: "evt_01M7YY0HSY8ZTAVD0RDB125TQK",
  delivery: "dlv_01M7YY0HSY8ZTAVD0RDB125TQK",
  recovery: "rec_01M7YY0HSY8ZTAVD0RDB125TQK",
  request: "req_01M7YY0HSY8ZTAVD0RDB125TQK"
} as const

export const secret = "whsec_3q2-7wEjRWeJq83vASNFZ4mrze8BI0VniavN7wEjRWc"

export const post = {
  code: "3lbq5sbzq2k2a",
  url: "https://network.example/@ann.example/3lbq5sbzq2k2a",
  caption: "週末最適合來一杯手沖咖啡 ☕",
  language: "zh-Hant",
  is_reply: false,
  post_timestamp: 1_795_312_800,
  username: "ann.example",
  like_count: 412,
  reply_count: 37
} as const

export const detailedPost = {
  ...post,
  repost_count: 21,
  reshare_count: 9,
  impression_count: 18_430,
  media_url: ["https://media.network.example/3lbq5sbzq2k2a-1.jpg"],
  reply_to: null,
  metrics_at: 1_795_320_000,
  user: {
    username: "ann.example",
    full_name: "Ann",
    profile_picture: "https://media.network.example/ann.jpg",
    follower_count: 5_210
  }
} as const

export const reply = {
  ...post,
  code: "3lbq6t7x5pc2b",
  url: "https://network.example/@ben.example/3lbq6t7x5pc2b",
  caption: "哪一家的豆子？",
  is_reply: true,
  post_timestamp: 1_795_313_520,
  username: "ben.example",
  like_count: 12,
  reply_count: 1
} as const

export const account = {
  status: "ok",
  username: "ann.example",
  full_name: "Ann",
  profile_picture: "https://media.network.example/ann.jpg",
  biography: "咖啡、貓、台北",
  follower_count: 5_210,
  following_count: 318,
  post_count: 1_204,
  language: "zh-Hant",
  source: "stored"
} as const

export const rule = {
  id: ids.rule,
  type: "keyword",
  keyword: "咖啡",
  likeCount: 50,
  language: "zh",
  createdAt: "2026-11-21T09:30:00.000Z"
} as const

export const endpoint = {
  id: ids.endpoint,
  url: "https://example.com/hooks/heddle",
  secret,
  createdAt: "2026-11-21T09:00:00.000Z",
  standardWebhooks: false,
  dailyCreditCap: 2_000,
  health: { state: "healthy", failingSince: null, lastError: null },
  queue: { waiting: 0, nextAttemptAt: null },
  rules: [rule]
} as const

export const delivery = {
  id: ids.delivery,
  eventId: ids.event,
  endpointId: ids.endpoint,
  ruleId: ids.rule,
  postCode: post.code,
  test: false,
  attempt: 1,
  startedAt: "2026-11-22T04:03:00.000Z",
  durationMs: 84,
  outcome: "failed",
  statusCode: 503,
  error: null,
  faultOwner: "customer"
} as const

export const event = {
  post: {
    url: post.url,
    code: post.code,
    caption: post.caption,
    is_reply: false,
    like_count: 412,
    reply_count: 37,
    repost_count: 21,
    reshare_count: 9,
    impression_count: 18_430,
    post_timestamp: post.post_timestamp,
    media_url: detailedPost.media_url
  },
  user: {
    username: "ann.example",
    full_name: "Ann",
    profile_picture: "https://media.network.example/ann.jpg"
  },
  rule: { id: ids.rule, type: "keyword", keyword: "咖啡" }
} as const
