/** Examples of answers about accounts of the network, and of statistics. */
import { account, post } from "./Records.ts"

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

export const authorExamples = {
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
