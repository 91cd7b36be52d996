/**
 * The round: checks every rule of every account with webhooks (service.md, "Evaluation"). Normally it reads only posts
 * that are new or whose counts changed since the rounds before. It checks the whole window for a new or edited rule, and for an
 * account that ran out of credits, whose plan was renewed after a gap, or one of whose endpoints reached its daily cap the
 * day before. Repeating any part of a round is harmless, because events are unique by rule and post.
 */
import type { AccountId } from "@heddle/api"
import { Clock, Context, Duration, Effect, Layer, Metric, Semaphore, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { background } from "../../runtime/Background.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { latencyBounds } from "../../runtime/MetricLabels.ts"
import { Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import { PostChangeFeed } from "../../store/posts/PostChangeFeed.ts"
import { Outbox } from "../delivery/Outbox.ts"
import { makeLiveRules } from "./LiveRules.ts"
import { type Account, makeRoundAccounts } from "./RoundAccounts.ts"
import { makeRoundEvents } from "./RoundEvents.ts"
import { type OwnedShard, RoundShards } from "./RoundShards.ts"
import { makeScans } from "./Scans.ts"

export interface RoundSummary {
  readonly rules: number
  /** Posts that were compared with the rules. */
  readonly posts: number
  readonly events: number
  readonly outOfCredits: ReadonlyArray<AccountId>
  readonly millis: number
}

export class Round extends Context.Service<
  Round,
  {
    /** Checks all accounts of this process. */
    readonly run: Effect.Effect<RoundSummary>
    /** Checks the accounts of those shards whose interval has passed; null when there are none. */
    readonly runDue: Effect.Effect<RoundSummary | null>
  }
>()("@heddle/server/webhooks/matching/Round") {
  static readonly layer = Layer.effect(
    Round,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const feed = yield* PostChangeFeed
      const ledger = yield* Ledger
      const outbox = yield* Outbox
      const shards = yield* RoundShards
      const live = makeLiveRules(sql)
      const accounts = makeRoundAccounts(sql, ledger)
      const scans = makeScans(feed, live)
      const oneAtATime = yield* Semaphore.make(1)

      const rulesIn = (inRound: ReadonlyMap<AccountId, Account>): number => {
        let rules = 0
        for (const [accountId, { extent }] of inRound) if (extent !== "skip") rules += live.rulesOf(accountId).size
        return rules
      }

      const check = Effect.fn("Round.check")(function* (
        owned: ReadonlyArray<OwnedShard>,
        checked: ReadonlyArray<OwnedShard>,
        startedAt: Date
      ) {
        const started = yield* Clock.currentTimeMillis
        const at = yield* now
        // Read before the posts: later commits get a higher number and belong to the next round.
        const target = yield* feed.cursor
        // Read before the rules themselves: a rule that commits in between belongs to the next round.
        const newRules = yield* accounts.newRules(checked.map(({ shard }) => shard))
        const rows = yield* live.synchronize(
          new Set(owned.map(({ shard }) => shard)),
          checked.map(({ shard }) => shard),
          at
        )
        yield* accounts.markWithoutPlan(rows)
        const cursors = new Map(checked.map(({ shard, cursor }) => [shard, cursor]))
        const inRound = yield* accounts.extents(rows, scans.withoutChanges(cursors, target))

        const events = makeRoundEvents(outbox)
        const pages = scans.run({ accounts: inRound, newRules, cursors, target, at, events })
        let posts = 0
        yield* Stream.runForEach(pages, (page) => {
          posts += page
          return events.createSome
        })
        yield* events.create
        const { outOfCredits, created } = events
        const inShards = checked.map(({ shard }) => shard)
        const stillOwned = Effect.map(shards.stillOwned(inShards), (still) => new Set(still))
        yield* accounts.store({ accounts: inRound, newRules, outOfCredits, at, stillOwned })
        yield* failpoint("round.beforeFinish")
        yield* shards.finish(inShards, { cursor: target, at, startedAt })
        yield* failpoint("round.afterFinish")
        return {
          rules: rulesIn(inRound),
          posts,
          events: created,
          outOfCredits: [...outOfCredits],
          millis: (yield* Clock.currentTimeMillis) - started
        }
      }, Effect.orDie)

      const run = Effect.flatMap(shards.share, (share) => check(share.shards, share.shards, share.time)).pipe(
        oneAtATime.withPermits(1),
        Effect.withSpan("Round.run")
      )

      const runDue = Effect.flatMap(shards.share, (share) => {
        const due = share.shards.filter((shard) => shard.due)
        return due.length === 0 ? Effect.succeed(null) : check(share.shards, due, share.time)
      }).pipe(oneAtATime.withPermits(1))

      return Round.of({ run, runDue })
    })
  )
}

/** The metrics of the rounds of this process, and a warning about one that took longer than the interval. */
const duration = Metric.histogram("webhook_round_duration_seconds", {
  description: "Duration of rounds",
  boundaries: Metric.boundariesFromIterable([...latencyBounds, 180, 600])
})
const posts = Metric.counter("webhook_round_posts_total", {
  description: "Posts that rounds compared with rules",
  incremental: true
})

const recordRound = Effect.fnUntraced(function* (summary: RoundSummary, interval: Duration.Duration) {
  yield* Metric.update(duration, summary.millis / 1000)
  yield* Metric.update(posts, summary.posts)
  if (summary.millis <= Duration.toMillis(interval)) return
  yield* Effect.logWarning(
    `A round took ${Math.round(summary.millis / 1000)} s, longer than HEDDLE_ROUND_INTERVAL (${Duration.format(interval)}), so rules are checked late`
  )
})

/** One line, as the demo makes events every ten seconds. Quiet rounds log at debug level only. */
const logSummary = ({ rules, posts, events, outOfCredits, millis }: RoundSummary) =>
  (events > 0 || outOfCredits.length > 0 ? Effect.logInfo("Round") : Effect.logDebug("Round")).pipe(
    Effect.annotateLogs({ events, posts, rules, millis, ...(outOfCredits.length > 0 ? { outOfCredits } : {}) })
  )

export const roundTask = Effect.flatMap(Settings, ({ roundInterval }) =>
  background({
    name: "rounds",
    role: "rounds",
    every: roundInterval,
    // Shards have intervals of their own, and may lose their owner at any time.
    wake: [Stream.unwrap(RoundShards.useSync(({ looks }) => looks))],
    run: Effect.tap(
      Round.use(({ runDue }) => runDue),
      (summary) =>
        summary === null ? Effect.void : Effect.andThen(logSummary(summary), recordRound(summary, roundInterval))
    ),
    // The next round repeats whatever was not committed.
    onStop: "interrupt"
  })
)
