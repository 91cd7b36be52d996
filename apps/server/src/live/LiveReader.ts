/**
 * Reads the configured sources live. A post that is stored is asked of the source that told of it, any other and all
 * accounts of every source; a deleted post is asked of none, since deleted means everywhere. What was found is handed
 * to the store (`LiveFindings.ts`).
 */
import { Clock, Context, Duration, Effect, Layer, Result } from "effect"
import { now } from "../runtime/Time.ts"
import type { AuthorChange } from "../store/Change.ts"
import { PostOrigins } from "../store/posts/PostOrigins.ts"
import { Settings } from "../runtime/Settings.ts"
import { bestAnswer, type Found } from "./BestAnswer.ts"
import { guardedSources } from "./GuardedSources.ts"
import { type LiveFailure, notFound } from "./LiveFailure.ts"
import { LiveWriteBack } from "./LiveWriteBack.ts"
import type { LivePost } from "./LiveSource.ts"
import { findingsOf, observed, seenPost } from "./StampObserved.ts"

/** Replies that one call reads; the same for every `limit`, so that a smaller one is the beginning of a larger one. */
const maxReplies = 500

/** One for each identifier, in the order asked. */
export type LiveAnswers<A> = ReadonlyArray<{
  readonly identifier: string
  readonly answer: Result.Result<Found<A>, LiveFailure>
}>

/** The reads of one call, which share its time (`HEDDLE_LIVE_TIMEOUT`). None of them fails or takes longer. */
export interface LiveCall {
  posts(codes: ReadonlyArray<string>): Effect.Effect<LiveAnswers<LivePost>>
  users(usernames: ReadonlyArray<string>): Effect.Effect<LiveAnswers<AuthorChange>>
  /** At most `maxReplies` below this post, at any depth. */
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
      const findings = yield* LiveWriteBack
      const sources = yield* guardedSources

      const posts = Effect.fn("LiveReader.posts")(function* (codes: ReadonlyArray<string>, deadline: number) {
        const known = yield* origins.of(sources.none ? [] : codes)
        const answers = yield* sources.ask(
          codes,
          (source, code) => sources.mayKnow(source, code, known),
          (reads, asked) => reads.posts(asked),
          deadline
        )
        const readAt = yield* now
        const best = codes.map((identifier) => ({
          identifier,
          answer:
            known.get(identifier) === null
              ? Result.fail(notFound)
              : Result.map(bestAnswer(identifier, answers), (post) => seenPost(post, readAt))
        }))
        yield* findings.add(foundAmong(best).flatMap(findingsOf))
        return best
      })

      const users = Effect.fn("LiveReader.users")(function* (usernames: ReadonlyArray<string>, deadline: number) {
        const answers = yield* sources.ask(
          usernames,
          () => true,
          (reads, asked) => reads.users(asked),
          deadline
        )
        const readAt = yield* now
        const best = usernames.map((identifier) => ({
          identifier,
          answer: Result.map(bestAnswer(identifier, answers), ({ source, value }) => ({
            source,
            value: observed(value, readAt)
          }))
        }))
        yield* findings.add(foundAmong(best).map(({ source, value }) => ({ source, change: value })))
        return best
      })

      const replies = Effect.fn("LiveReader.replies")(function* (code: string, deadline: number) {
        if (sources.none) return []
        const known = yield* origins.of([code])
        const answers = yield* sources.ask(
          [code],
          (source, code) => sources.mayKnow(source, code, known),
          (reads) => reads.replies(code, maxReplies),
          deadline
        )
        const readAt = yield* now
        const told = answers.flatMap(({ source, answer }) =>
          Result.isFailure(answer)
            ? []
            : answer.success.slice(0, maxReplies).map((value) => seenPost({ source, value }, readAt))
        )
        const origin = yield* origins.of(told.map(({ value }) => value.post.code))
        const kept = told.filter(({ source, value }) => sources.mayKnow(source, value.post.code, origin))
        yield* findings.add(kept.flatMap(findingsOf))
        return kept
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

export const foundAmong = <A>(answers: LiveAnswers<A>): ReadonlyArray<Found<A>> =>
  answers.flatMap(({ answer }) => (Result.isSuccess(answer) ? [answer.success] : []))
