/**
 * Since when sources fail, kept in memory: only the process that runs a source knows. The others see how old its newest
 * post is (`PostOrigins`).
 */
import { Context, Effect, Layer } from "effect"
import { now } from "../runtime/Time.ts"

export class SourceHealth extends Context.Service<
  SourceHealth,
  {
    /** Changes of the source were stored. */
    worked(source: string): Effect.Effect<void>
    /** The source ended, or its changes could not be stored. */
    failed(source: string): Effect.Effect<void>
    /** The first failure since changes were last stored; null when there is none, and for sources of other processes. */
    failingSince(source: string): Effect.Effect<Date | null>
  }
>()("@heddle/server/store/SourceHealth") {
  static readonly layer = Layer.sync(SourceHealth, () => {
    const failures = new Map<string, Date>()
    return SourceHealth.of({
      worked: (source) => Effect.sync(() => void failures.delete(source)),
      failed: (source) => Effect.map(now, (time) => void failures.set(source, failures.get(source) ?? time)),
      failingSince: (source) => Effect.sync(() => failures.get(source) ?? null)
    })
  })
}
