/** Authentication, plans, credits, dry runs, `Idempotency-Key` and the usage history. */
import { baseSeconds } from "../StandingClock.ts"
import { type Caller, each, get, type Group, type Options, query, send } from "../Call.ts"

const callers: ReadonlyArray<Caller> = [
  "standard",
  "lite",
  "planless",
  "poor",
  "budgeted",
  "hooks",
  "rotated",
  "deleted"
]

const access: Group = {
  name: "access",
  calls: [
    ...callers.map((as) => get("/balance", { as })),
    ...callers.map((as) => get("/post/search?keywords=coffee&language=en&limit=1", { as })),
    ...callers.map((as) => get("/webhook/endpoints", { as })),
    get("/balance", { as: null }),
    get("/post/search?limit=nonsense", { as: null }),
    get("/nowhere", { as: null }),
    ...[
      "Bearer",
      "Bearer ",
      "bearer <key:standard>",
      "Basic <key:standard>",
      "<key:standard>",
      "Bearer  <key:standard>"
    ].map((authorization) => get("/balance", { as: null, headers: { authorization } })),
    ...["hdl_short", "hdl_00000000000000000000000000000000000000", "<key:standard>x", "%20"].map((key) =>
      get("/balance", { as: null, headers: { authorization: `Bearer ${key}` } })
    ),
    get("/balance?verbose=true"),
    get("/balance?a=1&b=2&a=3")
  ]
}

const refused: Options = { as: "poor" }
const limited: Options = { as: "budgeted" }

const credits: Group = {
  name: "credits",
  calls: [
    ...each("/post/search", [{ keywords: "coffee" }, { keywords: "coffee", include_details: true }], refused),
    ...each("/post/search", [{ keywords: "coffee", language: "en", limit: 30, dry_run: true }], refused),
    ...each("/post/search", [{ keywords: "coffee", dry_run: true }], refused),
    ...each("/post/hot", [{}, { size: 300 }, { sort: "impression:desc", dry_run: true }], refused),
    ...each("/post/keyword-trend", [{ keywords: "coffee,train", days: 30 }], refused),
    ...each("/leaderboard/cool-replies", [{ size: 100 }, { size: 100, dry_run: true }], refused),
    ...each("/user/amy/interactions", [{ limit: 100 }, { limit: 100, dry_run: true }], refused),
    ...each("/post/t-1/chain", [{}, { limit: 41 }], refused),
    ...each("/user", [{ usernames: Array.from({ length: 20 }, (_, at) => `u${at}`).join(",") }], refused),
    get("/stats/like-ladder", refused),
    get("/stats/like-ladder", refused),
    get("/stats/like-ladder", refused),
    get("/stats/like-ladder", refused),
    get("/stats/like-ladder", refused),
    get("/user/nobody/follower-history", refused),
    get("/balance", refused),
    get("/balance/history", refused),
    ...each("/post/search", [{ keywords: "coffee" }, { keywords: "coffee", dry_run: true }], limited),
    ...each("/post/search", [{ keywords: "coffee", language: "en", limit: 20, max_age_hours: 2_160 }], limited),
    ...each("/post/search", [{ keywords: "coffee", language: "en", limit: 25 }], limited),
    get("/stats/power-hours?days=1", limited),
    get("/stats/power-hours?days=1", limited),
    get("/balance", limited),
    get("/post/hot?dry_run=true", { as: "planless" }),
    ...[
      { operation: "searchPosts", parameters: { keywords: ["coffee"], limit: 30 } },
      { operation: "replyChain", parameters: { code: "t-1", limt: 3 } },
      { operation: "balance" },
      {}
    ].map((json) => send("POST", "/estimate", json)),
    get("/post/hot?dry_run=maybe"),
    get("/balance?dry_run=true"),
    get("/post/search?dry_run=true"),
    get(query("/post/search", { keywords: "！", dry_run: true }))
  ]
}

const keyed = (key: string, more: Options = {}): Options => ({ ...more, headers: { "idempotency-key": key } })
const asked = "/post/search?keywords=coffee&language=en&limit=2"

const repeated: Group = {
  name: "repeated",
  calls: [
    get(asked, keyed("one")),
    get(asked, keyed("one")),
    get(asked, keyed('"one"')),
    get("/post/search?limit=2&language=en&keywords=coffee", keyed("one")),
    get(`${asked}&sort=likes`, keyed("one")),
    get(asked, keyed("one", { as: "second" })),
    get(asked, keyed("one", { as: "hooks" })),
    get(asked, keyed("two")),
    get("/stats/like-ladder", keyed("one")),
    get("/stats/like-ladder", keyed("three")),
    get("/stats/like-ladder", keyed("three")),
    get("/post/hot?size=1", keyed("hot", { as: "poor" })),
    get("/post/hot?size=1", keyed("hot", { as: "poor" })),
    get("/user/nobody/top-threads", keyed("lost")),
    get("/user/nobody/top-threads", keyed("lost")),
    get("/post/search?keywords=coffee&limit=x", keyed("bad")),
    get(asked, keyed("bad")),
    get(`${asked}&dry_run=true`, keyed("dry")),
    get(`${asked}&dry_run=true`, keyed("dry")),
    get(asked, keyed("dry")),
    get(asked, keyed("")),
    get(asked, keyed('""')),
    get(asked, keyed("two words")),
    get(asked, keyed('"two words"')),
    get(asked, keyed(String.raw`"quo\"ted"`)),
    get(asked, keyed("x".repeat(255))),
    get(asked, keyed("x".repeat(256))),
    get(asked, keyed("plan", { as: "planless" })),
    get("/balance", keyed("one")),
    get("/post/search?keywords=tea?one&limit=1", keyed("marks")),
    get("/post/search?keywords=tea?one&limit=1", keyed("marks")),
    get("/post/search?keywords=tea?two&limit=1", keyed("marks"))
  ]
}

const pages = ["/balance/history"]
  .flatMap((path) => [path, `${path}?page=2`, `${path}?page=3`, `${path}?page=7`, `${path}?page=99`])
  .map((path) => get(path))

const history: Group = {
  name: "history",
  calls: [
    ...pages,
    ...each("/balance/history", [
      { api_type: "hot_posts" },
      { api_type: "nothing" },
      { source: "second", page: 1 },
      { source: "main", page: 4 },
      { key_id: "key_unknown" },
      { key_id: "<key_id_second>" },
      { from: baseSeconds, api_type: "balance" },
      { from: baseSeconds + 10 },
      { to: baseSeconds },
      { from: baseSeconds - 5, to: baseSeconds + 5, api_type: "user" },
      { page: 0 },
      { page: 1_000_001 },
      { page: "x" },
      { from: -1 },
      { api_typ: "balance" }
    ]),
    get("/balance/history", { as: "second" }),
    get("/balance/history", { as: "lite" }),
    get("/balance/history", { as: "planless" }),
    get("/balance/history/export"),
    ...each("/balance/history/export", [
      { format: "csv", api_type: "keywords" },
      { format: "ndjson" },
      { format: "ndjson", source: "second" },
      { format: "csv", api_type: "nothing" },
      { format: "ndjson", api_type: "nothing" },
      { format: "json" },
      { page: 2 },
      { format: "csv", key_id: "<key_id_second>" }
    ]),
    get("/balance/history/export", { headers: { accept: "application/x-ndjson" } }),
    get("/balance/history/export", { headers: { accept: "application/json" } }),
    get("/balance/history/export?format=ndjson&api_type=like_ladder", { headers: { "accept-encoding": "gzip" } }),
    get("/balance/history/export", { as: "planless" }),
    get("/balance/history/export", { as: "lite" }),
    get("/balance")
  ]
}

export const accountGroups: ReadonlyArray<Group> = [access, credits, repeated]
/** The last group, because it lists all calls before it. */
export const historyGroups: ReadonlyArray<Group> = [history]
