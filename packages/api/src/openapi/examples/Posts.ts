/** Examples of answers about posts. */
import { detailedPost, post, reply } from "./Records.ts"

const likely = { views: 20_000, probability: 0.93, expected_at: 1_795_322_400 }
const unlikely = { views: 100_000, probability: 0.03, expected_at: null, earliest_at: null, latest_at: null }

export const postExamples = {
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
  postLikeGrowth: { data: [{ rank: 1, value: 390, ...post }], notices: [], credits_consumed: 30 }
}
