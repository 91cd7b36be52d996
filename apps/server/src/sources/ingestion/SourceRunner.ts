/** Runs the configured sources: what they tell is written in small batches for as long as the service lives. */
import { Effect, Layer, Stream } from "effect"
import { Settings } from "../../runtime/Settings.ts"
import { Ingestion } from "./Ingestion.ts"
import type { Source } from "./Source.ts"
import { Sources } from "./Sources.ts"

const batchSize = 500
const batchInterval = "250 millis"

export const SourceRunner = Layer.effectDiscard(
  Effect.gen(function* () {
    const { postUrlTemplate } = yield* Settings
    const ingestion = yield* Ingestion
    const run = ({ name, changes }: Source) =>
      changes.pipe(
        Stream.groupedWithin(batchSize, batchInterval),
        Stream.runForEach((batch) => ingestion.write(batch, { source: name, urlTemplate: postUrlTemplate })),
        Effect.catchCause((cause) => Effect.logError(`Source ${name} stopped; it starts again in 5 s`, cause)),
        Effect.andThen(Effect.sleep("5 seconds")),
        Effect.forever
      )
    yield* Effect.forEach(yield* Sources, (one) => Effect.forkScoped(run(one)), { discard: true })
  })
)
