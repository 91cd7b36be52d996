/**
 * One answer of a board or statistic for all who ask the same within a minute. These answers cost far more than they
 * change in a minute, and many callers ask alike: those who ask while one is calculated wait for it.
 */
import type { LeaderboardQuery } from "@heddle/api"
import { Cache, Context, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import { knownCodes } from "../../store/posts/PostsByCode.ts"
import { Ladders } from "../statistics/Ladders.ts"
import { PowerHours } from "../statistics/PowerHours.ts"
import { CoolReplies } from "./CoolReplies.ts"
import { type FollowerBoard, FollowerGrowth } from "./FollowerGrowth.ts"
import { HotPosts } from "./HotPosts.ts"
import { PostLikeGrowth } from "./PostLikeGrowth.ts"

const sharedFor = "1 minute"
/** Of each board; the largest has 300 rows of about a kilobyte. */
const mostAnswers = 100

/**
 * Calculates an answer for all who ask for it until a minute after, or until it is outdated. A failure is not kept. The
 * calculation is interrupted with the last caller who waits for it.
 */
export const makeShared = <Question, A, E>(
  answer: (question: Question) => Effect.Effect<A, E>,
  isOutdated: (answer: A) => Effect.Effect<boolean> = () => Effect.succeed(false)
) =>
  Effect.map(
    Cache.makeWith(answer, {
      capacity: mostAnswers,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? sharedFor : 0)
    }),
    (cache) =>
      Effect.fnUntraced(function* (question: Question) {
        const shared = yield* Cache.get(cache, question)
        if (!(yield* isOutdated(shared))) return shared
        yield* Cache.invalidate(cache, question)
        return yield* Cache.get(cache, question)
      })
  )

interface Posts {
  readonly data: ReadonlyArray<{ readonly code: string }>
}

const shared = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { list } = yield* HotPosts
  const replies = yield* CoolReplies
  const posts = yield* PostLikeGrowth
  const authors = yield* FollowerGrowth
  const { likes, followers } = yield* Ladders
  const { count } = yield* PowerHours

  /** A deleted post is in no answer from then on. */
  const hasDeleted = ({ data }: Posts) =>
    knownCodes(
      sql,
      data.map(({ code }) => code)
    ).pipe(
      Effect.map((known) => known.some(({ postedAt }) => postedAt === null)),
      Effect.orDie
    )

  /** A removed author is in no answer from then on. */
  const hasRemoved = ({ authorIds }: FollowerBoard) =>
    sql<{ known: number }>`SELECT count(*) AS known FROM authors WHERE author_id IN ${listed(authorIds)}`.pipe(
      Effect.map(([row]) => row?.known !== authorIds.length),
      Effect.orDie
    )
  const followerGrowth = yield* makeShared(authors.top, hasRemoved)

  return {
    hotPosts: yield* makeShared(list, hasDeleted),
    coolReplies: yield* makeShared(replies.top, hasDeleted),
    postLikeGrowth: yield* makeShared(posts.top, hasDeleted),
    followerGrowth: (query: LeaderboardQuery) =>
      Effect.map(followerGrowth(query), ({ authorIds: _authorIds, ...answer }) => answer),
    likeLadder: yield* makeShared(likes),
    followerLadder: yield* makeShared(followers),
    powerHours: yield* makeShared(count)
  }
})

export class SharedBoards extends Context.Service<SharedBoards, Effect.Success<typeof shared>>()(
  "@heddle/server/queries/leaderboards/SharedBoards"
) {
  static readonly layer = Layer.effect(SharedBoards, shared)
}
