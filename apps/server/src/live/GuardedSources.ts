/** All configured sources, each behind its guard, asked side by side. */
import { Effect } from "effect"
import type { Answered } from "./BestAnswer.ts"
import { type LiveReads, LiveSources, type SourceFailure } from "./LiveSource.ts"
import { makeSourceGuard } from "./SourceGuard.ts"

/** As `PostOrigins` tells them. */
type Origins = ReadonlyMap<string, string | null>

export const guardedSources = Effect.gen(function* () {
  const sources = yield* Effect.forEach(yield* LiveSources, ({ name, reads }) =>
    Effect.map(makeSourceGuard(name), (guard) => ({ name, reads, guard }))
  )
  const names = new Set(sources.map(({ name }) => name))

  /** A stored post is known to the source that told of it; any other, if that source cannot be read, to all. */
  const mayKnow = (source: string, code: string, origins: Origins): boolean => {
    const origin = origins.get(code)
    if (origin === null) return false
    return origin === undefined || origin === source || !names.has(origin)
  }

  /** Asks each source for those of the identifiers that it may know, each once; answers in the order of the sources. */
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
          (answer): Answered<A> => ({ source: name, asked, answer })
        ),
      { concurrency: "unbounded" }
    )

  return { none: sources.length === 0, mayKnow, ask }
})
