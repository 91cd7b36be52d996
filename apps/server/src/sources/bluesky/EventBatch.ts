/** What Jetstream reports, as a batch for the store. */
import { Clock, Context, Effect, Result } from "effect"
import { AuthorNames } from "../../store/authors/AuthorNames.ts"
import type { NameChange } from "../../store/Change.ts"
import { NetworkChecks } from "../../store/checks/NetworkChecks.ts"
import type { RejectedEvent, SourceBatch, SourceChange } from "../../store/batches/SourceBatch.ts"
import { encodeCursor, type Received } from "./connection/Jetstream.ts"
import { changesOf, handleIn, introducesAuthor, mayRename } from "./records/Changes.ts"
import type { NetworkEvent } from "./wire/NetworkEvent.ts"

/**
 * Asks the network for the handles of accounts: null for one without a valid handle. Accounts that it leaves out could not
 * be asked. Without an implementation, handles come from identity events alone.
 */
export const HandleLookup = Context.Reference<
  (dids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string | null>>
>("@heddle/reference/sources/bluesky/HandleLookup", { defaultValue: () => () => Effect.succeed(new Map()) })

export const blueskyName = "bluesky"

/** An event further ahead of our clock does not move the cursor: what comes until then would be skipped. */
const maxAheadMicros = 600_000_000

/** The AppView may not yet know what an event said. */
const doubtMillis = 60_000

const didsOf = (events: ReadonlyArray<NetworkEvent>) => [...new Set(events.map(({ did }) => did))]

const eventsIn = (received: ReadonlyArray<Received>): ReadonlyArray<readonly [NetworkEvent, Received]> =>
  received.flatMap((one) =>
    Result.isSuccess(one.message) && one.message.success.type === "event" ? [[one.message.success.event, one]] : []
  )

export const makeEventBatches = Effect.gen(function* () {
  const names = yield* AuthorNames
  const checks = yield* NetworkChecks
  const lookUp = yield* HandleLookup

  /**
   * What accounts are called that are new here or may have a new handle. Of the known ones, those that cannot be asked now
   * are checked soon; the search for checks finds the others.
   */
  const namesFor = Effect.fnUntraced(function* (events: ReadonlyArray<NetworkEvent>) {
    const introduced = didsOf(events.filter(introducesAuthor))
    const renamed = didsOf(events.filter(mayRename))
    const known = yield* names.of([...introduced, ...renamed])
    const isUnnamed = (did: string) => (known.get(did)?.observedAt ?? null) === null
    const changed = renamed.filter((did) => known.has(did))
    const asked = [...new Set([...introduced.filter(isUnnamed), ...changed])]
    if (asked.length === 0) return []
    const askedAt = yield* Clock.currentTimeMillis
    const found = yield* lookUp(asked)
    const reported = new Map(
      events.flatMap(({ did, what }) => (what.kind === "identity" ? [[did, handleIn(what)]] : []))
    )
    const isDoubtful = (did: string) => found.has(did) && (reported.get(did) ?? found.get(did)) !== found.get(did)
    yield* checks.askSoon(
      blueskyName,
      changed.filter((did) => !found.has(did)),
      0
    )
    yield* checks.askSoon(blueskyName, changed.filter(isDoubtful), doubtMillis)
    return [...found].map(([did, username]): NameChange => ({
      type: "name",
      author_id: did,
      username,
      observed_at: askedAt / 1_000
    }))
  })

  /** The batch, and the time of the newest event so far. */
  return Effect.fnUntraced(function* (received: ReadonlyArray<Received>, newestBefore: number) {
    const events = eventsIn(received)
    const changes: Array<SourceChange> = [...(yield* namesFor(events.map(([event]) => event)))]
    const rejected: Array<RejectedEvent> = received.flatMap(({ message, text }) =>
      Result.isFailure(message) ? [{ reason: message.failure, event: text }] : []
    )
    const latestMicros = (yield* Clock.currentTimeMillis) * 1_000 + maxAheadMicros
    let newest = newestBefore
    for (const [event, { text }] of events) {
      if (event.isTimed && event.timeMicros <= latestMicros) newest = Math.max(newest, event.timeMicros)
      const made = changesOf(event)
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
})
