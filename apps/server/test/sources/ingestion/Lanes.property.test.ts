/** Changes in lanes: nothing is lost, and what concerns the same post, author or name keeps its order in one lane. */
import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { inLanes } from "../../../src/sources/ingestion/Lanes.ts"
import type { Change } from "../../../src/store/Change.ts"

const name = fc.constantFrom("amy", "Amy", "bob", "eve", "zoe", "ann")
const code = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h")

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ type: fc.constant("delete" as const), code }),
  fc.record({ type: fc.constant("user" as const), username: name, follower_count: fc.nat(5) }),
  fc.record({
    type: fc.constant("post" as const),
    code,
    caption: fc.constant("a caption"),
    username: name,
    author_id: fc.constantFrom("did:1", "did:2", null),
    post_timestamp: fc.constant(5)
  })
)

const namesOf = (one: Change): ReadonlyArray<string> =>
  one.type === "delete"
    ? [`post ${one.code}`]
    : [
        ...(one.type === "post" ? [`post ${one.code}`] : []),
        ...[one.author_id ?? one.username ?? "", one.username ?? ""].map((author) => `by ${author.toLowerCase()}`)
      ]

it("lanes have all changes, each in the order of what it concerns", () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(10),
      (changes, count, fewest) => {
        const { lanes, rest } = inLanes(changes, count, fewest)
        const written = changes.slice(0, changes.length - rest.length)
        assert.deepStrictEqual(rest, changes.slice(written.length))
        assert.isAtMost(lanes.length, count)
        assert.isTrue(changes.length === 0 || written.length > 0)
        for (const lane of lanes) {
          assert.deepStrictEqual(
            lane,
            written.filter((one) => lane.includes(one))
          )
        }
        assert.strictEqual(
          lanes.reduce((sum, lane) => sum + lane.length, 0),
          written.length
        )
        for (const concerned of new Set(written.flatMap(namesOf))) {
          const holders = lanes.filter((lane) => lane.some((one) => namesOf(one).includes(concerned)))
          assert.isAtMost(holders.length, 1, concerned)
        }
      }
    ),
    { numRuns: runs(500) }
  )
})
