/** Keeps the rollups: adds steps to the counts, counts older posts and all authors again, and chooses the terms. */
import { textVersion } from "@heddle/text"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { again, maintenance } from "../../runtime/Background.ts"
import { dayOf, hourMillis, now, plusMillis, startOf } from "../../runtime/Time.ts"
import { firstRetainedDay } from "../posts/PostPartitions.ts"
import { makeFollowerGains } from "../gains/FollowerGains.ts"
import { makeLikeGains } from "../gains/LikeGains.ts"
import { makeRollupCounts, slotsOfHour } from "./RollupCounts.ts"
import { slotStart } from "../posts/PostVersion.ts"
import { whenSampled } from "../terms/TermShares.ts"
import { chooseTerms } from "./TermChoice.ts"

/** A run ends with the first statement after this time. */
const runMillis = 2_000
/** No slot and no day is counted yet. */
const never = 2_147_483_647
/** So many posts with a term in 30 days cost a call some tens of milliseconds to count. */
const fewestPosts = 20_000

const hourOf = (time: Date): number => Math.floor(time.getTime() / hourMillis)

interface TermsFrom {
  readonly countedFrom: number
  readonly ids: ReadonlyArray<number>
  /** In the order of the ids. */
  readonly terms: ReadonlyArray<string>
}

export class Rollups extends Context.Service<
  Rollups,
  {
    /** Adds all steps. */
    readonly add: Effect.Effect<void>
    /** Counts older posts and, in hourly passes, authors, for about two seconds. Returns whether all are counted. */
    readonly recount: Effect.Effect<boolean>
    /** Chooses the terms again; `recount` counts their posts. */
    readonly choose: Effect.Effect<void>
  }
>()("@heddle/server/store/rollups/Rollups") {
  static readonly layerFrom = (fewest: number, enoughSteps: number) =>
    Layer.effect(
      Rollups,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const counts = makeRollupCounts(sql, enoughSteps)
        const gains = makeLikeGains(sql)
        const followers = makeFollowerGains(sql)

        const untilNone = (step: Effect.Effect<number>): Effect.Effect<void> =>
          Effect.flatMap(step, (batches) => (batches === 0 ? Effect.void : untilNone(step)))

        const add = Effect.andThen(untilNone(counts.addLikes), untilNone(counts.addTerms)).pipe(
          Effect.withSpan("Rollups.add")
        )

        const newestBefore = (time: Date) =>
          Effect.map(
            sql<{ newest: Date | null }>`SELECT max(posted_at) AS newest FROM posts WHERE posted_at < ${time}`,
            ([row]) => row?.newest ?? null
          )

        /** After a reset: from the hour after every post on, there is nothing to count. */
        const beginLikes = Effect.gen(function* () {
          const [row] = yield* sql<{ newest: Date | null }>`SELECT max(posted_at) AS newest FROM posts`
          const newest = Math.max((yield* now).getTime(), row?.newest?.getTime() ?? 0)
          const from = (hourOf(new Date(newest)) + 1) * slotsOfHour
          yield* sql`DELETE FROM like_counts WHERE slot >= ${from}`
          yield* sql`UPDATE rollup_progress SET likes_from = ${from} WHERE likes_from = ${never}`
        })

        /** Returns whether there is nothing left. */
        const recountLikes = Effect.gen(function* () {
          const [progress] = yield* sql<{ likesFrom: number }>`SELECT likes_from FROM rollup_progress`
          const from = progress?.likesFrom ?? 0
          if (from === 0) return true
          if (from === never) yield* beginLikes
          else {
            const newest = yield* newestBefore(slotStart(from))
            yield* counts.recountLikes(newest === null ? 0 : hourOf(newest) * slotsOfHour, from)
          }
          return false
        })

        /** The terms that are furthest behind. */
        const termsBehind = Effect.map(
          sql<TermsFrom>`
            SELECT counted_from, array_agg(id ORDER BY id) AS ids, array_agg(term ORDER BY id) AS terms FROM tracked_terms
            WHERE text_version = ${textVersion} AND counted_from > 0
            GROUP BY counted_from ORDER BY counted_from DESC LIMIT 1`,
          ([row]) => row
        )

        const recountTerms = Effect.gen(function* () {
          const behind = yield* termsBehind
          if (behind === undefined) return true
          const { countedFrom, ids, terms } = behind
          const newest = yield* newestBefore(startOf(countedFrom))
          const kept = terms.flatMap((term, at) => ids.slice(at, at + 1).map((id) => ({ id, term })))
          yield* counts.recountTerms(kept, newest === null ? 0 : dayOf(newest), countedFrom)
          return false
        })

        const whileTime = (step: Effect.Effect<boolean>, deadline: number): Effect.Effect<boolean> =>
          Effect.gen(function* () {
            while (!(yield* step)) if ((yield* Clock.currentTimeMillis) >= deadline) return false
            return true
          })

        const recount = Effect.gen(function* () {
          const deadline = (yield* Clock.currentTimeMillis) + runMillis
          const likes = yield* whileTime(Effect.orDie(recountLikes), deadline)
          const ofGains = yield* whileTime(Effect.orDie(gains.recount), deadline)
          const ofFollowers = yield* whileTime(followers.recount, deadline)
          return (yield* whileTime(Effect.orDie(recountTerms), deadline)) && likes && ofGains && ofFollowers
        }).pipe(Effect.withSpan("Rollups.recount"))

        const forgetOld = Effect.gen(function* () {
          const first = firstRetainedDay(yield* now)
          yield* sql`DELETE FROM like_counts WHERE slot < ${first * 24 * slotsOfHour}`
          yield* sql`DELETE FROM term_counts WHERE day < ${first}`
          yield* gains.forgetOld
          yield* sql`DELETE FROM term_counts c WHERE NOT EXISTS (SELECT 1 FROM tracked_terms r WHERE r.id = c.term)`
        })

        const choose = Effect.gen(function* () {
          const at = yield* now
          yield* forgetOld
          const rows = yield* sql<{ term: string; textVersion: number }>`SELECT term, text_version FROM tracked_terms`
          const kept = new Set(rows.flatMap((row) => (row.textVersion === textVersion ? [row.term] : [])))
          const [total] = yield* sql<{ posts: number | null }>`SELECT sum(posts) AS posts FROM language_shares`
          const none: { added: ReadonlyArray<string>; ended: ReadonlyArray<string> } = { added: [], ended: [] }
          const { added, ended } = (total?.posts ?? 0) < fewest ? none : yield* chooseTerms(sql, kept, at, fewest)
          const outdated = rows.flatMap(({ term }) => (kept.has(term) ? [] : [term]))
          if (added.length + ended.length + outdated.length === 0) return
          yield* counts.keepTerms(added, [...ended, ...outdated], dayOf(plusMillis(at, hourMillis)) + 1)
        }).pipe(Effect.orDie, Effect.withSpan("Rollups.choose"))

        return Rollups.of({ add, recount, choose })
      })
    )

  static readonly layer = Rollups.layerFrom(fewestPosts, 500)
}

const keepingTask = maintenance(
  "rollups",
  "10 seconds",
  Rollups.use(({ add, recount }) => Effect.map(Effect.andThen(add, recount), (done) => (done ? undefined : again)))
)

const choosingTask = maintenance(
  "rolled terms",
  "1 hour",
  Rollups.use(({ choose }) => choose),
  whenSampled
)

export const rollupTasks = Effect.all([keepingTask, choosingTask])
