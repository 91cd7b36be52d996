/** A database of the release before histories had months keeps every entry and attempt, and its table becomes a partition. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { encodeTime } from "ulid"
import { onAnyEmptyDatabase } from "../../../../../test/support/Databases.ts"
import { installFunctions, sqlFunctions } from "../../../src/database/functions/SqlFunctions.ts"
import { migrations } from "../../../src/database/migrations/index.ts"
import { UsageRetention } from "../../../src/credits/usage/UsageRetention.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { withTime } from "../../support/Clocks.ts"
import { byMonth } from "../../../src/database/partitions/PartitionNames.ts"
import { makePartitions } from "../../../src/database/partitions/Partitions.ts"

const run = (these: (name: string) => boolean) =>
  Effect.forEach(
    Object.entries(migrations).filter(([name]) => these(name)),
    ([, migration]) => migration,
    { discard: true }
  )

const Former = Layer.effectDiscard(run((name) => name < "0014"))

const migrate = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.withTransaction(run((name) => name >= "0014" && name < "0017"))
).pipe(Effect.andThen(Effect.flatMap(sqlFunctions, installFunctions)))

const idAt = (prefix: string, time: string, random = "0000000000000000") =>
  `${prefix}_${encodeTime(Date.parse(time), 10)}${random}`

const addEntry = Effect.fnUntraced(function* (id: string, cost = 0) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
    VALUES ('acct_1', ${id}, now(), ${cost}, 's', 'balance', '{}', '{}', '{}')`
})

const addAttempt = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO webhook_attempts (account_id, id, endpoint_id, attempt, started_at)
    VALUES ('acct_1', ${id}, 'ep_1', 1, now())`
})

/** Each row's partition. */
const places = (table: "usage_entries" | "webhook_attempts") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ id: string; place: string }>`
      SELECT id, tableoid::regclass::text AS place FROM ${sql(table)} ORDER BY id`
    return rows.map(({ id, place }): readonly [string, string] => [id, place])
  })

const first = idAt("use", "2025-01-31T23:59:59.999Z")
const last = idAt("use", "2026-11-22T10:00:00Z", "ZZZZZZZZZZZZZZZZ")
const odd = "use_zzz"

onAnyEmptyDatabase("0014_history_months", (_name, client) => {
  const inside = UsageRetention.layer.pipe(
    Layer.provide(Settings.layer),
    Layer.provideMerge(Former),
    Layer.provideMerge(client),
    Layer.orDie
  )

  layer(inside, { timeout: "120 seconds" })((it) => {
    it.effect("keeps the rows where they are, and new months take the new ones", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO accounts (id, email, created_at) VALUES ('acct_1', 'a@example.com', now())`
        for (const id of [first, last, odd]) yield* addEntry(id)
        const [{ file } = { file: 0 }] = yield* sql<{ file: number }>`
          SELECT pg_relation_filenode('usage_entries')::int AS file`
        yield* migrate
        const [after] = yield* sql<{ file: number }>`
          SELECT pg_relation_filenode('usage_entries_before_202612')::int AS file`
        assert.strictEqual(after?.file, file, "no row was copied")
        const sameMonth = idAt("use", "2026-11-30T23:59:59.999Z", "ZZZZZZZZZZZZZZZZ")
        const next = idAt("use", "2026-12-01T00:00:00.000Z")
        yield* addEntry(sameMonth)
        yield* addEntry(next)
        yield* addEntry("use_day_1")
        const expected = (placeOfNext: string): ReadonlyArray<readonly [string, string]> => [
          [first, "usage_entries_before_202612"],
          [last, "usage_entries_before_202612"],
          [sameMonth, "usage_entries_before_202612"],
          [next, placeOfNext],
          ["use_day_1", "usage_entries_days"],
          [odd, "usage_entries_default"]
        ]
        assert.deepStrictEqual(yield* places("usage_entries"), expected("usage_entries_default"))

        const months = makePartitions(sql, { by: byMonth, table: "usage_entries", prefix: "use_" })
        for (const _ of ["once", "twice"]) yield* months.ensure(new Date("2026-11-22T10:00:00Z"))
        assert.deepStrictEqual(yield* places("usage_entries"), expected("usage_entries_202612"))
        assert.deepStrictEqual(
          (yield* months.all).map(({ name }) => name),
          ["usage_entries_before_202612", "usage_entries_202612"]
        )
        const again = yield* Effect.result(addEntry(next))
        assert.strictEqual(again._tag, "Failure", "an id is unique in all partitions")
        for (const change of [
          sql`DELETE FROM usage_entries`,
          sql`UPDATE usage_entries SET cost = 1`,
          sql`TRUNCATE usage_entries`
        ]) {
          assert.include(String((yield* Effect.flip(change)).reason.cause), "append-only")
        }
      })
    )

    it.effect("the months before the upgrade are rolled up as they expire, and stay a partition until all have", () =>
      Effect.gen(function* () {
        const retention = yield* UsageRetention
        const at = (time: string) => withTime(retention.run, () => Date.parse(time))
        const left = Effect.map(places("usage_entries"), (rows) => rows.map(([, place]) => place))
        assert.deepStrictEqual(yield* at("2026-03-01T00:00:00Z"), [])
        assert.strictEqual((yield* left).filter((place) => place === "usage_entries_before_202612").length, 2)
        assert.strictEqual((yield* left).filter((place) => place === "usage_entries_days").length, 2)
        assert.deepStrictEqual(yield* at("2027-12-31T23:59:59Z"), [])
        assert.deepStrictEqual(yield* at("2028-01-01T00:00:00Z"), ["usage_entries_before_202612"])
        assert.notInclude(yield* left, "usage_entries_before_202612")
      })
    )

    it.effect("a table without rows has no partition of the past", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const attempt = idAt("dlv", "2026-12-31T23:59:59.999Z")
        yield* addAttempt(attempt)
        assert.deepStrictEqual(yield* places("webhook_attempts"), [[attempt, "webhook_attempts_default"]])
        const months = makePartitions(sql, { by: byMonth, table: "webhook_attempts", prefix: "dlv_" })
        yield* months.ensure(new Date("2026-12-31T23:59:59.999Z"))
        assert.deepStrictEqual(yield* places("webhook_attempts"), [[attempt, "webhook_attempts_202612"]])
        const found = yield* months.all
        assert.deepStrictEqual(
          found.map(({ name }) => name),
          ["webhook_attempts_202612", "webhook_attempts_202701"]
        )
        const [december, january] = found
        assert.isDefined(december)
        assert.isDefined(january)
        if (december === undefined || january === undefined) return
        assert.isFalse(yield* months.dropIfEmpty(december))
        assert.isTrue(yield* months.dropIfEmpty(january))
        assert.isTrue(yield* months.drop(december))
        assert.deepStrictEqual(yield* places("webhook_attempts"), [])
      })
    )
  })
})
