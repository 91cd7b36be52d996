/** Queries as customers send them: through the services, including SQL, decoding and mapping. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { KeywordTrendQuery } from "../../../packages/api/src/operations/Trends.ts"
import type { SearchQuery } from "../../../packages/api/src/operations/Search.ts"
import { Interactions } from "../../../apps/server/src/queries/authors/Interactions.ts"
import { TopThreads } from "../../../apps/server/src/queries/authors/TopThreads.ts"
import { CoolReplies } from "../../../apps/server/src/queries/leaderboards/CoolReplies.ts"
import { FollowerGrowth } from "../../../apps/server/src/queries/leaderboards/FollowerGrowth.ts"
import { HotPosts } from "../../../apps/server/src/queries/leaderboards/HotPosts.ts"
import { PostLikeGrowth } from "../../../apps/server/src/queries/leaderboards/PostLikeGrowth.ts"
import { SharedBoards } from "../../../apps/server/src/queries/leaderboards/SharedBoards.ts"
import { KeywordTrend } from "../../../apps/server/src/queries/trends/KeywordTrend.ts"
import { Search } from "../../../apps/server/src/queries/search/Search.ts"
import { Ladders } from "../../../apps/server/src/queries/statistics/Ladders.ts"
import { PowerHours } from "../../../apps/server/src/queries/statistics/PowerHours.ts"
import { frequencies, type Keyword, type KeywordClass } from "./Keywords.ts"
import type { PeerQuestions } from "./Peers.ts"

export interface Question {
  readonly group: string
  readonly title: string
  readonly product: (sample: number) => Effect.Effect<unknown, unknown>
  /** As many callers ask at once: callers of a board share its answer. */
  readonly shared?: (sample: number) => Effect.Effect<unknown, unknown>
  readonly peer?: (peer: PeerQuestions, sample: number) => Effect.Effect<unknown, unknown>
}

export const firstPage = "first page of a search, 7 days"
export const trend = "trend over 30 days, one keyword"
const defaultDays = 7
const trendDays = 30
const hoursOfDay = 24
const activeAccounts = 20
const growthHours = [1, 24, 168]

/** Cycles through the items. */
const at = <A>(list: ReadonlyArray<A>, sample: number): A => {
  const item = list[sample % list.length]
  if (item === undefined) throw new RangeError("A question without anything to ask for")
  return item
}

/** The same query for each class of keywords, for the product and its peers. */
const byClass = Effect.fnUntraced(function* (classes: ReadonlyArray<KeywordClass>) {
  const search = yield* Search
  const trends = yield* KeywordTrend
  return classes.flatMap(({ kind, frequency, language, keywords }): ReadonlyArray<Question> => {
    const title = `${kind}, ${frequency}`
    const keyword = (sample: number) => at(keywords, sample).text
    return [
      {
        group: firstPage,
        title,
        product: (sample) => Effect.flatten(search.prepare({ keywords: [keyword(sample)], language })),
        peer: (peer, sample) => peer.firstPage(keyword(sample), language, defaultDays)
      },
      {
        group: trend,
        title,
        product: (sample) => Effect.flatten(trends.prepare({ keywords: [keyword(sample)], language, days: trendDays })),
        peer: (peer, sample) => peer.trend(keyword(sample), language, trendDays)
      }
    ]
  })
})

/** All other search parameters, with Chinese keywords of 1 to 4 characters in turn. */
const variants = Effect.fnUntraced(function* (classes: ReadonlyArray<KeywordClass>) {
  const search = yield* Search
  const trends = yield* KeywordTrend
  const chinese = (frequency: KeywordClass["frequency"]): ReadonlyArray<Keyword> => {
    const lists = classes.filter((one) => one.language === "zh" && one.frequency === frequency)
    const longest = Math.max(...lists.map(({ keywords }) => keywords.length))
    return Array.from({ length: longest }, (_, place) => lists.flatMap(({ keywords }) => keywords[place] ?? [])).flat()
  }
  const common = chinese("common")
  const there = frequencies.filter((frequency) => chinese(frequency).length > 0)
  const searches = (group: string, query: (keyword: string, sample: number) => SearchQuery): ReadonlyArray<Question> =>
    there.map((frequency) => ({
      group,
      title: `Chinese, ${frequency}`,
      product: (sample) => Effect.flatten(search.prepare(query(at(chinese(frequency), sample).text, sample)))
    }))
  const trendOf = (group: string, title: string, query: (sample: number) => KeywordTrendQuery): Question => ({
    group,
    title,
    product: (sample) => Effect.flatten(trends.prepare(query(sample)))
  })
  const pages = yield* Effect.forEach(common, ({ text }) =>
    Effect.map(Effect.flatten(search.prepare({ keywords: [text] })), ({ next_cursor: cursor }) => ({ text, cursor }))
  )
  const continued = pages.flatMap(({ text, cursor }) => (cursor === null ? [] : [{ text, cursor }]))
  const ten = [...frequencies, "common" as const].flatMap((frequency, place) =>
    chinese(frequency)
      .slice(place, place + 2)
      .map(({ text }) => text)
  )
  return [
    ...searches("first page, 30 days", (keyword) => ({ keywords: [keyword], max_age_hours: 30 * hoursOfDay })),
    ...searches("first page, 90 days", (keyword) => ({ keywords: [keyword], max_age_hours: 90 * hoursOfDay })),
    ...searches("first page, zh-Hans alone", (keyword) => ({ keywords: [keyword], language: "zh-Hans" })),
    ...searches("first page, at least 1,000 likes", (keyword) => ({ keywords: [keyword], min_likes: 1_000 })),
    ...searches("first page by likes, 7 days", (keyword) => ({ keywords: [keyword], sort: "likes" })),
    ...searches("first page with details", (keyword) => ({ keywords: [keyword], include_details: true })),
    ...searches("with a common keyword, both", (keyword, sample) => ({
      keywords: [keyword, at(common, sample + 1).text],
      match: "all"
    })),
    ...searches("without a common keyword", (keyword, sample) => ({
      keywords: [keyword],
      exclude: [at(common, sample + 1).text]
    })),
    ...(continued.length === 0
      ? []
      : [
          {
            group: "second page, 7 days",
            title: "Chinese, common",
            product: (sample: number) => {
              const { text, cursor } = at(continued, sample)
              return Effect.flatten(search.prepare({ keywords: [text], cursor }))
            }
          }
        ]),
    ...there.map((frequency) =>
      trendOf("trend over 30 days, with engagement", `Chinese, ${frequency}`, (sample) => ({
        keywords: [at(chinese(frequency), sample).text],
        days: trendDays,
        include_engagement: true
      }))
    ),
    trendOf("trend over 30 days, ten keywords", "Chinese, all frequencies", () => ({ keywords: ten, days: trendDays }))
  ]
})

/** Queries without keywords. */
const others = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const hot = yield* HotPosts
  const replies = yield* CoolReplies
  const likeGrowth = yield* PostLikeGrowth
  const followerGrowth = yield* FollowerGrowth
  const boards = yield* SharedBoards
  const interactions = yield* Interactions
  const threads = yield* TopThreads
  const ladders = yield* Ladders
  const hours = yield* PowerHours
  const languages = ["zh", "zh-Hant", "ja", "en"] as const
  const allLanguages = [...languages, "zh-Hans", "yue", "ko"] as const
  const sorts = ["engagement:desc", "like:desc", "reply:desc", "impression:desc"] as const
  const active = yield* sql<{ username: string }>`
    SELECT author_id AS username FROM posts GROUP BY author_id ORDER BY count(*) DESC, author_id LIMIT ${activeAccounts}`
  const usual = yield* sql<{ username: string }>`
    SELECT DISTINCT author_id AS username FROM posts WHERE code IN (SELECT code FROM posts ORDER BY md5(code) LIMIT ${activeAccounts})
    ORDER BY username`
  const named = (rows: ReadonlyArray<{ readonly username: string }>, sample: number) => at(rows, sample).username
  const language = (sample: number) => ({ language: at(languages, sample) })
  const group = "without a keyword"
  const question = (title: string, product: Question["product"]): Question => ({ group, title, product })
  const board = <Query>(
    title: string,
    product: (query: Query) => Effect.Effect<unknown>,
    shared: (query: Query) => Effect.Effect<unknown>,
    query: (sample: number) => Query
  ): Question => ({
    group,
    title,
    product: (sample) => product(query(sample)),
    shared: (sample) => shared(query(sample))
  })
  const hotQuery = (sample: number) => ({ ...language(sample), sort: at(sorts, sample >> 2) })
  const growthQuery = (hours: number) => (sample: number) => ({ language: at(allLanguages, sample), hours, size: 100 })
  return [
    board("hot posts, 24 hours", hot.list, boards.hotPosts, hotQuery),
    board("hot posts, 72 hours", hot.list, boards.hotPosts, (sample) => ({ ...hotQuery(sample), hours: 72 })),
    board("cool replies, 24 hours", replies.top, boards.coolReplies, language),
    ...growthHours.flatMap((hours) => [
      board(`likes gained, ${hours} hours, 100 rows`, likeGrowth.top, boards.postLikeGrowth, growthQuery(hours)),
      board(`followers gained, ${hours} hours, 100`, followerGrowth.top, boards.followerGrowth, growthQuery(hours))
    ]),
    question("interactions, most active accounts", (sample) => interactions.of(named(active, sample), {})),
    question("interactions, usual accounts", (sample) => interactions.of(named(usual, sample), {})),
    question("top threads, most active accounts", (sample) => threads.of(named(active, sample), {})),
    question("top threads, usual accounts", (sample) => threads.of(named(usual, sample), {})),
    board("like ladder", ladders.likes, boards.likeLadder, language),
    board("follower ladder", ladders.followers, boards.followerLadder, language),
    board("power hours, 30 days", hours.count, boards.powerHours, language)
  ]
})

export const questions = Effect.fnUntraced(function* (classes: ReadonlyArray<KeywordClass>) {
  const one = yield* byClass(classes)
  return [
    ...one.filter(({ group }) => group === firstPage),
    ...one.filter(({ group }) => group === trend),
    ...(yield* variants(classes)),
    ...(yield* others)
  ]
})
