/** Calls about accounts of the network, live reads, leaderboards and statistics. */
import { each, get, type Group } from "../Call.ts"

const languages = ["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"]

const boards: Group = {
  name: "boards",
  calls: ["cool-replies", "post-like-growth", "follower-growth"].flatMap((board) =>
    each(`/leaderboard/${board}`, [
      {},
      ...languages.map((language) => ({ language, size: 4, hours: 72 })),
      { hours: 1 },
      { hours: 168, size: 8 },
      { hours: 12, language: "EN", size: 5 },
      { size: 2, hours: 100 },
      { size: 100, language: "en", dry_run: true },
      { hours: 0 },
      { hours: 169, size: 101 },
      { language: "fr" },
      { limit: 5 }
    ])
  )
}

const statistics: Group = {
  name: "statistics",
  calls: [
    ...["like-ladder", "follower-ladder"].flatMap((ladder) =>
      each(`/stats/${ladder}`, [
        {},
        ...languages.map((language) => ({ language })),
        ...["TW", "CN", "hk", "JP", "KR", "US", "DE"].map((region) => ({ region })),
        { region: "TW", language: "ja" },
        { dry_run: true },
        { country: "TW" }
      ])
    ),
    ...each("/stats/power-hours", [
      {},
      { language: "en" },
      { language: "ja", days: 90, utc_offset: 540 },
      { days: 1 },
      { language: "zh-Hant", days: 7, utc_offset: 480 },
      { language: "en", utc_offset: -720 },
      { utc_offset: 841 },
      { utc_offset: 330.5 },
      { days: 91, language: "xx" },
      { dry_run: true }
    ])
  ]
}

const users: Group = {
  name: "users",
  calls: [
    ...each("/user", [
      { usernames: "amy" },
      { usernames: "amy,ben,lena,nobody,eva,dan" },
      { usernames: "amy,amy" },
      { usernames: "nobody" },
      { usernames: "AMY" },
      { usernames: " gina , hugo " },
      { usernames: "" },
      { usernames: "amy,,ben" },
      { usernames: Array.from({ length: 51 }, (_, index) => `u${index}`).join(",") },
      { usernames: "x".repeat(257) },
      { usernames: "amy,ben", dry_run: true },
      { username: "amy" }
    ]),
    get("/user"),
    ...["amy", "lena", "nobody"].map((name) => get(`/user/${name}/top-threads`)),
    ...each("/user/ben/top-threads", [
      ...["like", "reply", "view", "likes"].map((sort) => ({ sort, days: 90, limit: 4 })),
      { days: 1 },
      { days: 91 },
      { limit: 101 },
      { dry_run: true, limit: 33 }
    ]),
    ...["amy", "ben", "nobody", "lena"].map((name) => get(`/user/${name}/interactions`)),
    ...each("/user/amy/interactions", [
      ...["mutual", "total", "sent", "received", "most"].map((sort) => ({ sort, days: 90, limit: 5 })),
      { days: 7 },
      { days: 6 },
      { limit: 1 },
      { limit: 100, days: 90 },
      { limit: 60, dry_run: true }
    ]),
    ...["amy", "eva", "lena", "nobody"].map((name) => get(`/user/${name}/follower-history?days=4`)),
    ...each("/user/ben/follower-history", [{}, { days: 45 }, { days: 1 }, { days: 366 }, { days: 9, dry_run: true }]),
    get("/user/%E9%99%B3/top-threads"),
    get("/user/%FF/top-threads"),
    get(`/user/${"x".repeat(257)}/interactions`)
  ]
}

const live: Group = {
  name: "live",
  calls: [
    ...each("/live/posts", [
      { codes: "t-1" },
      { codes: "t-1,t-2,nothing" },
      { codes: "" },
      { codes: Array.from({ length: 51 }, (_, index) => `c${index}`).join(",") },
      { codes: "t-1,t-2", dry_run: true }
    ]),
    ...each("/live/users", [{ usernames: "amy" }, { usernames: "amy,nobody" }, { usernames: "amy", dry_run: true }]),
    get("/live/posts"),
    get("/live/users")
  ]
}

export const statisticsGroups: ReadonlyArray<Group> = [boards, statistics, users, live]
