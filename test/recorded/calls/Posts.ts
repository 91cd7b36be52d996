/** Calls about posts: search, trend, hot posts, chains. */
import { baseSeconds } from "../StandingClock.ts"
import { each, get, type Group, query } from "../Call.ts"

const languages = ["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko", "ZH-HANT", "EN", "de", ""]
const day = 86_400

const inLanguages = (path: string, parameters: Readonly<Record<string, string | number | boolean>> = {}) =>
  each(
    path,
    languages.map((language) => ({ ...parameters, language }))
  )

const found = "/post/search"
const month = { keywords: "咖啡,coffee,train,電影,커피,コーヒー", max_age_hours: 720 }

const search: Group = {
  name: "search",
  calls: [
    get(found),
    get(`${found}?keywords=`),
    ...inLanguages(found, { ...month, limit: 4 }),
    ...each(found, [
      { keywords: "咖啡" },
      { keywords: "咖啡", limit: 2 },
      { keywords: "咖啡,捷運", match: "all" },
      { keywords: "咖啡,捷運", match: "any", limit: 5 },
      { keywords: "咖啡,捷運", match: "some" },
      { keywords: "coffee", language: "en" },
      { keywords: "trains", language: "en", limit: 5 },
      { keywords: "TRAIN", language: "en", limit: 5 },
      { keywords: "cat hair", language: "en", limit: 5, max_age_hours: 2_160 },
      { keywords: "coffee", language: "en", exclude: "bread" },
      { keywords: "咖啡", exclude: "老闆,手沖", max_age_hours: 720, limit: 5 },
      { keywords: "咖啡", include_details: true, limit: 3 },
      { keywords: "咖啡", include_details: true, post_type: "reply", max_age_hours: 2_160, limit: 3 },
      { keywords: "咖啡", post_type: "reply" },
      { keywords: "咖啡", post_type: "thread", limit: 3 },
      { keywords: "咖啡", post_type: "all", limit: 3 },
      { keywords: "咖啡", post_type: "root" },
      { keywords: "咖啡", min_age_hours: 24, max_age_hours: 400, limit: 4 },
      { keywords: "咖啡", min_age_hours: 48, limit: 4 },
      { keywords: "咖啡", min_age_hours: 24, max_age_hours: 24 },
      { keywords: "咖啡", max_age_hours: 2_161 },
      { keywords: "咖啡", since: baseSeconds - 3 * day, until: baseSeconds - day, limit: 4 },
      { keywords: "咖啡", since: baseSeconds - 90 * day, limit: 4 },
      { keywords: "咖啡", since: baseSeconds - 91 * day },
      { keywords: "咖啡", until: baseSeconds - 91 * day },
      { keywords: "咖啡", since: baseSeconds, until: baseSeconds },
      { keywords: "咖啡", since: baseSeconds - day, max_age_hours: 5 },
      { keywords: "咖啡", username: "amy", max_age_hours: 2_160 },
      { keywords: "咖啡", username: "nobody" },
      { keywords: "咖啡", username: "" },
      { keywords: "train", language: "en", min_likes: 50, max_age_hours: 2_160, limit: 5 },
      { keywords: "train", language: "en", min_replies: 5, max_age_hours: 2_160, limit: 5 },
      { keywords: "train", language: "en", min_views: 2_000, max_age_hours: 2_160, limit: 5 },
      { keywords: "train", language: "en", min_likes: -1 },
      ...["recent", "likes", "replies", "views", "random"].map((sort) => ({
        ...month,
        language: "en",
        sort,
        limit: 4
      })),
      { ...month, sort: "views", include_details: true, limit: 4 },
      { keywords: "拿鐵", language: "zh-Hant", limit: 500 },
      { keywords: "咖啡", limit: 0 },
      { keywords: "咖啡", limit: 501 },
      { keywords: "咖啡", limit: "ten" },
      { keywords: "咖啡", limit: 1.5 },
      { keywords: "咖啡", include_details: "yes" },
      { keywords: "咖啡,,拿鐵" },
      { keywords: "！？" },
      { keywords: "a,b,c,d,e,f,g,h,i,j,k" },
      { keywords: "x".repeat(101) },
      { keywords: "咖啡", exclude: "。" },
      { keywords: " 咖啡 , 拿鐵 ", limit: 2 },
      { keywords: "😂", limit: 3 },
      { keywords: "example.com/read", limit: 3, language: "en" },
      { keyword: "咖啡" },
      { keywords: "咖啡", langauge: "en", limmit: 3, nonsense: 1 },
      { keywords: "咖啡", cursor: "" },
      { keywords: "咖啡", cursor: "eyJ2IjoyfQ.AAAA" },
      { keywords: "咖啡", cursor: "nonsense" }
    ]),
    get(`${found}?keywords=coffee&keywords=train`),
    get(`${found}?keywords=%FF%FE`),
    get(`${found}?keywords=%00`),
    get(`${found}?keywords=coffee&language=en&limit=2?x=1`),
    get(`${found}?keywords=what?now&limit=2`),
    get(`${found}?keywords=coffee+bread&language=en&limit=2`),
    get(`${found}?keywords=%E5%92%96%E5%95%A1&limit=1&`)
  ]
}

/** Pages by cursor, and cursors with other parameters. */
const pages: Group = {
  name: "pages",
  calls: [
    get(query(found, { ...month, limit: 6 })),
    get(query(found, { ...month, limit: 6, cursor: "<cursor_pages_1>" })),
    get(query(found, { ...month, limit: 9, cursor: "<cursor_pages_2>" })),
    get(query(found, { ...month, limit: 500, cursor: "<cursor_pages_3>" })),
    get(query(found, { ...month, limit: 5, sort: "likes", cursor: "<cursor_pages_1>" })),
    get(query(found, { keywords: "咖啡", cursor: "<cursor_pages_1>" })),
    ...["likes", "replies", "views"].map((sort) => get(query(found, { ...month, language: "en", sort, limit: 5 }))),
    get(query(found, { ...month, language: "en", sort: "likes", limit: 5, cursor: "<cursor_pages_4>" })),
    get(query(found, { ...month, language: "en", sort: "replies", limit: 5, cursor: "<cursor_pages_5>" })),
    get(query(found, { ...month, language: "en", sort: "views", limit: 5, cursor: "<cursor_pages_6>" })),
    get(query(found, { ...month, limit: 6, cursor: "<cursor_pages_1>" }), { as: "second" }),
    get(query(found, { ...month, limit: 6, cursor: "<cursor_pages_1>", dry_run: true }))
  ]
}

const trend: Group = {
  name: "trend",
  calls: [
    get("/post/keyword-trend"),
    ...inLanguages("/post/keyword-trend", { keywords: "咖啡,train", days: 3 }),
    ...each("/post/keyword-trend", [
      { keywords: "咖啡" },
      { keywords: "咖啡", days: 1 },
      { keywords: "咖啡", days: 30 },
      { keywords: "咖啡,拿鐵,咖啡", days: 2, include_engagement: true },
      { keywords: "cats,train", days: 10, language: "en", include_engagement: true },
      { keywords: "cat", days: 2, include_engagement: false },
      { keywords: "largest", days: 1, language: "en", include_engagement: true },
      { keywords: "커피", language: "ko", days: 90 },
      { keywords: "咖啡", days: 0 },
      { keywords: "咖啡", days: 91 },
      { keywords: "…" },
      { keywords: "咖啡", dry_run: true, days: 14 },
      { keywords: "咖啡", include_engagment: true }
    ])
  ]
}

const hot: Group = {
  name: "hot",
  calls: [
    ...inLanguages("/post/hot", { size: 3 }),
    ...each("/post/hot", [
      { size: 12 },
      ...["engagement:desc", "like:desc", "reply:desc", "impression:desc", "like:asc"].map((sort) => ({
        sort,
        size: 4,
        hours: 72
      })),
      { sort: "impression:desc", language: "en", size: 5 },
      { hours: 1 },
      { hours: 72, language: "ja" },
      { hours: 73 },
      { size: 0 },
      { size: 300, language: "ko" },
      { size: 301 },
      { size: 40, dry_run: true },
      { limit: 3 }
    ])
  ]
}

const chain = (code: string, parameters: Readonly<Record<string, string | number | boolean>> = {}) =>
  get(Object.keys(parameters).length === 0 ? `/post/${code}/chain` : query(`/post/${code}/chain`, parameters))

const chains: Group = {
  name: "chains",
  calls: [
    ...["t-1", "t-4", "t-5", "huge", "bad", "never-seen", "unknown-top", "t-%31"].map((code) => chain(code)),
    ...[1, 2, 3, 500, 0, 501].map((limit) => chain("t-5", { limit })),
    chain("t-1", { dry_run: true }),
    chain("t-1", { depth: 2 }),
    chain("%20"),
    chain("a%2Fb"),
    chain("%E5%92%96"),
    chain("x".repeat(513)),
    get("/post//chain")
  ]
}

export const postGroups: ReadonlyArray<Group> = [search, pages, trend, hot, chains]
