/**
 * The interface for live reads of a source. An implementation validates what the network returns, with the bounds of the
 * ingest format, and must be interruptible, because slow reads are cut off. It needs no retries, time-outs or concurrency
 * limit: `GuardedSources.ts` has them.
 */
import type { LiveFailureReason } from "@heddle/api"
import { Context, type Effect, Layer, type Result, Schema } from "effect"
import type { AuthorChange, PostChange } from "../store/Change.ts"

/** A post and its author, if the network returns it with the post. */
export interface LivePost {
  readonly post: PostChange
  readonly author: AuthorChange | null
}

/** The network did not answer, or not as expected. Retryable. */
export class SourceUnavailable extends Schema.TaggedError<SourceUnavailable>()("SourceUnavailable", {
  cause: Schema.Defect()
}) {}

/** The network asks for fewer requests; `retryAfterMillis` is null if it does not say for how long. */
export class SourceRateLimited extends Schema.TaggedError<SourceRateLimited>()("SourceRateLimited", {
  retryAfterMillis: Schema.NullOr(Schema.Finite)
}) {}

export type SourceFailure = SourceUnavailable | SourceRateLimited

/** Results by identifier. An identifier that is missing does not exist. */
export type Readings<A> = ReadonlyMap<string, Result.Result<A, SourceFailure>>

/** What the background may ask, so that live reads keep the rest of what the network permits. */
export interface ReadBudget {
  /** 0 for none. */
  readonly requestsPerSecond: number
  /** Identifiers that one request takes. */
  readonly postsAtOnce: number
  readonly usersAtOnce: number
}

/** A read fails as a whole only if nothing could be read. */
export interface LiveReads {
  /** Absent if stored posts and authors need no checks. */
  readonly budget?: ReadBudget
  posts(codes: ReadonlyArray<string>): Effect.Effect<Readings<LivePost>, SourceFailure>
  users(usernames: ReadonlyArray<string>): Effect.Effect<Readings<AuthorChange>, SourceFailure>
  /** The first descendants of a post, as deep as the network returns them in one request; none for an unknown post. */
  replies(code: string, atMost: number): Effect.Effect<ReadonlyArray<LivePost>, SourceFailure>
}

export interface LiveSource {
  /** As stored with each post. */
  readonly name: string
  readonly reads: LiveReads
}

/** The configured sources that can be read live, in the order of `HEDDLE_SOURCE`. */
export class LiveSources extends Context.Service<LiveSources, ReadonlyArray<LiveSource>>()(
  "@heddle/server/live/LiveSources"
) {
  static readonly layerOf = (...sources: ReadonlyArray<LiveSource>) => Layer.succeed(LiveSources, sources)
}

/** The reasons for which a live read fails, as the API reports them. */
export interface LiveFailure {
  readonly reason: LiveFailureReason
  readonly message: string
}

const failure = (reason: LiveFailureReason, message: string): LiveFailure => ({ reason, message })

export const notFound = failure("not_found", "The network does not have it, or no longer has it.")
export const timedOut = failure("timed_out", "The network did not respond in time. Try again later.")
export const rateLimited = failure(
  "rate_limited",
  "The network asked this server to slow down. Try again in a few minutes."
)
export const unavailable = failure("unavailable", "The network could not be reached. Try again later.")
export const tooMany = failure(
  "unavailable",
  "Too many live reads are running at the same time. Try again in a few seconds."
)
export const unsupported = failure(
  "unsupported",
  "None of this server's sources supports live reads. Use the stored data instead."
)

export const failureOf = (error: SourceFailure): LiveFailure =>
  error._tag === "SourceRateLimited" ? rateLimited : unavailable
