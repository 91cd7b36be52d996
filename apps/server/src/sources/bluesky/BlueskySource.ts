/** Bluesky as a source: what Jetstream reports, as changes of posts and authors. */
import { Effect, Stream } from "effect"
import { Settings } from "../../runtime/Settings.ts"
import type { Source } from "../ingestion/Source.ts"
import { decodeCursor, type JetstreamOptions, makeJetstream } from "./connection/Jetstream.ts"
import { blueskyName, makeEventBatches } from "./EventBatch.ts"

/** Events that are stored together. Rare batches of many events cost the database much less than many batches. */
const batchSize = 2_000
const batchInterval = "250 millis"

export const makeBluesky = Effect.fnUntraced(function* (options: Omit<JetstreamOptions, "source">) {
  const toBatch = yield* makeEventBatches
  const jetstream = makeJetstream({ ...options, source: blueskyName })

  const source: Source = {
    name: blueskyName,
    live: null,
    batches: (cursor) => {
      const micros = decodeCursor(cursor)
      return jetstream(micros).pipe(
        Stream.groupedWithin(batchSize, batchInterval),
        Stream.mapAccumEffect(
          () => micros ?? 0,
          (newest, received) => toBatch(received, newest)
        )
      )
    }
  }
  return source
})

export const blueskySource = Effect.flatMap(Settings, ({ blueskyHosts: hosts, blueskyCompression: compression }) =>
  makeBluesky({ hosts, compression })
)
