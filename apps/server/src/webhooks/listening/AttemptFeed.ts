/**
 * The live feed of an account's finished attempts, for an open page. One statement asks for all feeds of the process,
 * and none while there is no feed. Polled for the reason that `ListenerPoll.ts` gives.
 */
import type { AccountId, DeliveryId } from "@heddle/api"
import { type Cause, Clock, Context, Effect, Layer, Queue, type Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { attemptMillis, type LiveAttempt, makeAttemptFeedRows } from "./AttemptFeedRows.ts"
import { makeStreamCount, type TooManyStreams } from "./StreamCount.ts"

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

export class AttemptFeed extends Context.Service<
  AttemptFeed,
  {
    /** The newest attempts, oldest first, then each that finishes; until the scope closes. */
    open(accountId: AccountId): Effect.Effect<Stream.Stream<LiveAttempt>, TooManyStreams, Scope.Scope>
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

      const open = Effect.fn("AttemptFeed.open")(function* (accountId: AccountId) {
        yield* count.enter(accountId)
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
        yield* Queue.offerAll(feed.items, yield* Effect.orDie(rows.described(newest)))
        yield* Effect.acquireRelease(
          Effect.andThen(
            Effect.sync(() => feeds.add(feed)),
            Queue.offer(begun, undefined)
          ),
          () => Effect.sync(() => feeds.delete(feed))
        )
        return Stream.fromQueue(feed.items)
      })

      const endAll = Effect.suspend(() =>
        Effect.forEach([...feeds], ({ items }) => Queue.end(items), { discard: true })
      )

      return AttemptFeed.of({ open, endAll })
    })
  )
}
