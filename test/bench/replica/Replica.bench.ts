/**
 * `npm run bench -- replica`: the processor time of the primary for a mix of all reads of posts and people, with and without
 * a hot standby that answers them.
 *
 * Both servers run on the same database, one after the other, with the role `api`. Each read is made as often, by four
 * callers, after a turn that does not count. What stays on the primary is the ledger, the log, and vectors.
 */
import { Console, Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { join } from "node:path"
import { choosePlace, ownCheckout, startHeddle } from "../../support/HeddleProcess.ts"
import { callApi, createAccount, giveCredits } from "../../support/Operator.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { postmasterOf } from "../Connection.ts"
import { microsOfFamily } from "../Cpu.ts"
import { type Posts, recentPosts } from "../posts/Posts.ts"
import { load } from "../posts/Writing.ts"
import { encryptionKey, productOn, serverSettings, temporaryFolder } from "../Product.ts"
import { jsonFlag, machine, postsFlag, print, round, seedFlag } from "../Report.ts"
import { pickKeywords } from "../search/Keywords.ts"

const days = 30
const callers = 4
const goalPercent = 80

interface Read {
  readonly path: string
  readonly body?: object
}

/** One of each of the 19 reads. */
const readsOf = (posts: Posts, keywords: ReadonlyArray<string>, turn: number): ReadonlyArray<Read> => {
  const [one = "", other = ""] = [keywords[turn % keywords.length], keywords[(turn + 1) % keywords.length]]
  const [keyword, both] = [encodeURIComponent(one), encodeURIComponent(`${one},${other}`)]
  const { code, username } = posts.post(posts.count - 1 - turn * 7)
  const author = `/user/${encodeURIComponent(username ?? "")}`
  const rule = { keyword: one, likeCount: 100 }
  return [
    { path: `/post/search?keywords=${keyword}` },
    { path: "/post/hot" },
    { path: `/post/keyword-trend?keywords=${both}&days=30` },
    { path: `/post/inspiration?topic=${keyword}` },
    { path: `/post/semantic-search?topic=${keyword}` },
    { path: `/post/forecast?codes=${code}` },
    { path: `/post/${code}/chain` },
    { path: `${author}/follower-history` },
    { path: `${author}/interactions` },
    { path: `${author}/top-threads` },
    { path: `/user?usernames=${encodeURIComponent(username ?? "")}` },
    { path: "/leaderboard/cool-replies" },
    { path: "/leaderboard/follower-growth" },
    { path: "/leaderboard/post-like-growth" },
    { path: "/stats/follower-ladder" },
    { path: "/stats/like-ladder" },
    { path: "/stats/power-hours" },
    { path: "/webhook/rules/preview", body: rule },
    { path: "/webhook/rules/backtest", body: rule }
  ]
}

const server = (databaseUrl: string, folder: string, env: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const limits = { HEDDLE_RATE_LIMIT: "0", HEDDLE_FREE_STORAGE: "0", HEDDLE_RUNNING_CALLS: "0" }
      const key = { HEDDLE_ENCRYPTION_KEY: Buffer.from(encryptionKey).toString("base64") }
      const settings = { DATABASE_URL: databaseUrl, HEDDLE_ROLES: "api", ...key, ...limits, ...env }
      return startHeddle({ ...(await choosePlace(folder, settings)), checkout: ownCheckout })
    }),
    (heddle) => Effect.promise(() => heddle.stop())
  )

/** Processor time of the primary and of the standby, in milliseconds for one turn of all reads. */
const measure = Effect.fnUntraced(function* (options: {
  readonly databaseUrl: string
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly turns: ReadonlyArray<ReadonlyArray<Read>>
  readonly servers: ReadonlyArray<number>
  readonly name: string
}) {
  const { databaseUrl, folder, env, turns, servers, name } = options
  const heddle = yield* server(databaseUrl, join(folder, name), env)
  const account = yield* Effect.promise(async () => {
    const account = await createAccount(heddle, { plan: "standard" }, `${name}@example.com`)
    await giveCredits(heddle, account, { credits: 1_000_000_000 })
    return account
  })
  const turn = (reads: ReadonlyArray<Read>) =>
    Effect.forEach(
      reads,
      ({ path, body }) =>
        Effect.promise(() => callApi(heddle, account, body === undefined ? "GET" : "POST", path, body)),
      { concurrency: callers, discard: true }
    )
  yield* turn(turns[0] ?? [])
  const before = servers.map(microsOfFamily)
  yield* Effect.forEach(turns, turn, { discard: true })
  return servers.map((pid, index) => round((microsOfFamily(pid) - (before[index] ?? 0)) / turns.length / 1_000))
}, Effect.scoped)

export const replica = Command.make(
  "replica",
  {
    json: jsonFlag,
    posts: postsFlag(200_000),
    seed: seedFlag,
    turns: Flag.Int("turns").pipe(Flag.withDescription("Times that each read is made"), Flag.withDefault(20))
  },
  Effect.fn(function* ({ json, posts: count, seed, turns: wanted }) {
    const posts = yield* recentPosts({ seed, count, days })
    const primary = yield* PostgresServer.start({ fsync: false, settings: serverSettings })
    yield* Effect.provide(load(posts), productOn(primary.url))
    const standby = yield* primary.startStandby
    const [databaseUrl, standbyUrl] = [Redacted.value(primary.url), Redacted.value(standby.url)]
    const servers = [yield* postmasterOf(databaseUrl), yield* postmasterOf(standbyUrl)]
    const keywords = pickKeywords(posts).flatMap(({ keywords }) => keywords.map(({ text }) => text))
    const turns = Array.from({ length: wanted }, (_, turn) => readsOf(posts, keywords, turn))
    const folder = yield* temporaryFolder
    const common = { databaseUrl, folder, turns, servers }
    yield* Console.log(
      `${machine()}\n${count} posts of ${days} days, seed ${seed}; ${wanted} turns of 19 reads, ${callers} callers`
    )
    const [alone = 0] = yield* measure({ ...common, env: {}, name: "alone" })
    const [beside = 0, ofStandby = 0] = yield* measure({
      ...common,
      env: { HEDDLE_QUERY_DATABASE_URL: standbyUrl },
      name: "beside"
    })
    const saved = round(100 * (1 - beside / alone))
    yield* Console.log(
      `the primary's processor time for 19 reads: ${alone} ms alone, ${beside} ms with a replica, which takes ${ofStandby} ms: ` +
        `${saved} % less (goal: ${goalPercent} %)`
    )
    yield* print(json, [
      {
        name: "replica",
        metric: "the primary's processor time that a replica saves",
        value: saved,
        unit: "%",
        ratio: { alone: round(beside / alone, 2) },
        sizes: { posts: count, days, turns: wanted }
      }
    ])
  }, Effect.scoped)
).pipe(Command.withDescription("What a read replica takes off the primary"))
