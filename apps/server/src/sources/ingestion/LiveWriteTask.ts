/** Writes the results of live reads in the background, in small batches, as if their source had reported them. */
import { Effect, Queue } from "effect"
import { LiveWriteBack } from "../../live/LiveWriteBack.ts"
import { again, background } from "../../runtime/Background.ts"
import { Settings } from "../../runtime/Settings.ts"
import { Ingestion } from "./Ingestion.ts"

const batchSize = 500

export const liveWriteTask = Effect.gen(function* () {
  const { waiting } = yield* LiveWriteBack
  const { postUrlTemplate: urlTemplate } = yield* Settings
  const ingestion = yield* Ingestion
  return yield* background({
    name: "live write-back",
    // The queue is in memory, in the process that answers the calls.
    role: "api",
    every: "250 millis",
    run: Effect.gen(function* () {
      const batch = yield* Queue.takeBetween(waiting, 1, batchSize)
      const bySource = Map.groupBy(batch, ({ source }) => source)
      yield* Effect.forEach(
        bySource,
        ([source, writes]) =>
          ingestion.write(
            writes.map(({ change }) => change),
            { source, urlTemplate }
          ),
        { discard: true }
      )
      return batch.length === batchSize ? again : undefined
    }),
    onStop: "interrupt"
  })
})
