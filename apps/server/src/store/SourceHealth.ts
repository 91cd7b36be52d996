/**
 * Since when sources fail and how old their newest event is, kept in memory: only the process that runs a source knows.
 * The others see how old its newest post is (`PostOrigins`).
 */
import { Context, Effect, Layer } from "effect"
import { now } from "../runtime/Time.ts"

export class SourceHealth extends Context.Service<
  SourceHealth,
  {
    /** Changes of the source were stored; the newest was at this Unix time in milliseconds, null if none says. */
    worked(source: string, newestAt: number | null): Effect.Effect<void>
    /** The source ended, or its changes could not be stored. */
    failed(source: string): Effect.Effect<void>
    /** The first failure since changes were last stored; null when there is none, and for sources of other processes. */
    failingSince(source: string): Effect.Effect<Date | null>
    /** The Unix time in milliseconds of the newest event of each source of this process. */
    readonly newest: Effect.Effect<ReadonlyMap<string, number>>
  }
>()("@heddle/server/store/SourceHealth") {
  static readonly layer = Layer.sync(SourceHealth, () => {
    const failures = new Map<string, Date>()
    const newest = new Map<string, number>()
    return SourceHealth.of({
      worked: (source, newestAt) =>
        Effect.sync(() => {
          failures.delete(source)
          if (newestAt !== null) newest.set(source, Math.max(newestAt, newest.get(source) ?? newestAt))
        }),
      failed: (source) => Effect.map(now, (time) => void failures.set(source, failures.get(source) ?? time)),
      failingSince: (source) => Effect.sync(() => failures.get(source) ?? null),
      newest: Effect.sync(() => newest)
    })
  })
}
