/** Real events, which others recorded: all of them can be used, and their counts are those of a naive recount. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { describeWith } from "../../../../../test/support/DescribeWith.ts"
import type { MadeEvent } from "../../../../../test/support/jetstream/Events.ts"
import { recount } from "../../../../../test/support/jetstream/Recount.ts"
import { standIn } from "../../../../../test/support/jetstream/StandIn.ts"
import { sharedData } from "../../../../../test/support/SharedData.ts"
import { makeBluesky } from "../../../src/sources/bluesky/BlueskySource.ts"
import { changesOf } from "../../../src/sources/bluesky/records/Changes.ts"
import { readLegacy } from "../../../src/sources/bluesky/wire/LegacyWire.ts"
import { RejectedEvents } from "../../../src/store/batches/RejectedEvents.ts"
import { eventually, follow, sorted, storedCounts } from "../../support/FollowedSource.ts"
import { TestServices } from "../../support/TestServices.ts"

const Line = Schema.fromJsonString(
  Schema.Struct({
    did: Schema.String,
    time_us: Schema.Int,
    kind: Schema.String,
    commit: Schema.optionalKey(
      Schema.Struct({
        rev: Schema.String,
        operation: Schema.Literals(["create", "update", "delete"]),
        collection: Schema.String,
        rkey: Schema.String,
        record: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
      })
    )
  })
)
const decode = Schema.decodeSync(Line)

const linesOf = (folder: string, name: string): ReadonlyArray<string> =>
  readFileSync(join(folder, "jetstream", name), "utf8")
    .split("\n")
    .filter((line) => line !== "")

/** The commits, as the stand-in sends them. */
const commitsOf = (lines: ReadonlyArray<string>): ReadonlyArray<MadeEvent> =>
  lines.flatMap((line, index) => {
    const { did, time_us, commit } = decode(line)
    return commit === undefined
      ? []
      : [{ seq: index + 1, did, micros: time_us, what: { kind: "commit" as const, ...commit } }]
  })

describeWith(sharedData, "Real events of Bluesky", (folder) => {
  onAnyDatabase("Real events of Bluesky", (_name, database) => {
    layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds", excludeTestServices: true })(
      (it) => {
        it.effect("are all understood", () =>
          Effect.sync(() => {
            for (const name of ["production-events-v1.jsonl", "one-of-each-v1.jsonl"]) {
              for (const line of linesOf(folder, name)) {
                const message = readLegacy(JSON.parse(line))
                const made = Result.flatMap(message, (one) =>
                  one.type === "event" ? changesOf(one.event, (did) => did) : Result.fail(one.type)
                )
                if (Result.isFailure(made)) assert.fail(`${made.failure} in ${line}`)
              }
            }
          })
        )

        it.effect("are counted as a naive recount does", () =>
          Effect.gen(function* () {
            const events = commitsOf(linesOf(folder, "production-events-v1.jsonl"))
            const ordered = events.toSorted((a, b) => a.micros - b.micros)
            const network = yield* standIn({ events: ordered, faults: [{ endAfter: 80, ending: "cut" }] })
            yield* follow(yield* makeBluesky({ hosts: [network.url], compression: false }))
            const expected = sorted(recount(ordered))
            assert.isAbove(expected.length, 10)
            yield* eventually(
              "all events are stored",
              Effect.map(storedCounts, (stored) => JSON.stringify(sorted(stored)) === JSON.stringify(expected))
            )
            assert.deepStrictEqual(sorted(yield* storedCounts), expected)
            assert.deepStrictEqual(yield* (yield* RejectedEvents).report, [])
          }).pipe(Effect.scoped)
        )
      }
    )
  })
})
