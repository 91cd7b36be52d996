/** Whatever happens on the way, the stored counts are those that a naive recount of the events has. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { madeEvents } from "../../../../../test/support/jetstream/MadeNetwork.ts"
import { recount } from "../../../../../test/support/jetstream/Recount.ts"
import { type Fault, standIn } from "../../../../../test/support/jetstream/StandIn.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { makeBluesky } from "../../../src/sources/bluesky/BlueskySource.ts"
import { eventually, follow, sorted, storedCounts } from "../../support/FollowedSource.ts"
import { forEvery } from "../../support/Property.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const optional = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom({ refuse: 429 }, { refuse: 503 }) },
  {
    weight: 5,
    arbitrary: fc
      .record({
        endAfter: optional(fc.nat(600)),
        ending: fc.constantFrom("cut" as const, "close" as const, "error" as const),
        shuffle: optional(fc.integer({ min: 2, max: 40 })),
        times: optional(fc.integer({ min: 2, max: 3 })),
        garbageEvery: optional(fc.integer({ min: 1, max: 50 })),
        pauseMillis: optional(fc.integer({ min: 1, max: 20 }))
      })
      .map((fields): Fault => {
        const { endAfter, ending, ...rest } = fields
        const ends = endAfter === undefined ? {} : { endAfter, ending }
        return { ...ends, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) }
      })
  }
)

onAnyDatabaseWith("Counts of Bluesky", { services: TestServices, realClock: true }, (it) => {
  it.effect(
    "are those of a naive recount, over both wires, after disconnects, duplicates, shuffles and garbage",
    () =>
      forEvery(
        fc.record({
          seed: fc.nat(1_000_000),
          faults: fc.array(fault, { maxLength: 4 }),
          wire: fc.constantFrom("events" as const, "legacy" as const)
        }),
        runs(8),
        Effect.fnUntraced(function* ({ seed, faults, wire }) {
          yield* forgetAll
          const startMillis = Date.now() - 600_000
          const events = [...madeEvents({ seed, events: 800, people: 40, startMillis, eventsPerSecond: 100 })]
          const network = yield* standIn({ events, faults, wires: [wire] })
          yield* follow(yield* makeBluesky({ hosts: [network.url], compression: false }))
          const expected = sorted(recount(events))
          yield* eventually(
            "the stand-in is asked",
            Effect.sync(() => network.served() > 0)
          )
          yield* eventually(
            "the counts agree",
            Effect.map(storedCounts, (stored) => JSON.stringify(sorted(stored)) === JSON.stringify(expected))
          )
          // Whatever is still on its way must not change anything.
          yield* Effect.sleep("400 millis")
          assert.deepStrictEqual(sorted(yield* storedCounts), expected)
        }, Effect.scoped)
      ),
    240_000 * runs(1)
  )
})
