/** Every identity event of Bluesky is a reason to ask for the handle: at once, or as soon as the network permits. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { frameOf, type MadeEvent } from "../../../../../test/support/jetstream/Events.ts"
import { tidOf } from "../../../../../test/support/jetstream/Tids.ts"
import { blueskyName, HandleLookup, makeEventBatches } from "../../../src/sources/bluesky/EventBatch.ts"
import { readLegacy } from "../../../src/sources/bluesky/wire/LegacyWire.ts"
import { AuthorNames } from "../../../src/store/authors/AuthorNames.ts"
import { SourceBatches } from "../../../src/store/batches/SourceBatches.ts"
import { NetworkChecks } from "../../../src/store/checks/NetworkChecks.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const startMillis = Date.UTC(2026, 10, 20, 12)
const did = `did:plc:${"a".repeat(24)}`
const stranger = `did:plc:${"b".repeat(24)}`

const event = (who: string, what: MadeEvent["what"], seconds: number): MadeEvent => ({
  seq: seconds,
  did: who,
  micros: (startMillis + seconds * 1_000) * 1_000,
  what
})

const post = event(
  did,
  {
    kind: "commit",
    operation: "create",
    collection: "app.bsky.feed.post",
    rkey: tidOf(startMillis * 1_000),
    rev: tidOf(startMillis * 1_000),
    record: { $type: "app.bsky.feed.post", text: "this is a post" }
  },
  0
)

const store = Effect.fnUntraced(function* (
  handles: ReadonlyMap<string, string | null>,
  ...events: ReadonlyArray<MadeEvent>
) {
  const asked: Array<string> = []
  const toBatch = yield* Effect.provideService(makeEventBatches, HandleLookup, (dids) =>
    Effect.sync(() => {
      asked.push(...dids)
      return handles
    })
  )
  const received = events.map((one) => {
    const text = frameOf("legacy", one)
    return { text, message: readLegacy(JSON.parse(text)) }
  })
  const [, batches] = yield* toBatch(received, 0)
  for (const batch of batches) {
    yield* (yield* SourceBatches).store(batch, { source: blueskyName, urlTemplate: "" })
  }
  return asked
})

const nameOf = Effect.gen(function* () {
  return (yield* (yield* AuthorNames).of([did])).get(did)?.username
})

const due = Effect.flatMap(NetworkChecks, ({ claim }) => claim(blueskyName, "author", 9))

const fresh = Effect.andThen(TestClock.setTime(startMillis + 60_000), forgetAll)

onAnyDatabaseWith("Handles of Bluesky", { services: TestServices }, (it) => {
  it.effect("are asked for with the first post, and again when an event without a handle may mean a new one", () =>
    Effect.gen(function* () {
      yield* fresh
      assert.deepStrictEqual(yield* store(new Map([[did, "ann.example"]]), post), [did])
      assert.deepStrictEqual(yield* store(new Map(), post), [])
      const signals = [event(did, { kind: "identity" }, 5), event(stranger, { kind: "identity" }, 6)]
      assert.deepStrictEqual(yield* store(new Map([[did, "ann.com"]]), ...signals), [did])
      assert.strictEqual(yield* nameOf, "ann.com")
      assert.deepStrictEqual(yield* due, [])
    })
  )

  it.effect("that cannot be asked for become checks that are due at once", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* store(new Map([[did, "ann.example"]]), post)
      yield* store(new Map(), event(did, { kind: "identity" }, 5))
      assert.deepStrictEqual(yield* due, [did])
    })
  )

  it.effect("of an event and of the network that differ are checked again a little later", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* store(new Map([[did, "ann.example"]]), post)
      yield* store(new Map([[did, "ann.example"]]), event(did, { kind: "identity", handle: "ann.com" }, 5))
      assert.deepStrictEqual(yield* due, [])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* due, [did])
    })
  )

  it.effect("that are not valid take the name away", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* store(new Map([[did, "ann.example"]]), post)
      yield* TestClock.adjust("1 minute")
      yield* store(new Map([[did, null]]), event(did, { kind: "identity", handle: "handle.invalid" }, 5))
      assert.isNull(yield* nameOf)
    })
  )
})
