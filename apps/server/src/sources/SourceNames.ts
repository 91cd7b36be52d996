/** The sources that `HEDDLE_SOURCE` names. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Context, Effect, Layer, Option } from "effect"
import { LiveSources } from "../live/LiveSource.ts"
import { Settings } from "../runtime/Settings.ts"
import { blueskySource } from "./bluesky/BlueskySource.ts"
import { HandleLookup } from "./bluesky/EventBatch.ts"
import { makeAppView } from "./bluesky/appview/AppView.ts"
import { makeHandleLookup } from "./bluesky/appview/AppViewHandles.ts"
import { makeBlueskyReads } from "./bluesky/appview/BlueskyReads.ts"
import type { Source } from "./ingestion/Source.ts"
import { mastodonInstances } from "./mastodon/MastodonSettings.ts"
import { makeMastodon } from "./mastodon/MastodonSource.ts"
import { makeFollowedFiles } from "./ndjson/FollowedFiles.ts"
import { makeNetworkClient } from "./network/NetworkClient.ts"
import { makeSimulation, simulationDefaults } from "./simulation/Simulation.ts"

/** Bluesky as the settings have it: the stream, with live reads and handles from the AppView. */
const blueskyWithAppView = Effect.gen(function* () {
  const { blueskyAppView, blueskyChecks } = yield* Settings
  const appView = makeAppView(yield* makeNetworkClient(blueskyAppView, Option.none()))
  const stream = yield* Effect.provideService(blueskySource, HandleLookup, makeHandleLookup(appView, blueskyChecks))
  const source: Source = { ...stream, live: makeBlueskyReads(appView, blueskyChecks) }
  return source
})

/** The sources that each name of `HEDDLE_SOURCE` starts. */
const named = {
  simulation: Effect.sync(() => [makeSimulation(simulationDefaults)]),
  bluesky: Effect.map(blueskyWithAppView, (source) => [source]),
  mastodon: Effect.flatMap(mastodonInstances, (instances) => Effect.forEach(instances, makeMastodon)),
  ndjson: Effect.flatMap(Settings, ({ ndjsonFiles }) =>
    // Without files, an operator's collector pushes to the operator port, so there is nothing to run.
    ndjsonFiles.length === 0 ? Effect.succeed([]) : Effect.map(makeFollowedFiles(ndjsonFiles), (source) => [source])
  ),
  none: Effect.succeed([])
}

const sourcesNamed = Effect.fnUntraced(function* (name: keyof typeof named) {
  const sources: ReadonlyArray<Source> = yield* named[name]
  return sources
})

export class Sources extends Context.Service<Sources, ReadonlyArray<Source>>()("@heddle/server/sources/Sources") {
  private static readonly configured = Layer.effect(
    Sources,
    Effect.gen(function* () {
      const { sources } = yield* Settings
      return (yield* Effect.forEach(sources, sourcesNamed)).flat()
    })
  ).pipe(
    // Connections of their own, so that a slow network keeps none from the rest of the service.
    Layer.provide(NodeHttpClient.layerUndici)
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
