/** A partition takes its rows from the default one, is dropped when that is asked for, and ids are unique in all of them. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { encodeTime } from "ulid"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { byMonth } from "../../../src/database/partitions/PartitionNames.ts"
import { makePartitions } from "../../../src/database/partitions/Partitions.ts"

const idAt = (time: string, random = "0000000000000000") => `use_${encodeTime(Date.parse(time), 10)}${random}`

const addEntry = Effect.fnUntraced(function* (id: string, cost = 0) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
    VALUES ('acct_1', ${id}, now(), ${cost}, 's', 'balance', '{}', '{}', '{}')`
})

/** Each entry's partition. */
const places = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: string; place: string }>`
    SELECT id, tableoid::regclass::text AS place FROM usage_entries ORDER BY id`
  return rows.map(({ id, place }) => [id, place])
})

const first = idAt("2026-11-01T00:00:00.000Z")
const last = idAt("2026-11-30T23:59:59.999Z", "ZZZZZZZZZZZZZZZZ")
const next = idAt("2026-12-01T00:00:00.000Z")

onAnyDatabase("Partitions by month of the id", (_name, database) => {
  layer(database, { timeout: "120 seconds" })((it) => {
    it.effect("take their rows from the default partition, and are dropped with them or when they are empty", () =>
      Effect.gen(function* () {
        const months = makePartitions(yield* SqlClient.SqlClient, {
          by: byMonth,
          table: "usage_entries",
          prefix: "use_"
        })
        for (const id of [first, last, next, "use_day_1", "use_zzz"]) yield* addEntry(id)
        for (const _ of ["once", "twice"]) yield* months.ensure(new Date("2026-10-22T10:00:00Z"))
        assert.deepStrictEqual(yield* places, [
          [first, "usage_entries_202611"],
          [last, "usage_entries_202611"],
          [next, "usage_entries_default"],
          ["use_day_1", "usage_entries_days"],
          ["use_zzz", "usage_entries_default"]
        ])
        assert.strictEqual((yield* Effect.result(addEntry(last)))._tag, "Failure", "an id is unique in all partitions")
        const [october, november, ...others] = yield* months.all
        assert.strictEqual(october?.name, "usage_entries_202610")
        assert.strictEqual(november?.name, "usage_entries_202611")
        assert.deepStrictEqual(others, [])
        if (october === undefined || november === undefined) return
        assert.isFalse(yield* months.dropIfEmpty(november))
        assert.isTrue(yield* months.dropIfEmpty(october))
        assert.isTrue(yield* months.drop(november))
        assert.notInclude((yield* places).flat(), last)
      })
    )

    it.effect("refuse an entry with a negative cost that is no refund", () =>
      Effect.gen(function* () {
        const id = idAt("2026-12-02T00:00:00.000Z")
        const { reason } = yield* Effect.flip(addEntry(id, -1))
        assert.strictEqual(reason._tag, "ConstraintError")
        yield* addEntry(`${id}_refund`, -1)
      })
    )
  })
})
