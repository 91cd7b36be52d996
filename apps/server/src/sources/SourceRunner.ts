/** Runs the configured sources: what they tell is written in small batches for as long as the service lives. */
import { Effect, Layer, Schema, Stream } from "effect"
import { Settings } from "../Settings.ts"
import { Ingestion } from "./Ingestion.ts"
import { makeSimulation, simulationDefaults } from "./simulation/Simulation.ts"
import type { Source } from "./Source.ts"

const batchSize = 500
const batchInterval = "250 millis"

export class UnknownSource extends Schema.TaggedError<UnknownSource>()("UnknownSource", { name: Schema.String }) {
  override readonly message = `HEDDLE_SOURCE names "${this.name}"; known are simulation, ndjson (POST /ingest or heddle ingest) and none.`
}

const sourceOf = (name: string): Effect.Effect<ReadonlyArray<Source>, UnknownSource> => {
  switch (name) {
    case "simulation":
      return Effect.succeed([makeSimulation(simulationDefaults)])
    // An operator's own collector comes to the operator port by itself.
    case "ndjson":
    case "none":
      return Effect.succeed([])
    default:
      return Effect.fail(new UnknownSource({ name }))
  }
}

export const SourceRunner = Layer.effectDiscard(
  Effect.gen(function* () {
    const { source, postUrlTemplate } = yield* Settings
    const ingestion = yield* Ingestion
    const names = source
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
    const sources = (yield* Effect.forEach(names, sourceOf)).flat()
    const run = ({ name, changes }: Source) =>
      changes.pipe(
        Stream.groupedWithin(batchSize, batchInterval),
        Stream.runForEach((batch) => ingestion.write(batch, { source: name, urlTemplate: postUrlTemplate })),
        Effect.catchCause((cause) => Effect.logError(`Source ${name} stopped; it starts again in 5 s`, cause)),
        Effect.andThen(Effect.sleep("5 seconds")),
        Effect.forever
      )
    yield* Effect.forEach(sources, (one) => Effect.forkScoped(run(one)), { discard: true })
  })
)
