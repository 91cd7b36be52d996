/** A real server on PostgreSQL, filled with made-up posts and with those that make calls expensive. */
import { Clock, Effect, Redacted } from "effect"
import { join } from "node:path"
import type { Client } from "pg"
import { choosePlace, type HeddleProcess, startHeddle } from "../../support/HeddleProcess.ts"
import { type Account, createAccount, giveCredits } from "../../support/Operator.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { connect } from "../Connection.ts"
import { ingestLines, ingestPosts } from "../posts/Ingest.ts"
import { recentPosts } from "../posts/Posts.ts"
import { encryptionKey, productOn, serverSettings } from "../Product.ts"
import { type KeywordClass, pickKeywords } from "../search/Keywords.ts"
import { keepRollups } from "../search/Rollups.ts"
import type { Words } from "./Calls.ts"
import { statisticsSettings } from "./DatabaseTime.ts"
import { hardPosts } from "./HardPosts.ts"

const days = 90
const entriesOfHistory = 100_000
const activeAuthors = 50

export interface Target {
  readonly heddle: HeddleProcess
  readonly client: Client
  readonly words: Words
  readonly active: ReadonlyArray<string>
  /** An account with credits; with a history of its own if it is the attacker's. */
  account(name: string): Effect.Effect<Account>
  fillHistory(account: Account): Effect.Effect<void>
}

const wordsOf = (classes: ReadonlyArray<KeywordClass>): Words => {
  const chinese = (frequency: KeywordClass["frequency"]) =>
    classes
      .filter((one) => one.language === "zh" && one.frequency === frequency)
      .flatMap(({ keywords }) => keywords)
      .toSorted((a, b) => b.posts - a.posts)
      .map(({ text }) => text)
  return { common: chinese("common"), rare: chinese("rare").slice(0, 10), absent: chinese("absent").slice(0, 10) }
}

/** Entries of the past hours. Their ids have the time of the account's own id, as ids of this day have. */
const insertHistory = (client: Client, accountId: string) =>
  Effect.promise(() =>
    client.query(
      `INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
       SELECT $1, 'use_' || substr($1, 6, 10) || lpad(n::text, 16, '0'), now() - n * interval '1 second', 0, 'tests', 'balance', '{}', '{}', '{}'
       FROM generate_series(1, $2::int) n`,
      [accountId, entriesOfHistory]
    )
  )

const startServer = (checkout: string, folder: string, databaseUrl: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      // Without background work, so that the database time is that of the calls; what it prepares is there.
      const settings = {
        DATABASE_URL: databaseUrl,
        HEDDLE_ENCRYPTION_KEY: Buffer.from(encryptionKey).toString("base64"),
        HEDDLE_ROLES: "api"
      }
      return startHeddle({ ...(await choosePlace(join(folder, "data"), settings)), checkout })
    }),
    (heddle) => Effect.promise(() => heddle.stop())
  )

const accountsOf = (heddle: HeddleProcess, name: string) =>
  Effect.promise(async () => {
    const account = await createAccount(heddle, { plan: "standard" }, `${name}@example.com`)
    await giveCredits(heddle, account, { credits: 1_000_000_000 })
    return account
  })

export const startTarget = Effect.fnUntraced(function* (options: {
  readonly checkout: string
  readonly folder: string
  readonly posts: number
  readonly seed: number
}) {
  const { checkout, folder, posts: count, seed } = options
  const settings = [...serverSettings, ...statisticsSettings]
  const { url } = yield* PostgresServer.start({ fsync: false, settings })
  const heddle = yield* startServer(checkout, folder, Redacted.value(url))
  const posts = yield* recentPosts({ seed, count, days })
  yield* ingestPosts(heddle, posts)
  yield* ingestLines(heddle, hardPosts(Math.floor((yield* Clock.currentTimeMillis) / 1_000)))
  yield* Effect.provide(keepRollups, productOn(url))
  const client = yield* connect(Redacted.value(url))
  yield* Effect.promise(() => client.query("VACUUM (ANALYZE)"))
  const { rows } = yield* Effect.promise(() =>
    client.query(
      `SELECT author_id AS username FROM posts GROUP BY author_id ORDER BY count(*) DESC LIMIT ${activeAuthors}`
    )
  )
  const target: Target = {
    heddle,
    client,
    words: wordsOf(pickKeywords(posts)),
    active: rows.map(({ username }) => String(username)),
    account: (name) => accountsOf(heddle, name),
    fillHistory: ({ id }) => insertHistory(client, id)
  }
  return target
})
