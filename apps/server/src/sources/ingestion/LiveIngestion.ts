/** Writes what live reads found, as if the source had told it: in the background, in small batches. */
import { Effect, Layer, Stream } from "effect"
import { LiveWriteBack } from "../../live/LiveWriteBack.ts"
import { Settings } from "../../runtime/Settings.ts"
import { Ingestion } from "./Ingestion.ts"

const batchSize = 500
const batchInterval = "250 millis"

export const LiveIngestion = Layer.effectDiscard(
  Effect.gen(function* () {
    const { waiting } = yield* LiveWriteBack
    const { postUrlTemplate: urlTemplate } = yield* Settings
    const ingestion = yield* Ingestion
    yield* Stream.fromQueue(waiting).pipe(
      Stream.groupedWithin(batchSize, batchInterval),
      Stream.runForEach((batch) =>
        Effect.forEach(
          Map.groupBy(batch, ({ source }) => source),
          ([source, findings]) =>
            ingestion.write(
              findings.map(({ change }) => change),
              { source, urlTemplate }
            ),
          { discard: true }
        ).pipe(Effect.catchCause((cause) => Effect.logError("What was read live could not be written", cause)))
      ),
      Effect.forkScoped
    )
  })
)
