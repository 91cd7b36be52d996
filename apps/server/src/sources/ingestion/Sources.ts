/** The sources that `HEDDLE_SOURCE` names. */
import { Context, Effect, Layer, Schema } from "effect"
import { LiveSources } from "../../live/LiveSource.ts"
import { namesIn } from "../../runtime/NameList.ts"
import { Settings } from "../../runtime/Settings.ts"
import { makeSimulation, simulationDefaults } from "../simulation/Simulation.ts"
import type { Source } from "./Source.ts"

/** Every name that `HEDDLE_SOURCE` can have, and the sources it starts. */
const known: Readonly<Record<string, () => ReadonlyArray<Source>>> = {
  simulation: () => [makeSimulation(simulationDefaults)],
  // An operator's collector pushes to the operator port, so there is nothing to run.
  ndjson: () => [],
  none: () => []
}

export class UnknownSource extends Schema.TaggedError<UnknownSource>()("UnknownSource", { name: Schema.String }) {
  override readonly message = `HEDDLE_SOURCE names "${this.name}"; use one or more of: ${Object.keys(known).join(", ")}.`
}

const sourcesNamed = (name: string): Effect.Effect<ReadonlyArray<Source>, UnknownSource> => {
  const make = Object.hasOwn(known, name) ? known[name] : undefined
  return make === undefined ? Effect.fail(new UnknownSource({ name })) : Effect.sync(make)
}

export class Sources extends Context.Service<Sources, ReadonlyArray<Source>>()(
  "@heddle/server/sources/ingestion/Sources"
) {
  private static readonly configured = Layer.effect(
    Sources,
    Effect.gen(function* () {
      const names = namesIn((yield* Settings).source)
      return (yield* Effect.forEach([...new Set(names)], sourcesNamed)).flat()
    })
  )

  private static readonly live = Layer.effect(
    LiveSources,
    Effect.map(Sources, (sources) =>
      sources.flatMap(({ name, live }) => (live === null ? [] : [{ name, reads: live }]))
    )
  )

  /** Also provides `LiveSources`. */
  static readonly layer = Sources.live.pipe(Layer.provideMerge(Sources.configured))
}
