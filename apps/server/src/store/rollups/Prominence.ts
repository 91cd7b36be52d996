/** Keeps the prominent posts of the last days: chooses the floors, inserts posts from before them, and drops old rows. */
import { Clock, Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { again, maintenance } from "../../runtime/Background.ts"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { samplePosts, type Weighed } from "../scan/SlotSample.ts"
import { type CountColumns, countsOf } from "../posts/Counts.ts"
import { whenSampled } from "../terms/TermShares.ts"
import { chooseFloors, isLower, sameFloors, type SampledCounts } from "./Floors.ts"
import { makeProminentPosts } from "./ProminentPosts.ts"

/** The longest window of a board, which is 168 hours, and some time to choose and count. */
const keptMillis = 7 * dayMillis + 2 * hourMillis
/** Of a language that reach a floor. A board has at most 300 rows, also of an hour. */
const postsOfFloor = 50_000
/** Reading this many for a board takes a third of a second. */
const fewestPosts = 500_000
const runMillis = 2_000
/** Writers wait for it: some tens of milliseconds with 50,000 posts. */
const chunkMillis = hourMillis / 4

interface Sizes {
  readonly fewestPosts: number
  readonly postsOfFloor: number
}

interface Behind {
  readonly completeFrom: Date
  readonly languages: ReadonlyArray<string>
}

interface SampledRow extends CountColumns {
  readonly language: string
  readonly isReply: boolean
}

export class Prominence extends Context.Service<
  Prominence,
  {
    /** Chooses the floors from a sample, and drops the rows of old posts. */
    readonly choose: Effect.Effect<void>
    /** Inserts older posts, for about two seconds. Returns whether none is missing. */
    readonly recount: Effect.Effect<boolean>
  }
>()("@heddle/server/store/rollups/Prominence") {
  static readonly layerFrom = (sizes: Sizes) =>
    Layer.effect(
      Prominence,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const prominent = makeProminentPosts(sql)

        const sample = (at: Date) =>
          samplePosts<SampledRow>(
            sql,
            { from: plusMillis(at, -keptMillis), until: plusMillis(at, 1) },
            "p.language, p.is_reply, p.like_count, p.reply_count, p.repost_count, p.reshare_count, p.impression_count"
          ).pipe(
            Stream.map((rows) => rows.map(countedOf)),
            Stream.flattenIterable,
            Stream.runCollect
          )

        /** Waits until no writer is under way that knows other floors; writers that begin now wait for the new ones. */
        const alone = <A, E, R>(body: Effect.Effect<A, E, R>) =>
          atomically(sql, Effect.andThen(sql`UPDATE rollup_progress SET terms_version = terms_version + 1`, body))

        const forget = Effect.andThen(sql`DELETE FROM top_post_thresholds`, sql`DELETE FROM top_posts`)

        /** No stored post is newer, and no writer that knows the old floors writes one that is. */
        const afterAllPosts = Effect.map(
          sql<{ newest: Date | null }>`SELECT max(posted_at) AS newest FROM posts`,
          ([row]) => plusMillis(row?.newest ?? new Date(0), 1)
        )

        const choose = Effect.gen(function* () {
          const at = yield* now
          yield* sql`DELETE FROM top_posts WHERE posted_at < ${plusMillis(at, -keptMillis)}`
          // Again, because the last run may have been killed.
          yield* prominent.dropFallen
          const sampled = yield* sample(at)
          const posts = sampled.reduce((sum, { weight }) => sum + weight, 0)
          const before = yield* prominent.readFloors
          if (posts < sizes.fewestPosts) {
            if (before.size > 0) yield* alone(forget)
            return
          }
          const floors = chooseFloors(sampled, before, sizes.postsOfFloor)
          if (sameFloors(before, floors)) return
          yield* alone(
            Effect.gen(function* () {
              // A write that did not keep the rows may have deleted the floors since.
              const current = yield* prominent.readFloors
              if (current.size === 0) yield* forget
              else if (!sameFloors(before, current)) return
              const again = [...floors.keys()].filter((language) =>
                isLower(current.get(language), floors.get(language))
              )
              yield* prominent.replaceFloors(floors, again, yield* afterAllPosts)
            })
          )
          yield* prominent.dropFallen
        }).pipe(Effect.orDie, Effect.withSpan("Prominence.choose"))

        /** The languages that are furthest behind. */
        const behindSince = (first: Date) =>
          Effect.map(
            sql<Behind>`
              SELECT complete_from, array_agg(language) AS languages FROM top_post_thresholds
              WHERE complete_from > ${first} GROUP BY complete_from ORDER BY complete_from DESC LIMIT 1`,
            ([row]) => row
          )

        /** Returns whether nothing is left. */
        const step = Effect.gen(function* () {
          const first = plusMillis(yield* now, -keptMillis)
          return yield* atomically(
            sql,
            Effect.gen(function* () {
              yield* sql`SELECT 1 FROM rollup_progress FOR UPDATE`
              const behind = yield* behindSince(first)
              if (behind === undefined) return true
              const { completeFrom, languages } = behind
              const [row] = yield* sql<{ newest: Date | null }>`
                SELECT max(posted_at) AS newest FROM posts WHERE posted_at < ${completeFrom} AND posted_at >= ${first}`
              const newest = row?.newest ?? null
              const from = newest === null ? first : latest(plusMillis(newest, -chunkMillis), first)
              yield* prominent.recount({ languages, from, until: completeFrom })
              yield* sql`
                UPDATE top_post_thresholds SET complete_from = ${from} WHERE ${sql.in("language", languages)}`
              return false
            })
          )
        })

        const recount = Effect.gen(function* () {
          const deadline = (yield* Clock.currentTimeMillis) + runMillis
          while (!(yield* step)) if ((yield* Clock.currentTimeMillis) >= deadline) return false
          return true
        }).pipe(Effect.orDie, Effect.withSpan("Prominence.recount"))

        return Prominence.of({ choose, recount })
      })
    )

  static readonly layer = Prominence.layerFrom({ fewestPosts, postsOfFloor })
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other)

const countedOf = ({ language, isReply, weight, ...row }: SampledRow & Weighed): SampledCounts => ({
  language,
  weight,
  is_reply: isReply,
  ...countsOf(row)
})

const choosingTask = maintenance(
  "floors of prominent posts",
  "1 hour",
  Prominence.use(({ choose }) => choose),
  whenSampled
)

const countingTask = maintenance(
  "prominent posts",
  "10 seconds",
  Prominence.use(({ recount }) => Effect.map(recount, (done) => (done ? undefined : again)))
)

export const prominenceTasks = Effect.all([choosingTask, countingTask])
