/** Which sources the settings start, and what is said about settings that do not fit. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Layer } from "effect"
import { onAnyDatabase } from "../../../../test/support/Databases.ts"
import { LiveSources } from "../../src/live/LiveSource.ts"
import { Settings } from "../../src/runtime/Settings.ts"
import { Sources } from "../../src/sources/SourceNames.ts"
import { TestServices } from "../support/TestServices.ts"

/** The names of the sources that run, and of those that are read live with what the background may ask. */
const startedWith = (settings: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const provided = Layer.provide(
      Layer.fresh(Settings.layer),
      ConfigProvider.layer(ConfigProvider.fromUnknown(settings))
    )
    const context = yield* Layer.build(Layer.fresh(Sources.layer).pipe(Layer.provide(provided)))
    return {
      run: Context.get(context, Sources).map(({ name }) => name),
      live: Context.get(context, LiveSources).map(({ name, reads }) => [name, reads.budget?.requestsPerSecond ?? null])
    }
  }).pipe(Effect.scoped)

onAnyDatabase("The settings of sources", (_name, database) => {
  const services = TestServices.pipe(Layer.provideMerge(database), Layer.provideMerge(NodeServices.layer))
  layer(services, { timeout: "60 seconds" })((it) => {
    it.effect("start what they name, once", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* startedWith({}), { run: [], live: [] })
        assert.deepStrictEqual(yield* startedWith({ HEDDLE_SOURCE: "ndjson" }), { run: [], live: [] })
        assert.deepStrictEqual(
          yield* startedWith({
            HEDDLE_SOURCE: "bluesky,ndjson,mastodon,bluesky",
            HEDDLE_NDJSON_FILES: "a.ndjson, b.ndjson",
            HEDDLE_MASTODON_INSTANCES: "https://a.example,https://b.example",
            HEDDLE_MASTODON_TOKENS: ",token",
            HEDDLE_MASTODON_CHECKS: "0.25"
          }),
          {
            run: ["bluesky", "ndjson", "mastodon a.example", "mastodon b.example"],
            live: [
              ["bluesky", 5],
              ["mastodon a.example", 0.25],
              ["mastodon b.example", 0.25]
            ]
          }
        )
      })
    )

    it.effect("are refused with a message that names them when they do not fit", () =>
      Effect.gen(function* () {
        const messageOf = (settings: Readonly<Record<string, string>>) =>
          Effect.map(Effect.flip(startedWith(settings)), (error) => error.message)
        assert.include(yield* messageOf({ HEDDLE_SOURCE: "ndjson,myspace" }), "bluesky, mastodon, ndjson, none")
        assert.include(yield* messageOf({ HEDDLE_SOURCE: "Blueski" }), "did you mean bluesky? Use one or more of")
        assert.include(yield* messageOf({ HEDDLE_SOURCE: "mastodon" }), "HEDDLE_MASTODON_INSTANCES")
        const tokens = { HEDDLE_MASTODON_INSTANCES: "https://a.example", HEDDLE_MASTODON_TOKENS: "one,two" }
        assert.include(yield* messageOf({ HEDDLE_SOURCE: "mastodon", ...tokens }), "HEDDLE_MASTODON_TOKENS")
        assert.include(yield* messageOf({ HEDDLE_MASTODON_INSTANCES: "a.example" }), "HEDDLE_MASTODON_INSTANCES")
        assert.include(yield* messageOf({ HEDDLE_BLUESKY_CHECKS: "1000" }), "HEDDLE_BLUESKY_CHECKS")
      })
    )
  })
})
