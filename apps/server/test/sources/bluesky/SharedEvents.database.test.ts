/** Real events, which others recorded: all of them can be used, and their counts are those of a naive recount. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { describeWith } from "../../../../../test/support/DescribeWith.ts"
import { sharedData } from "../../../../../test/support/SharedData.ts"
import { changesOf } from "../../../src/sources/bluesky/records/Changes.ts"
import { readLegacy } from "../../../src/sources/bluesky/wire/LegacyWire.ts"
import { TestServices } from "../../support/TestServices.ts"

const linesOf = (folder: string, name: string): ReadonlyArray<string> =>
  readFileSync(join(folder, "jetstream", name), "utf8")
    .split("\n")
    .filter((line) => line !== "")

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
                  one.type === "event" ? changesOf(one.event) : Result.fail(one.type)
                )
                if (Result.isFailure(made)) assert.fail(`${made.failure} in ${line}`)
              }
            }
          })
        )
      }
    )
  })
})
