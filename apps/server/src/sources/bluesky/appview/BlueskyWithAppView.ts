/** Bluesky as the settings have it: the stream, with live reads and handles from the AppView. */
import { Effect, Option } from "effect"
import { Settings } from "../../../runtime/Settings.ts"
import type { Source } from "../../ingestion/Source.ts"
import { makeNetworkClient } from "../../network/NetworkClient.ts"
import { blueskySource } from "../BlueskySource.ts"
import { HandleLookup } from "../HandleLookup.ts"
import { makeAppView } from "./AppView.ts"
import { makeHandleLookup } from "./AppViewHandles.ts"
import { makeBlueskyReads } from "./BlueskyReads.ts"

export const blueskyWithAppView = Effect.gen(function* () {
  const { blueskyAppView, blueskyChecks } = yield* Settings
  const appView = makeAppView(yield* makeNetworkClient(blueskyAppView, Option.none()))
  const stream = yield* Effect.provideService(blueskySource, HandleLookup, makeHandleLookup(appView, blueskyChecks))
  const source: Source = { ...stream, live: makeBlueskyReads(appView, blueskyChecks) }
  return source
})
