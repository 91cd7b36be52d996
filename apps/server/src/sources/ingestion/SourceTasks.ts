/** Runs each configured source as its own background task, and writes its changes in small batches. */
import { Cause, Effect, Schema, Stream } from "effect"
import { background } from "../../runtime/Background.ts"
import { Settings } from "../../runtime/Settings.ts"
import { SourceHealth } from "../../store/SourceHealth.ts"
import { Ingestion } from "./Ingestion.ts"
import type { Source } from "./Source.ts"
import { Sources } from "./Sources.ts"

const batchSize = 500
const batchInterval = "250 millis"

/** A source should never end; one that does is restarted like one that failed. */
class SourceEnded extends Schema.TaggedError<SourceEnded>()("SourceEnded", {}) {
  override readonly message = "The source ended."
}

const sourceTask = Effect.fnUntraced(function* ({ name, changes }: Source) {
  const { postUrlTemplate: urlTemplate } = yield* Settings
  const ingestion = yield* Ingestion
  const health = yield* SourceHealth
  return yield* background({
    name: `source ${name}`,
    role: "ingest",
    every: "1 second",
    run: changes.pipe(
      Stream.groupedWithin(batchSize, batchInterval),
      Stream.runForEach((batch) =>
        Effect.andThen(ingestion.write(batch, { source: name, urlTemplate }), health.worked(name))
      ),
      Effect.andThen(new SourceEnded()),
      Effect.onError((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : health.failed(name)))
    ),
    onStop: "interrupt"
  })
})

export const sourceTasks = Effect.flatMap(Sources, (sources) => Effect.forEach(sources, sourceTask))
