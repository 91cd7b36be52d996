/** Every tool whose answer has rows: read in parts, it gives and costs what it gives and costs at once. */
import { assert, layer } from "@effect/vitest"
import { type EnvelopeFields, operations, rowsOf } from "@heddle/api"
import { Effect, Layer } from "effect"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { operationHandlers } from "../../../src/operations/Handlers.ts"
import type { Answer, Call, ContinuedCall } from "../../../src/operations/metering/Call.ts"
import { fillLibrary, longCaptions } from "../../support/LibraryPosts.ts"
import { allParts, costOf, mcpCustomer, rowsIn } from "../../support/PartialReading.ts"
import { ingest, ServedApi } from "../../support/ServedApi.ts"

const now = Math.floor(Date.now() / 1_000)

const authors = Array.from({ length: 34 }, (_, index) => `author${index}`)

const changes = [
  ...authors.flatMap((username, index) => [
    { type: "user", username, full_name: "Ann", follower_count: 10, observed_at: now - 90_000 },
    { type: "user", username, follower_count: 25 + index, observed_at: now - 60 }
  ]),
  ...authors.map((username, index) => ({
    type: "post",
    code: `post${index}`,
    caption: "台積電股價又創新高了，這個月都在漲",
    username,
    post_timestamp: now - 7_200 - index,
    like_count: 20 * (index + 1)
  })),
  ...authors.slice(1).map((username, index) => ({
    type: "post",
    code: `reply${index}`,
    caption: "台積電股價真的很高，我同意這個月都在漲",
    username,
    post_timestamp: now - 3_600 + index,
    reply_to: "post0",
    like_count: index + 1
  })),
  ...Array.from({ length: 9 }, (_, index) => ({
    type: "post",
    code: `long${index}`,
    caption: longCaptions["zh-Hant"],
    username: "writer",
    post_timestamp: now - 40 * 86_400 - index,
    like_count: 1_000
  })),
  ...Array.from({ length: 5 }, (_, index) => ({
    type: "post",
    code: `more${index}`,
    caption: "這個月都在漲",
    username: "author0",
    post_timestamp: now - 9_000 - index,
    like_count: 3
  }))
]

type Answers = Effect.Success<typeof operationHandlers>

interface Tool {
  readonly call: (call: Call) => Effect.Effect<Answer<object>, unknown>
  readonly resume: (cursor: string, call: ContinuedCall) => Effect.Effect<Answer<EnvelopeFields>, unknown>
  /** The rows of the whole answer. */
  readonly rows: number
}

const keywords = ["台積電", "股價", "月"]

/** By the name of the tool. */
const toolsOf = ({ posts, authors: author, live, leaderboards, statistics }: Answers): Record<string, Tool> => {
  const names = [...authors.slice(0, 8), "nobody", "no.one"]
  const of = { params: { username: "author0" } }
  return {
    search_posts: {
      ...posts.searchPosts,
      call: (call) => posts.searchPosts.call({ query: { keywords, limit: 40, include_details: true } }, call),
      rows: 40
    },
    get_keyword_trend: {
      ...posts.keywordTrend,
      call: (call) => posts.keywordTrend.call({ query: { keywords, days: 7 } }, call),
      rows: 3
    },
    get_hot_posts: {
      ...posts.hotPosts,
      call: (call) => posts.hotPosts.call({ query: { size: 51 } }, call),
      rows: 51
    },
    get_inspiration: {
      ...posts.inspiration,
      call: (call) => posts.inspiration.call({ query: { topic: "咖啡店" } }, call),
      rows: 9
    },
    semantic_search_posts: {
      ...posts.semanticSearch,
      call: (call) => posts.semanticSearch.call({ query: { topic: "台積電的股價", limit: 31 } }, call),
      rows: 31
    },
    forecast_posts: {
      ...posts.forecast,
      call: (call) =>
        posts.forecast.call({ query: { codes: ["post1", "x", "post2", "post1"], metric: "likes" } }, call),
      rows: 4
    },
    get_user: {
      ...author.users,
      call: (call) => author.users.call({ query: { usernames: names } }, call),
      rows: 10
    },
    get_user_top_threads: {
      ...author.userTopThreads,
      call: (call) => author.userTopThreads.call({ ...of, query: {} }, call),
      rows: 6
    },
    get_user_interactions: {
      ...author.userInteractions,
      call: (call) => author.userInteractions.call({ ...of, query: { limit: 20 } }, call),
      rows: 20
    },
    get_user_follower_history: {
      ...author.userFollowerHistory,
      call: (call) => author.userFollowerHistory.call({ ...of, query: { days: 25 } }, call),
      rows: 25
    },
    get_live_posts: {
      ...live.livePosts,
      call: (call) => live.livePosts.call({ query: { codes: ["post1", "x", "y", "z"] } }, call),
      rows: 4
    },
    get_live_users: {
      ...live.liveUsers,
      call: (call) => live.liveUsers.call({ query: { usernames: names } }, call),
      rows: 10
    },
    get_cool_replies: {
      ...leaderboards.coolReplies,
      call: (call) => leaderboards.coolReplies.call({ query: { size: 33 } }, call),
      rows: 33
    },
    get_post_like_growth: {
      ...leaderboards.postLikeGrowth,
      call: (call) => leaderboards.postLikeGrowth.call({ query: { size: 60 } }, call),
      rows: 60
    },
    get_follower_growth: {
      ...leaderboards.followerGrowth,
      call: (call) => leaderboards.followerGrowth.call({ query: { size: 34 } }, call),
      rows: 34
    },
    get_power_hours: {
      ...statistics.powerHours,
      call: (call) => statistics.powerHours.call({ query: { days: 2 } }, call),
      rows: 0
    },
    get_like_ladder: {
      ...statistics.likeLadder,
      call: (call) => statistics.likeLadder.call({ query: {} }, call),
      rows: 0
    },
    get_follower_ladder: {
      ...statistics.followerLadder,
      call: (call) => statistics.followerLadder.call({ query: {} }, call),
      rows: 0
    }
  }
}

/** What is not a row. A cursor of the search carries the time of its call. */
const aroundRows = ({ body }: Answer<object>) => ({
  ...body,
  ...(rowsOf(body) === null ? {} : { data: [], credits_consumed: 0 }),
  ...("next_cursor" in body ? { next_cursor: typeof body.next_cursor } : {})
})

onAnyDatabase("Tools", (_name, database) => {
  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      it.effect("give in parts what they give at once, at the same cost", () =>
        Effect.gen(function* () {
          yield* ingest(...changes)
          yield* fillLibrary
          const { callWith } = yield* mcpCustomer({ plan: "standard" })
          const tools = toolsOf(yield* operationHandlers)
          assert.sameMembers(
            Object.keys(tools),
            operations.flatMap(({ kind, tool }) => (kind === "priced" && tool !== null ? [tool.name] : []))
          )
          for (const [name, tool] of Object.entries(tools)) {
            const whole = yield* tool.call(callWith(null))
            assert.lengthOf(rowsIn(whole), tool.rows, name)
            for (const size of [1, 2, 7]) {
              const call = callWith(() => size)
              const first = yield* tool.call(call)
              const parts = yield* allParts(tool.resume, first, call)
              assert.lengthOf(parts, Math.max(1, Math.ceil(tool.rows / size)), name)
              assert.deepStrictEqual(parts.flatMap(rowsIn), rowsIn(whole), name)
              assert.strictEqual(costOf(parts), whole.consumed, name)
              const last = parts.at(-1) ?? first
              assert.deepStrictEqual(aroundRows(last), aroundRows(whole), name)
              assert.strictEqual(first.remaining - last.remaining, whole.consumed - first.consumed, name)
            }
          }
        })
      )
    }
  )
})
