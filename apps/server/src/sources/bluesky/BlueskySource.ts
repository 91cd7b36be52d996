/** Bluesky as a source: what Jetstream reports, as changes of posts and authors. */
import { Clock, Context, Effect, Result, Stream } from "effect"
import { Settings } from "../../runtime/Settings.ts"
import { AuthorNames } from "../../store/authors/AuthorStore.ts"
import type { RejectedEvent, SourceBatch, SourceChange } from "../../store/batches/SourceBatch.ts"
import type { Source } from "../ingestion/Source.ts"
import {
  decodeCursor,
  encodeCursor,
  type JetstreamOptions,
  makeJetstream,
  type Received
} from "./connection/Jetstream.ts"
import { changesOf, introducesAuthor, namesAuthor } from "./records/Changes.ts"
import type { NetworkEvent } from "./wire/NetworkEvent.ts"

/**
 * Asks the network for the handles of accounts, before their first posts are stored. Best effort: accounts missing from
 * the response keep the DID as username. Without an implementation, handles come from identity events alone.
 */
export const HandleLookup = Context.Reference<
  (dids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
>("@heddle/server/sources/bluesky/HandleLookup", { defaultValue: () => () => Effect.succeed(new Map()) })

const name = "bluesky"

/** Events that are stored together. Rare batches of many events cost the database much less than many batches. */
const batchSize = 2_000
const batchInterval = "250 millis"

/** An event further ahead of our clock does not move the cursor: what comes until then would be skipped. */
const maxAheadMicros = 600_000_000

/** What Jetstream says for a handle that does not lead back to the account. */
const invalidHandle = "handle.invalid"
const maxHandleLength = 253

const isHandle = (handle: string | undefined): handle is string =>
  handle !== undefined && handle !== invalidHandle && handle.length <= maxHandleLength && /^[a-z0-9.-]+$/i.test(handle)

const eventsIn = (received: ReadonlyArray<Received>): ReadonlyArray<readonly [NetworkEvent, Received]> =>
  received.flatMap((one) =>
    Result.isSuccess(one.message) && one.message.success.type === "event" ? [[one.message.success.event, one]] : []
  )

export const makeBluesky = Effect.fnUntraced(function* (options: Omit<JetstreamOptions, "source">) {
  const names = yield* AuthorNames
  const lookUp = yield* HandleLookup
  const jetstream = makeJetstream({ ...options, source: name })

  /** The usernames of the accounts that the events are about, after remembering new handles. */
  const usernamesFor = Effect.fnUntraced(function* (events: ReadonlyArray<NetworkEvent>) {
    const handles = new Map(
      events.flatMap(({ did, what }): ReadonlyArray<[string, string]> =>
        what.kind === "identity" && isHandle(what.handle) ? [[did, what.handle.toLowerCase()]] : []
      )
    )
    yield* names.set(handles)
    const didsOf = (some: ReadonlyArray<NetworkEvent>) => [...new Set(some.map(({ did }) => did))]
    const known = yield* names.of(didsOf(events.filter(namesAuthor)))
    const unknown = didsOf(events.filter(introducesAuthor)).filter((did) => !known.has(did))
    const found = unknown.length === 0 ? new Map<string, string>() : yield* lookUp(unknown)
    yield* names.set(found)
    return new Map([...known, ...found])
  })

  const toBatch = Effect.fnUntraced(function* (received: ReadonlyArray<Received>, newestBefore: number) {
    const events = eventsIn(received)
    const usernames = yield* usernamesFor(events.map(([event]) => event))
    const changes: Array<SourceChange> = []
    const rejected: Array<RejectedEvent> = received.flatMap(({ message, text }) =>
      Result.isFailure(message) ? [{ reason: message.failure, event: text }] : []
    )
    const latestMicros = (yield* Clock.currentTimeMillis) * 1_000 + maxAheadMicros
    let newest = newestBefore
    for (const [event, { text }] of events) {
      if (event.isTimed && event.timeMicros <= latestMicros) newest = Math.max(newest, event.timeMicros)
      const made = changesOf(event, (did) => usernames.get(did) ?? did)
      if (Result.isSuccess(made)) changes.push(...made.success)
      else rejected.push({ reason: made.failure, event: text })
    }
    const batch: SourceBatch = {
      changes,
      rejected,
      cursor: newest === 0 ? null : encodeCursor(newest),
      newestAt: newest === 0 ? null : newest / 1_000
    }
    return [newest, [batch]] as const
  })

  const source: Source = {
    name,
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
