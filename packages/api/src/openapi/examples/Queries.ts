/** Examples of the answers of queries. */
import { account, detailedPost, post, reply } from "./Records.ts"

const likely = { views: 20_000, probability: 0.93, expected_at: 1_795_322_400 }
const unlikely = { views: 100_000, probability: 0.03, expected_at: null, earliest_at: null, latest_at: null }

const ladder = {
  language: "zh",
  population: 12_480,
  rungs: [
    { percentile: 50, at_least: 6 },
    { percentile: 75, at_least: 21 },
    { percentile: 90, at_least: 88 },
    { percentile: 95, at_least: 190 },
    { percentile: 99, at_least: 940 },
    { percentile: 99.9, at_least: 5_200 }
  ]
}

export const queryExamples = {
  searchPosts: {
    data: [post],
    next_cursor: "eyJhdCI6MTc5MDgxMjgwMH0.c2lnbmF0dXJl",
    notices: [],
    credits_consumed: 1
  },
  keywordTrend: {
    data: [
      {
        keyword: "咖啡",
        days: [
          { date: "2026-11-21", post_count: 161 },
          { date: "2026-11-22", post_count: 84 }
        ]
      }
    ],
    notices: [],
    credits_consumed: 6
  },
  hotPosts: { data: [detailedPost], notices: [], credits_consumed: 70 },
  semanticSearch: {
    data: [{ ...post, relevance_score: 0.71 }],
    engine: "lexical",
    notices: [],
    credits_consumed: 30
  },
  inspiration: {
    data: [{ ...post, like_count: 2_310, relevance_score: 0.64 }],
    engine: "lexical",
    notices: [],
    credits_consumed: 30
  },
  forecast: {
    data: [
      {
        code: post.code,
        status: "ok",
        impression_count: 18_430,
        like_count: 412,
        reply_count: 37,
        metrics_at: 1_795_320_000,
        thresholds: [{ ...likely, earliest_at: 1_795_320_600, latest_at: 1_795_330_800 }, unlikely],
        model: { kind: "prior", version: "prior-1", posts: 40_000 }
      }
    ],
    metric: "views",
    notices: [],
    credits_consumed: 10
  },
  postChain: {
    data: { root: post, replies: [{ ...reply, depth: 1, source: "stored" }] },
    notices: [],
    credits_consumed: 2
  },
  livePosts: {
    data: [
      { status: "ok", ...detailedPost },
      {
        status: "failed",
        reason: "not_found",
        message: "The network does not have it, or no longer has it.",
        code: "3lbq6t7x5pc2b"
      }
    ],
    notices: [],
    credits_consumed: 3
  },
  coolReplies: { data: [{ rank: 1, value: 12, ...reply }], notices: [], credits_consumed: 30 },
  postLikeGrowth: { data: [{ rank: 1, value: 390, ...post }], notices: [], credits_consumed: 30 },
  users: {
    data: [account, { status: "not_found", username: "nobody.example" }],
    notices: [],
    credits_consumed: 3
  },
  liveUsers: { data: [{ ...account, source: "live" }], notices: [], credits_consumed: 3 },
  userTopThreads: { data: [{ ...post, impression_count: 18_430 }], notices: [], credits_consumed: 1 },
  userInteractions: {
    data: [
      { username: "ben.example", sent: 9, received: 14, total: 23, mutual: 9, last_interaction_at: 1_795_313_520 }
    ],
    notices: [],
    credits_consumed: 30
  },
  userFollowerHistory: {
    data: [
      {
        date: "2026-11-22",
        follower_count: 5_210,
        follower_change: 34,
        following_count: 318,
        post_count: 1_204,
        observed_at: 1_795_320_000
      }
    ],
    notices: [],
    credits_consumed: 10
  },
  followerGrowth: {
    data: [
      {
        rank: 1,
        value: 34,
        growth_rate: 0.0066,
        username: account.username,
        full_name: account.full_name,
        profile_picture: account.profile_picture,
        follower_count: account.follower_count,
        language: account.language
      }
    ],
    notices: [],
    credits_consumed: 30
  },
  likeLadder: { data: ladder, notices: [], credits_consumed: 10 },
  followerLadder: { data: { ...ladder, population: 3_120 }, notices: [], credits_consumed: 10 },
  powerHours: {
    data: {
      post_count: 12_480,
      median_likes: 6,
      cells: [{ weekday: 1, hour: 0, post_count: 61, median_likes: 8, lift: 1.33 }]
    },
    notices: [],
    credits_consumed: 10
  }
}
