/** The configured sources, each behind its own guard and read concurrently. */
import { Effect } from "effect"
import type { SourceAnswer } from "./BestAnswer.ts"
import { type LiveReads, LiveSources, type SourceFailure } from "./LiveSource.ts"
import { makeSourceGuard } from "./SourceGuard.ts"

/** As `PostOrigins` returns them. */
type Origins = ReadonlyMap<string, string | null>

export const guardedSources = Effect.gen(function* () {
  const sources = yield* Effect.forEach(yield* LiveSources, ({ name, reads }) =>
    Effect.map(makeSourceGuard(name), (guard) => ({ name, reads, guard }))
  )
  const names = new Set(sources.map(({ name }) => name))

  /**
   * Whether to ask a source for a post: a stored post only from its own source, an unknown post or one whose source
   * cannot be read from every source, and a deleted post from none.
   */
  const mayKnow = (source: string, code: string, origins: Origins): boolean => {
    const origin = origins.get(code)
    if (origin === null) return false
    return origin === undefined || origin === source || !names.has(origin)
  }

  /** Asks each source for the distinct identifiers that it may know. Answers are in the order of the sources. */
  const ask = <A>(
    identifiers: ReadonlyArray<string>,
    mayKnow: (source: string, identifier: string) => boolean,
    read: (reads: LiveReads, asked: ReadonlyArray<string>) => Effect.Effect<A, SourceFailure>,
    deadline: number
  ) =>
    Effect.forEach(
      sources
        .map((source) => ({ ...source, asked: new Set(identifiers.filter((one) => mayKnow(source.name, one))) }))
        .filter(({ asked }) => asked.size > 0),
      ({ name, reads, guard, asked }) =>
        Effect.map(
          guard.ask(() => read(reads, [...asked]), deadline),
          (answer): SourceAnswer<A> => ({ source: name, asked, answer })
        ),
      { concurrency: "unbounded" }
    )

  return { none: sources.length === 0, mayKnow, ask }
})
