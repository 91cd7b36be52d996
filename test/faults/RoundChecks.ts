/** What the episodes of round faults do to the database, and what has to be true after each. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { checkLedger } from "../../apps/server/src/credits/ledger/LedgerCheck.ts"
import type { EpisodeAccount } from "./EpisodeAccounts.ts"
import { type EpisodePost, isAllowed, isDemanded } from "./EpisodePosts.ts"
import { eventPrice, onDatabase, readEvents } from "./KillChecks.ts"
import type { StrictReceiver } from "./StrictReceiver.ts"

/**
 * Ends the leases that have less than this left, those of dead processes first. A lease lasts ten seconds and is renewed
 * every two. A live process that loses its own has to survive that as well.
 */
export const endLeases = (url: string, secondsLeft: number) =>
  onDatabase(
    url,
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`DELETE FROM processes WHERE alive_until < clock_timestamp() + make_interval(secs => ${secondsLeft})`
    )
  )

export const databaseTime = (url: string): Promise<Date> =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const [row] = yield* (yield* SqlClient.SqlClient)<{ time: Date }>`SELECT clock_timestamp() AS time`
      return row?.time ?? new Date(0)
    })
  )

/** Whether a whole round of every shard began after this time. */
export const hasQuietRound = (url: string, since: Date): Promise<boolean> =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const [row] = yield* (yield* SqlClient.SqlClient)<{ waiting: number }>`
        SELECT count(*)::int AS waiting FROM webhook_round_shards WHERE started_at IS NULL OR started_at <= ${since}`
      return row?.waiting === 0
    })
  )

export const isFinished = (url: string): Promise<boolean> =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const [row] = yield* (yield* SqlClient.SqlClient)<{ unfinished: number }>`
        SELECT count(*)::int AS unfinished FROM webhook_events WHERE due_at IS NOT NULL`
      return row?.unfinished === 0
    })
  )

export interface Episode {
  readonly owners: ReadonlyArray<EpisodeAccount>
  readonly posts: ReadonlyArray<EpisodePost>
  readonly receiver: StrictReceiver
  /** The rules that there are at the end. */
  readonly live: ReadonlySet<string>
  /** When the quiet round was over. */
  readonly until: number
}

const namesWhere = (
  { owners, posts }: Episode,
  isWanted: (rule: string, post: EpisodePost, owner: EpisodeAccount) => boolean
): ReadonlyArray<string> =>
  owners.flatMap((owner) =>
    [...owner.rules.keys()].flatMap((rule) =>
      posts.filter((post) => isWanted(rule, post, owner)).map(({ code }) => `${rule} ${code}`)
    )
  )

type Row = Effect.Success<typeof readEvents>[number]

const checkEvent = (row: Row, { receiver }: Episode) => {
  const seen = receiver.seen.get(row.name)
  assert.include(["delivered", "cancelled"], row.state, row.id)
  if (row.state === "delivered") {
    assert.isAtLeast(seen?.accepted ?? 0, 1, row.id)
    assert.strictEqual(row.charged, eventPrice, row.id)
  }
  if (seen !== undefined) {
    assert.deepStrictEqual([...seen.keys], [row.id], `the keys of ${row.name}`)
    assert.strictEqual(seen.bodies.size, 1, `the bodies of ${row.name}`)
  }
  assert.include(seen === undefined ? [0, eventPrice] : [eventPrice], row.charged, `the charge of ${row.name}`)
}

/** Returns the number of events. */
export const checkEpisode = (url: string, episode: Episode): Promise<number> =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = (yield* readEvents).filter(({ name }) =>
        episode.owners.some(({ rules }) => rules.has(name.split(" ")[0] ?? ""))
      )
      const names = new Set(rows.map(({ name }) => name))
      assert.strictEqual(names.size, rows.length, "an event was made twice")
      const rulesOf = (owner: EpisodeAccount, rule: string) => owner.rules.get(rule) ?? {}
      const demanded = namesWhere(
        episode,
        (rule, post, owner) => episode.live.has(rule) && isDemanded(rulesOf(owner, rule), post, episode.until)
      )
      const allowed = new Set(namesWhere(episode, (rule, post, owner) => isAllowed(rulesOf(owner, rule), post)))
      const describe = (name: string) => {
        const [rule = "", code] = name.split(" ")
        const post = episode.posts.find((one) => one.code === code)
        const owner = episode.owners.find(({ rules }) => rules.has(rule))
        return JSON.stringify({ name, rule: owner?.rules.get(rule), post })
      }
      assert.deepStrictEqual(demanded.filter((name) => !names.has(name)).map(describe), [], "missing events")
      assert.deepStrictEqual([...names].filter((name) => !allowed.has(name)).map(describe), [], "events too many")
      for (const row of rows) checkEvent(row, episode)
      const [rest] = yield* sql<{ holds: number }>`SELECT count(*)::int AS holds FROM credit_holds`
      assert.deepStrictEqual(rest, { holds: 0 })
      assert.deepStrictEqual(yield* checkLedger, [])
      return rows.length
    })
  )
