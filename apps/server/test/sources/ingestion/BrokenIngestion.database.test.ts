/** A batch that breaks off leaves nothing behind, wherever it breaks off, and can be told again. */
import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import type { Change } from "../../../src/store/Change.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { origin } from "../../support/Posts.ts"
import { forgetAll, storedState } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const start = 100 * 86_400

const post = (code: string, like_count: number, fields: Partial<Extract<Change, { type: "post" }>> = {}): Change => ({
  type: "post",
  code,
  caption: "this is a post",
  username: `by-${code}`,
  post_timestamp: start - 3_600,
  like_count,
  ...fields
})

/** Creates, updates and deletes, with edges in both directions. */
const before = [
  post("old", 1),
  post("orphan", 1, { reply_to: "new" }),
  post("gone", 1),
  post("left", 1, { reply_to: "gone" })
]
const batch: ReadonlyArray<Change> = [
  post("new", 1),
  post("answer", 1, { reply_to: "old" }),
  post("old", 5),
  { type: "delete", code: "gone" },
  { type: "delete", code: "never-seen" }
]

onAnyDatabaseWith("A batch that breaks off", { services: TestServices }, (it) => {
  for (const [event, table] of [
    ["INSERT", "post_codes"],
    ["UPDATE", "post_codes"],
    ["INSERT", "posts"],
    ["UPDATE", "posts"],
    ["DELETE", "posts"],
    ["INSERT", "replies"],
    ["UPDATE", "replies"],
    ["DELETE", "replies"],
    ["INSERT", "post_metrics"],
    ["DELETE", "post_metrics"],
    ["INSERT", "post_changes"]
  ] as const) {
    it.effect(`at ${event} of ${table} leaves nothing, and a retry loses nothing`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const write = (changes: ReadonlyArray<Change>) =>
          Effect.flatMap(Ingestion, (ingestion) => ingestion.write(changes, origin))
        const state = Effect.all({ stored: storedState, changes: sql`SELECT codes FROM post_changes` })
        yield* TestClock.setTime(start * 1_000)
        yield* forgetAll
        yield* write(before)
        const whole = yield* write(batch)
        const after = yield* state
        yield* forgetAll
        yield* write(before)
        const stored = yield* state

        yield* sql`
            CREATE OR REPLACE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql
            AS $$ BEGIN RAISE EXCEPTION 'broken off'; END $$`
        yield* sql`
            CREATE TRIGGER break_off AFTER ${sql.literal(event)} ON ${sql(table)} FOR EACH STATEMENT
            EXECUTE FUNCTION break_off()`
        const broken = yield* Effect.exit(write(batch))
        yield* sql`DROP TRIGGER break_off ON ${sql(table)}`

        assert.isTrue(Exit.isFailure(broken))
        assert.deepStrictEqual(yield* state, stored)
        assert.deepStrictEqual(yield* write(batch), whole)
        assert.deepStrictEqual(yield* state, after)
      })
    )
  }
})
