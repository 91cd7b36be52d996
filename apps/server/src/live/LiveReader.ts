/**
 * Reads the configured sources live. Stored posts are read from their own source; unknown posts and all authors from every
 * source. Deleted posts are never read, because a deletion applies to every source. Everything found is queued for the
 * store (`LiveWriteBack.ts`).
 */
import { Clock, Context, Duration, Effect, Layer, Result } from "effect"
import { Settings } from "../runtime/Settings.ts"
import { now } from "../runtime/Time.ts"
import type { AuthorChange } from "../store/Change.ts"
import { PostOrigins } from "../store/posts/PostOrigins.ts"
import { bestAnswer, type Found, guardedSources } from "./GuardedSources.ts"
import { type LiveFailure, type LivePost, notFound } from "./LiveSource.ts"
import { type LiveWrite, LiveWriteBack } from "./LiveWriteBack.ts"

/** Keeps the source's own time if it has one. Else that before the read: what the stream reports during it is newer. */
const stampObserved = <A extends { readonly observed_at?: number }>(change: A, readAt: Date): A => ({
  ...change,
  observed_at: change.observed_at ?? readAt.getTime() / 1_000
})

const stampPost = ({ source, value: { post, author } }: Found<LivePost>, readAt: Date): Found<LivePost> => ({
  source,
  value: { post: stampObserved(post, readAt), author: author === null ? null : stampObserved(author, readAt) }
})

const writesOf = ({ source, value: { post, author } }: Found<LivePost>): ReadonlyArray<LiveWrite> => [
  ...(author === null ? [] : [{ source, change: author }]),
  { source, change: post }
]

/** Replies read per call. Independent of `limit`, so that a smaller page is a prefix of a larger one. */
const maxReplies = 500

/** One per identifier, in the order asked. */
export type LiveAnswers<A> = ReadonlyArray<{
  readonly identifier: string
  readonly answer: Result.Result<Found<A>, LiveFailure>
}>

/** The live reads of one call. They share its deadline (`HEDDLE_LIVE_TIMEOUT`) and return failures as values. */
export interface LiveCall {
  posts(codes: ReadonlyArray<string>): Effect.Effect<LiveAnswers<LivePost>>
  users(usernames: ReadonlyArray<string>): Effect.Effect<LiveAnswers<AuthorChange>>
  /** At most `maxReplies` descendants of this post. */
  replies(code: string): Effect.Effect<ReadonlyArray<Found<LivePost>>>
}

export class LiveReader extends Context.Service<LiveReader, { readonly begin: Effect.Effect<LiveCall> }>()(
  "@heddle/server/live/LiveReader"
) {
  static readonly layer = Layer.effect(
    LiveReader,
    Effect.gen(function* () {
      const limitMillis = Duration.toMillis((yield* Settings).liveTimeout)
      const origins = yield* PostOrigins
      const writeBack = yield* LiveWriteBack
      const sources = yield* guardedSources

      const posts = Effect.fn("LiveReader.posts")(function* (codes: ReadonlyArray<string>, deadline: number) {
        const known = yield* origins.of(sources.none ? [] : codes)
        const readAt = yield* now
        const answers = yield* sources.ask(
          codes,
          (source, code) => sources.mayKnow(source, code, known),
          (reads, asked) => reads.posts(asked),
          deadline
        )
        const best = codes.map((identifier) => ({
          identifier,
          answer:
            known.get(identifier) === null
              ? Result.fail(notFound)
              : Result.map(bestAnswer(identifier, answers), (post) => stampPost(post, readAt))
        }))
        yield* writeBack.add(foundIn(best).flatMap(writesOf))
        return best
      })

      const users = Effect.fn("LiveReader.users")(function* (usernames: ReadonlyArray<string>, deadline: number) {
        const readAt = yield* now
        const answers = yield* sources.ask(
          usernames,
          () => true,
          (reads, asked) => reads.users(asked),
          deadline
        )
        const best = usernames.map((identifier) => ({
          identifier,
          answer: Result.map(bestAnswer(identifier, answers), ({ source, value }) => ({
            source,
            value: stampObserved(value, readAt)
          }))
        }))
        yield* writeBack.add(foundIn(best).map(({ source, value }) => ({ source, change: value })))
        return best
      })

      const replies = Effect.fn("LiveReader.replies")(function* (code: string, deadline: number) {
        if (sources.none) return []
        const known = yield* origins.of([code])
        const readAt = yield* now
        const answers = yield* sources.ask(
          [code],
          (source, code) => sources.mayKnow(source, code, known),
          (reads) => reads.replies(code, maxReplies),
          deadline
        )
        const reported = answers.flatMap(({ source, answer }) =>
          Result.isFailure(answer)
            ? []
            : answer.success.slice(0, maxReplies).map((value) => stampPost({ source, value }, readAt))
        )
        const replyOrigins = yield* origins.of(reported.map(({ value }) => value.post.code))
        const accepted = reported.filter(({ source, value }) => sources.mayKnow(source, value.post.code, replyOrigins))
        yield* writeBack.add(accepted.flatMap(writesOf))
        return accepted
      })

      const begin = Effect.map(Clock.currentTimeMillis, (start): LiveCall => {
        const deadline = start + limitMillis
        return {
          posts: (codes) => posts(codes, deadline),
          users: (usernames) => users(usernames, deadline),
          replies: (code) => replies(code, deadline)
        }
      })

      return LiveReader.of({ begin })
    })
  )
}

export const foundIn = <A>(answers: LiveAnswers<A>): ReadonlyArray<Found<A>> =>
  answers.flatMap(({ answer }) => (Result.isSuccess(answer) ? [answer.success] : []))
