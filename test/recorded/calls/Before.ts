/** Calls to a server that continues with the database of an earlier version. */
import { type Caller, each, get, type Group, type Options, query, send } from "../Call.ts"

const endpoints = "/webhook/endpoints"
const keyed = (key: string, as: Caller = "standard"): Options => ({ as, headers: { "idempotency-key": key } })
const news = "消息"

/** Reads old data; uses a cursor and two `Idempotency-Key`s of the earlier version. */
const opened: Group = {
  name: "before-opened",
  calls: [
    get(endpoints),
    ...(["standard", "limited", "lite", "deleted"] as const).map((as) => get("/balance", { as })),
    get("/balance/history"),
    get("/balance/history?api_type=webhook"),
    get("/balance/history/export?format=ndjson"),
    get("/balance/history", { as: "lite" }),
    get(query("/post/search", { keywords: news, limit: 4, max_age_hours: 100, cursor: "<cursor>" })),
    get(query("/post/search", { keywords: news, limit: 3 }), keyed("kept")),
    get(query("/post/search", { keywords: news, limit: 2 }), keyed("kept")),
    send("POST", endpoints, { url: "https://hooks.example.com/kept" }, keyed("kept-endpoint")),
    ...each("/post/search", [
      { keywords: news, limit: 3, include_details: true },
      { keywords: "coffee", language: "en", max_age_hours: 2_160, sort: "likes", limit: 5 },
      { keywords: "커피", language: "ko", max_age_hours: 2_160, limit: 5 }
    ]),
    ...each("/post/keyword-trend", [{ keywords: `${news},咖啡`, days: 40, include_engagement: true }]),
    ...each("/post/hot", [{ size: 5 }, { size: 3, language: "en", sort: "impression:desc" }]),
    get("/post/t-4/chain"),
    get("/user?usernames=amy,ben,lena,nobody"),
    get("/user/amy/top-threads?days=90"),
    get("/user/amy/interactions?days=90"),
    get("/user/amy/follower-history?days=45"),
    ...["cool-replies", "post-like-growth", "follower-growth"].flatMap((board) =>
      each(`/leaderboard/${board}`, [
        { size: 5, hours: 48 },
        { size: 5, hours: 168, language: "en" }
      ])
    ),
    get("/stats/power-hours?days=90&language=en"),
    get("/stats/like-ladder"),
    get("/stats/follower-ladder?language=en"),
    get("/stats/like-ladder", { as: "lite" }),
    get("/post/search?keywords=coffee", { as: "limited" })
  ]
}

/** Changes old rows and adds new ones. */
const goesOn: Group = {
  name: "before-goes-on",
  calls: [
    get(query("/post/search", { keywords: news, limit: 6 })),
    send("POST", endpoints, { url: "<receiver>/ok" }, { as: "standard" }),
    send("POST", endpoints, { url: "<receiver>/events" }, { as: "standard" }),
    send("POST", `${endpoints}/<ep_before-goes-on_1>/rules`, { keyword: "新版", likeCount: 10 }, { as: "standard" }),
    send("DELETE", "/webhook/rules/<rule_before-opened_3>", null, { as: "standard" }),
    send("DELETE", `${endpoints}/<ep_before-opened_4>`, null, { as: "standard" }),
    send("POST", `${endpoints}/<ep_before-opened_1>/test`, null, { as: "standard" }),
    get(endpoints),
    get("/balance/history?page=2"),
    get("/balance")
  ]
}

const afterRound: Group = {
  name: "before-after-round",
  calls: [get("/balance"), get("/balance/history?api_type=webhook"), get("/balance/history/export")]
}

export const before = { opened, goesOn, afterRound }
