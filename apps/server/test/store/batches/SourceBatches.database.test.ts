/** A batch of a source: its changes, counts, rejected events and cursor are stored together, and nothing counts twice. */
import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { RejectedEvents } from "../../../src/store/batches/RejectedEvents.ts"
import type { SourceBatch, SourceChange } from "../../../src/store/batches/SourceBatch.ts"
import { SourceBatches } from "../../../src/store/batches/SourceBatches.ts"
import type { Interaction } from "../../../src/store/interactions/InteractionStates.ts"
import { InteractionPartitions } from "../../../src/store/interactions/InteractionPartitions.ts"
import { storedCounts } from "../../support/FollowedSource.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const dayMillis = 86_400_000
const startMillis = Date.UTC(2026, 10, 20, 12)
const seconds = startMillis / 1_000
const origin = { source: "lab", urlTemplate: "" }
const fresh = Effect.andThen(TestClock.setTime(startMillis), forgetAll)

const post = (code: string, fields: object = {}): SourceChange => ({
  type: "post",
  code,
  caption: "a post",
  username: "ann",
  post_timestamp: seconds - 60,
  observed_at: seconds - 60,
  ...fields
})

const mark = (
  key: string,
  revision: number,
  subject: string | null,
  fields: Partial<Interaction> = {}
): Interaction => ({
  type: "interaction",
  kind: "like",
  key,
  revision: String(revision),
  subject,
  awaited: true,
  observed_at: seconds - 30,
  ...fields
})

const batch = (changes: ReadonlyArray<SourceChange>, fields: Partial<SourceBatch> = {}): SourceBatch => ({
  changes,
  rejected: [],
  cursor: null,
  newestAt: null,
  ...fields
})

const store = (...changes: ReadonlyArray<SourceChange>) =>
  SourceBatches.use((batches) => batches.store(batch(changes), origin))

const likesOf = (code: string) => Effect.map(storedCounts, (counts) => counts.get(code)?.likes)

onAnyDatabaseWith("Batches of sources", { services: TestServices }, (it) => {
  it.effect("store the cursor together with the changes, or neither", () =>
    Effect.gen(function* () {
      yield* fresh
      const batches = yield* SourceBatches
      assert.isNull(yield* batches.cursorOf("lab"))
      yield* batches.store(batch([post("a")], { cursor: "1" }), origin)
      assert.strictEqual(yield* batches.cursorOf("lab"), "1")
      // The database refuses NUL, whoever lets it through.
      const broken = batch([post("b"), mark("k\0", 1, "a")], { cursor: "2" })
      assert.isTrue(Exit.isFailure(yield* Effect.exit(batches.store(broken, origin))))
      assert.strictEqual(yield* batches.cursorOf("lab"), "1")
      assert.deepStrictEqual([...(yield* storedCounts).keys()], ["a"])
      yield* batches.store(batch([post("b")]), origin)
      assert.strictEqual(yield* batches.cursorOf("lab"), "1")
      assert.isNull(yield* batches.cursorOf("another"))
    })
  )

  it.effect("count what came before its post, if the post was awaited", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* store(mark("one", 1, "a"), mark("two", 1, "a"), mark("three", 1, "a", { awaited: false }))
      yield* store(mark("two", 2, null))
      yield* store(post("a"))
      assert.strictEqual(yield* likesOf("a"), 1)
      yield* store(post("a"))
      assert.strictEqual(yield* likesOf("a"), 1)
      yield* store(mark("one", 2, null), mark("four", 1, "b"), post("b"), mark("five", 1, "b"))
      assert.deepStrictEqual(
        [...(yield* storedCounts).values()].map(({ likes }) => likes),
        [0, 2]
      )
    })
  )

  it.effect("reach the change feed and the snapshots, like counts that a source reports", () =>
    Effect.gen(function* () {
      yield* fresh
      const sql = yield* SqlClient.SqlClient
      yield* store(post("a", { post_timestamp: seconds - 3_600, observed_at: seconds - 3_600 }))
      yield* sql`DELETE FROM post_changes`
      yield* store(mark("one", 1, "a", { observed_at: seconds - 10 }))
      assert.deepStrictEqual(yield* sql`SELECT codes FROM post_changes`, [{ codes: ["a"] }])
      assert.deepStrictEqual(yield* sql`SELECT code, like_count FROM post_metrics`, [{ code: "a", likeCount: 1 }])
      yield* sql`DELETE FROM post_changes`
      yield* store(mark("one", 1, "a"), mark("two", 1, "gone", { awaited: false }))
      assert.deepStrictEqual(yield* sql`SELECT codes FROM post_changes`, [])
      assert.deepStrictEqual(yield* sql`SELECT code FROM post_codes`, [{ code: "a" }])
    })
  )

  it.effect("add to counts that the network was asked for", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* store(post("a", { like_count: 10 }), mark("one", 1, "a"))
      yield* store(post("a", { like_count: 20, observed_at: seconds - 20 }))
      yield* store(mark("two", 1, "a", { observed_at: seconds - 25 }), mark("one", 2, null))
      assert.strictEqual(yield* likesOf("a"), 20)
      yield* store(post("a", { like_count: 0, observed_at: seconds - 5 }), mark("two", 2, null))
      assert.strictEqual(yield* likesOf("a"), 0)
    })
  )

  it.effect("delete all posts of an account that is gone, under each of its names, but what was first seen later", () =>
    Effect.gen(function* () {
      yield* fresh
      const batches = yield* SourceBatches
      const ann = { author_id: "did:plc:ann" }
      yield* store(
        post("a", ann),
        post("b", { ...ann, username: "ann.example" }),
        post("c"),
        post("later", {
          ...ann,
          observed_at: seconds
        })
      )
      yield* batches.store(batch([post("d", ann)]), { ...origin, source: "elsewhere" })
      const gone: SourceChange = { type: "author_gone", author_id: "did:plc:ann", observed_at: seconds - 1 }
      const back = post("back", { ...ann, observed_at: seconds })
      yield* batches.store(batch([post("e", ann), back, gone], { cursor: "9" }), origin)
      assert.deepStrictEqual([...(yield* storedCounts).keys()], ["back", "c", "later"])
      assert.strictEqual(yield* batches.cursorOf("lab"), "9")
      yield* store(post("a", ann), post("f", ann), gone)
      assert.deepStrictEqual([...(yield* storedCounts).keys()], ["back", "c", "later"])
    })
  )

  it.effect("keep the newest rejected events of each source, cut to a bound", () =>
    Effect.gen(function* () {
      yield* fresh
      const sql = yield* SqlClient.SqlClient
      const batches = yield* SourceBatches
      const reject = (count: number, source: string, event: string) =>
        batches.store(
          batch([], { rejected: Array.from({ length: count }, (_, index) => ({ reason: `r${index}`, event })) }),
          { ...origin, source }
        )
      yield* reject(3, "other", "x")
      yield* reject(700, "lab", `${"長".repeat(3_000)}\0\uD800`)
      yield* reject(700, "lab", "a\0b")
      const { report } = yield* RejectedEvents
      assert.deepStrictEqual(
        (yield* report).map(({ source, kept, reason }) => ({ source, kept, reason })),
        [
          { source: "lab", kept: 1_000, reason: "r699" },
          { source: "other", kept: 3, reason: "r2" }
        ]
      )
      const [longest] = yield* sql`SELECT max(octet_length(event)) AS bytes FROM rejected_events`
      assert.deepStrictEqual(longest, { bytes: 1_998 })
    })
  )

  it.effect("drop the records of days past retention, and count on without them", () =>
    Effect.gen(function* () {
      yield* fresh
      const sql = yield* SqlClient.SqlClient
      const partitions = yield* InteractionPartitions
      const names = Effect.map(
        sql<{ name: string }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits
            WHERE inhparent = 'interactions'::regclass ORDER BY 1`,
        (rows) => rows.map(({ name }) => name.replace("interactions_", ""))
      )
      yield* store(post("a"), mark("one", 1, "a"))
      assert.includeMembers([...(yield* names)], ["20261120", "default"])
      // As if its partition had been in use all day.
      yield* sql`INSERT INTO interactions (received_day, kind, counted, key, revision)
        VALUES (${Math.floor(startMillis / dayMillis) - 1}, 0, false, 'yesterday', '1')`
      yield* partitions.run
      assert.includeMembers([...(yield* names)], ["20261119", "20261121"])
      assert.deepStrictEqual(yield* sql`SELECT 1 FROM interactions_default`, [])
      yield* TestClock.setTime(startMillis + 3 * dayMillis)
      assert.deepStrictEqual(yield* partitions.run, ["interactions_20261119"])
      yield* store(mark("two", 1, "a"), mark("one", 2, null))
      assert.strictEqual(yield* likesOf("a"), 1)
      yield* TestClock.setTime(startMillis + 4 * dayMillis)
      assert.deepStrictEqual(yield* partitions.run, ["interactions_20261120"])
      // Its like is forgotten, so that taking it back changes nothing.
      yield* store(mark("one", 3, null))
      assert.strictEqual(yield* likesOf("a"), 1)
    })
  )
})
