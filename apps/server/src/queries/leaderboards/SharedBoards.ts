/**
 * One answer of a board or statistic for all who ask the same within a minute. These answers cost far more than they
 * change in a minute, and many callers ask alike: those who ask while one is calculated wait for it.
 */
import { Cache, Context, Effect, Exit, Layer } from "effect"
import { Ladders } from "../statistics/Ladders.ts"
import { PowerHours } from "../statistics/PowerHours.ts"
import { CoolReplies } from "./CoolReplies.ts"
import { FollowerGrowth } from "./FollowerGrowth.ts"
import { HotPosts } from "./HotPosts.ts"
import { PostLikeGrowth } from "./PostLikeGrowth.ts"

const sharedFor = "1 minute"
/** Of each board; the largest has 300 rows of about a kilobyte. */
const mostAnswers = 100

/**
 * Calculates an answer for all who ask for it until a minute after. A failure is not kept. The calculation is interrupted
 * with the last caller who waits for it.
 */
export const makeShared = <Question, A, E>(answer: (question: Question) => Effect.Effect<A, E>) =>
  Effect.map(
    Cache.makeWith(answer, {
      capacity: mostAnswers,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? sharedFor : 0)
    }),
    (cache) => (question: Question) => Cache.get(cache, question)
  )

const shared = Effect.gen(function* () {
  const { list } = yield* HotPosts
  const replies = yield* CoolReplies
  const posts = yield* PostLikeGrowth
  const authors = yield* FollowerGrowth
  const { likes, followers } = yield* Ladders
  const { count } = yield* PowerHours
  return {
    hotPosts: yield* makeShared(list),
    coolReplies: yield* makeShared(replies.top),
    postLikeGrowth: yield* makeShared(posts.top),
    followerGrowth: yield* makeShared(authors.top),
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
