/** Entries of free calls are written behind the answer, many at a time, and one bad entry does not take others with it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { UsageRecorder } from "../../../src/credits/usage/UsageRecorder.ts"
import { customer } from "../../support/ServedApi.ts"
import { TestServices } from "../../support/TestServices.ts"

const usage = (parameters: Readonly<Record<string, unknown>>) => ({
  keyId: null,
  requestId: null,
  source: "tests",
  apiType: "balance",
  parameters
})

const countOf = (accountId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ count: number }>`
      SELECT count(*)::int AS count FROM usage_entries WHERE account_id = ${accountId}`
    return row?.count
  })

onAnyDatabaseWith("UsageRecorder", { services: TestServices, realClock: true }, (it) => {
  it.effect("writes all that was recorded before a flush", () =>
    Effect.gen(function* () {
      const recorder = yield* UsageRecorder
      const { id } = yield* customer()
      yield* Effect.forEach(Array.from({ length: 1_200 }), (_, index) => recorder.record(id, usage({ index })), {
        concurrency: "unbounded",
        discard: true
      })
      yield* recorder.flush
      assert.strictEqual(yield* countOf(id), 1_200)
      yield* recorder.flush
    })
  )

  it.effect("writes the others when the database rejects one", () =>
    Effect.gen(function* () {
      const recorder = yield* UsageRecorder
      const { id } = yield* customer()
      // NUL is what jsonb rejects.
      for (const text of ["a", "b\u0000", "c"]) yield* recorder.record(id, usage({ text }))
      yield* recorder.flush
      assert.strictEqual(yield* countOf(id), 2)
    })
  )
})
