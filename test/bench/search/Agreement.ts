/** Checks correctness: compares the first page and the trend of each class, and the ladder, with a look at all posts. */
import { Clock, Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, hourMillis } from "../../../apps/server/src/runtime/Time.ts"
import { languagesOf } from "../../../apps/server/src/queries/filters/Filters.ts"
import { HotPosts } from "../../../apps/server/src/queries/leaderboards/HotPosts.ts"
import { Ladders } from "../../../apps/server/src/queries/statistics/Ladders.ts"
import { KeywordTrend } from "../../../apps/server/src/queries/trends/KeywordTrend.ts"
import { Search } from "../../../apps/server/src/queries/search/Search.ts"
import { searchDefaultDays, SearchQuery } from "../../../packages/api/src/operations/Search.ts"
import { encodeKeyword } from "../../../packages/text/src/index.ts"
import type { KeywordClass } from "./Keywords.ts"

const trendDays = 30
/** A look at so many posts takes some seconds; of more, only some classes are compared. */
const postsPerClass = 5_000_000
const ladderDays = 30

const requireTrend = Effect.fnUntraced(function* (text: string, language: KeywordClass["language"]) {
  const sql = yield* SqlClient.SqlClient
  const trends = yield* KeywordTrend
  const { data } = yield* Effect.flatten(trends.prepare({ keywords: [text], language, days: trendDays }))
  const counted = (data[0]?.days ?? []).filter(({ post_count }) => post_count > 0)
  const expected = yield* sql<{ date: string; posts: number }>`
    SELECT to_char(posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, count(*) AS posts FROM posts
    WHERE strpos(token_text, ${encodeKeyword(text) ?? text}) > 0 AND ${sql.in("language", languagesOf(language))}
      AND posted_at >= ${new Date(`${data[0]?.days[0]?.date}T00:00:00Z`)}
    GROUP BY 1 ORDER BY 1`
  const [found, wanted] = [
    counted.map(({ date, post_count }) => `${date} ${post_count}`).join(", "),
    expected.map(({ date, posts }) => `${date} ${posts}`).join(", ")
  ]
  if (found !== wanted) {
    return yield* Effect.die(new Error(`The trend of ${text} differs from a look at all posts: ${found} / ${wanted}`))
  }
})

/** The middle rung of the ladder, and how many posts it counts. */
const requireLadder = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { data } = yield* (yield* Ladders).likes({ language: "zh" })
  const middle = data.rungs.find(({ percentile }) => percentile === 50)?.at_least ?? null
  const [expected] = yield* sql<{ middle: number | null; population: number }>`
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY like_count) AS middle, count(*) AS population FROM posts
    WHERE ${sql.in("language", languagesOf("zh"))} AND posted_at >= ${new Date((yield* Clock.currentTimeMillis) - ladderDays * dayMillis)}`
  // Some seconds have passed since the ladder was counted.
  const missing = 1 - data.population / (expected?.population ?? 1)
  if (middle !== expected?.middle || missing > 0.001) {
    return yield* Effect.die(
      new Error(`The ladder has ${data.population} posts with a median of ${middle}, not ${JSON.stringify(expected)}`)
    )
  }
})

/** Posts of the same count at the end of a page may differ, because some seconds pass between the two. */
const requireHotPosts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const from = new Date((yield* Clock.currentTimeMillis) - 71 * hourMillis)
  const { data } = yield* (yield* HotPosts).list({ language: "zh", hours: 71, sort: "like:desc", size: 300 })
  const expected = yield* sql<{ likes: number }>`
    SELECT like_count AS likes FROM posts WHERE posted_at >= ${from} AND ${sql.in("language", languagesOf("zh"))}
    ORDER BY like_count DESC LIMIT 300`
  const [found, wanted] = [data.map(({ like_count }) => like_count), expected.map(({ likes }) => likes)]
  if (found.join(" ") !== wanted.join(" ")) {
    return yield* Effect.die(new Error(`The likes of the hottest posts are ${wanted}, not ${found}`))
  }
})

export const requireAgreement = Effect.fnUntraced(function* (classes: ReadonlyArray<KeywordClass>, posts: number) {
  const sql = yield* SqlClient.SqlClient
  const search = yield* Search
  const until = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const since = until - (searchDefaultDays * dayMillis) / 1000
  yield* requireLadder
  yield* requireHotPosts
  const every = Math.max(1, Math.ceil(posts / postsPerClass))
  const compared = classes.filter((_, index) => index % every === 0)
  yield* Console.log(`${compared.length} of ${classes.length} classes are compared with a look at all posts`)
  for (const { kind, frequency, language, keywords } of compared) {
    for (const { text } of keywords.slice(0, 1)) {
      yield* requireTrend(text, language)
      const { data } = yield* Effect.flatten(search.prepare({ keywords: [text], language, since, until }))
      const expected = yield* sql<{ code: string }>`
        SELECT code FROM posts WHERE strpos(token_text, ${encodeKeyword(text) ?? text}) > 0
          AND ${sql.in("language", languagesOf(language))}
          AND posted_at >= ${new Date(since * 1000)} AND posted_at < ${new Date(until * 1000)}
        ORDER BY posted_at DESC, code DESC LIMIT ${SearchQuery.fields.limit.defaultValue}`
      const [found, wanted] = [data, expected].map((posts) => posts.map(({ code }) => code).join(" "))
      if (found !== wanted) {
        return yield* Effect.die(
          new Error(`${kind}, ${frequency}: the search for ${text} finds other posts than a look at all`)
        )
      }
    }
  }
})
