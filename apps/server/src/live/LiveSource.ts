/**
 * The live reader of a source: what the network itself says at this moment. What it answers has been judged by the
 * source as the lines of an operator are: every field is bounded. It must be interruptible, since a read that takes too
 * long is cut off, and it need not retry or wait for its turn: `SourceGuard.ts` does.
 */
import { Context, type Effect, Layer, type Result, Schema } from "effect"
import type { AuthorChange, PostChange } from "../store/Change.ts"

/** A post and, as far as the network tells it beside the post, its author. */
export interface LivePost {
  readonly post: PostChange
  readonly author: AuthorChange | null
}

/** The network did not answer, or not what it should; asking again may help. */
export class SourceUnavailable extends Schema.TaggedError<SourceUnavailable>()("SourceUnavailable", {
  cause: Schema.Defect()
}) {}

/** The network asks for patience; null when it does not say for how long. */
export class SourceRateLimited extends Schema.TaggedError<SourceRateLimited>()("SourceRateLimited", {
  retryAfterMillis: Schema.NullOr(Schema.Finite)
}) {}

export type SourceFailure = SourceUnavailable | SourceRateLimited

/** What could be read, and what could not, by identifier; what is missing in it does not exist. */
export type Readings<A> = ReadonlyMap<string, Result.Result<A, SourceFailure>>

/** Each fails as a whole only when nothing could be read. */
export interface LiveReads {
  posts(codes: ReadonlyArray<string>): Effect.Effect<Readings<LivePost>, SourceFailure>
  users(usernames: ReadonlyArray<string>): Effect.Effect<Readings<AuthorChange>, SourceFailure>
  /** The first replies below a post, at any depth that the network gives in one go; none for an unknown post. */
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
