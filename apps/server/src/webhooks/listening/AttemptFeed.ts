/**
 * The live feed of an account's finished attempts, for an open page. One statement asks for all feeds of the process,
 * and none while there is no feed. Polled for the reason that `ListenerPoll.ts` gives.
 */
import type { AccountId, Delivery, DeliveryId } from "@heddle/api"
import { type Cause, Clock, Context, Effect, Layer, Queue, type Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import { firstIdAt } from "../../database/partitions/PartitionNames.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { postsByCode } from "../../store/posts/PostsByCode.ts"
import { columns } from "../log/DeliveryPages.ts"
import { deliveryOf, type DeliveryRow } from "../log/DeliveryRow.ts"
import { prefix } from "../log/DeliverySelection.ts"
import { shortened } from "../log/SentPost.ts"
import { makeStreamCount, type TooManyStreams } from "./StreamCount.ts"

/** Longer than an attempt may take from its id to its row in the log. */
const attemptMillis = 120_000
/** Of one account that a look finds; more than a feed passes on. */
const atOnce = 50

export interface LiveAttempt {
  readonly accountId: AccountId
  readonly delivery: Delivery
  readonly host: string
  readonly keyword: string | null
  readonly caption: string | null
  readonly language: string | null
}

interface AttemptRow extends DeliveryRow {
  readonly accountId: AccountId
  readonly url: string | null
  readonly keyword: string | null
}

const hostOf = (url: string | null): string => (url === null ? "" : (URL.parse(url)?.host ?? url))

const makeAttemptFeedRows = (sql: SqlClient.SqlClient) => {
  const select = (accounts: ReadonlyArray<AccountId>, from: string | null, limit: number) =>
    accounts.length === 0
      ? Effect.succeed([])
      : sql<AttemptRow>`
          SELECT n.*, e.rule_keyword AS keyword FROM unnest(ARRAY${listed(accounts)}::text[]) AS a (id)
          CROSS JOIN LATERAL (
            SELECT account_id, url, ${sql.literal(columns)} FROM webhook_attempts
            WHERE account_id = a.id ${from === null ? sql`` : sql`AND id >= ${from}`}
            ORDER BY id DESC LIMIT ${limit}
          ) n
          LEFT JOIN webhook_events e ON e.account_id = n.account_id AND e.id = n.event_id
          ORDER BY n.id`.unprepared

  const described = Effect.fnUntraced(function* (rows: ReadonlyArray<AttemptRow>) {
    const codes = new Set(rows.flatMap(({ postCode }) => (postCode === null ? [] : [postCode])))
    const posts = codes.size === 0 ? new Map() : yield* postsByCode(sql, [...codes])
    return rows.map(({ accountId, url, keyword, ...row }): LiveAttempt => {
      const post = row.postCode === null ? undefined : posts.get(row.postCode)
      return {
        accountId,
        delivery: deliveryOf(row),
        host: hostOf(url),
        keyword,
        caption: post === undefined ? null : shortened(post.caption),
        language: post?.language ?? null
      }
    })
  })

  /** Attempts that may have finished since the look before, in the order of their ids. */
  const recent = Effect.fnUntraced(function* (accounts: ReadonlyArray<AccountId>) {
    const from = firstIdAt(prefix, plusMillis(yield* now, -attemptMillis))
    return yield* select(accounts, from, atOnce)
  })

  const newest = (accountId: AccountId, limit: number) => select([accountId], null, limit)

  return { recent, newest, described }
}

const pollInterval = "500 millis"
/** With the interval, at most 10 a second. */
const perPoll = 5
/** What a feed begins with. */
const newestFirst = 20
/** A page that takes nothing loses the oldest. */
const buffered = 200

interface Feed {
  readonly accountId: AccountId
  readonly items: Queue.Queue<LiveAttempt, Cause.Done>
  /** When each attempt was passed on or left out: no longer than it can be found. */
  readonly seen: Map<DeliveryId, number>
}

interface OpenFeed {
  /** The newest attempts, oldest first. */
  readonly newest: ReadonlyArray<LiveAttempt>
  /** Each that finishes after them. */
  readonly attempts: Stream.Stream<LiveAttempt>
}

export class AttemptFeed extends Context.Service<
  AttemptFeed,
  {
    /** Until the scope closes. */
    open(accountId: AccountId, hasPlan: boolean): Effect.Effect<OpenFeed, TooManyStreams, Scope.Scope>
    /** Ends all feeds of this process. */
    readonly endAll: Effect.Effect<void>
  }
>()("@heddle/server/webhooks/listening/AttemptFeed") {
  static readonly layer = Layer.effect(
    AttemptFeed,
    Effect.gen(function* () {
      const rows = makeAttemptFeedRows(yield* SqlClient.SqlClient)
      const count = makeStreamCount()
      const feeds = new Set<Feed>()
      const begun = yield* Queue.sliding<void>(1)

      const isNew = ({ seen }: Feed, id: DeliveryId, time: number): boolean => {
        if (seen.has(id)) return false
        seen.set(id, time)
        return true
      }

      const forget = ({ seen }: Feed, time: number) => {
        for (const [id, at] of seen) if (time - at > 2 * attemptMillis) seen.delete(id)
      }

      const pass = Effect.fnUntraced(function* (found: Effect.Success<ReturnType<typeof rows.recent>>) {
        const time = yield* Clock.currentTimeMillis
        for (const feed of feeds) {
          forget(feed, time)
          const fresh = found.filter(({ accountId, id }) => accountId === feed.accountId && isNew(feed, id, time))
          if (fresh.length === 0) continue
          yield* Queue.offerAll(feed.items, yield* rows.described(fresh.slice(-perPoll)))
        }
      })

      const poll = Effect.gen(function* () {
        if (feeds.size === 0) return yield* Queue.take(begun)
        yield* Effect.sleep(pollInterval)
        return yield* pass(yield* rows.recent([...new Set([...feeds].map(({ accountId }) => accountId))]))
      })

      yield* Effect.catchCause(poll, (cause) => Effect.logDebug("The live feeds could not be read", cause)).pipe(
        Effect.forever,
        Effect.forkScoped
      )

      const open = Effect.fn("AttemptFeed.open")(function* (accountId: AccountId, hasPlan: boolean) {
        yield* count.enter(accountId, hasPlan)
        const feed: Feed = {
          accountId,
          items: yield* Queue.sliding<LiveAttempt, Cause.Done>(buffered),
          seen: new Map()
        }
        const time = yield* Clock.currentTimeMillis
        const newest = yield* Effect.orDie(rows.newest(accountId, newestFirst))
        for (const { id } of newest) feed.seen.set(id, time)
        // What finished before is old; of that, only the newest are shown.
        for (const { id } of yield* Effect.orDie(rows.recent([accountId]))) feed.seen.set(id, time)
        const described = yield* Effect.orDie(rows.described(newest))
        yield* Effect.acquireRelease(
          Effect.andThen(
            Effect.sync(() => feeds.add(feed)),
            Queue.offer(begun, undefined)
          ),
          () => Effect.sync(() => feeds.delete(feed))
        )
        return { newest: described, attempts: Stream.fromQueue(feed.items) }
      })

      const endAll = Effect.suspend(() =>
        Effect.forEach([...feeds], ({ items }) => Queue.end(items), { discard: true })
      )

      return AttemptFeed.of({ open, endAll })
    })
  )
}
