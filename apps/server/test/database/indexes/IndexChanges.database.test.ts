/** Indexes are added to large tables and dropped from them while others write, also after a process was killed. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onEveryDatabase, onPostgres } from "../../../../../test/support/Databases.ts"
import { makeIndexChanges } from "../../../src/database/indexes/IndexChanges.ts"
import type { IndexChange } from "../../../src/database/migrations/indexes.ts"

/** A table with the partitions 1 and 2, and a row in each. */
const createPartitioned = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE ${sql(table)} (id int NOT NULL, name text) PARTITION BY RANGE (id)`
  for (const id of [1, 2]) yield* addPartition(table, id)
})

const addPartition = Effect.fnUntraced(function* (table: string, id: number) {
  const sql = yield* SqlClient.SqlClient
  const [partition, from, until] = [`${table}_${id}`, String(id), String(id + 1)].map((text) => sql.literal(text))
  yield* sql`CREATE TABLE ${partition} (LIKE ${sql(table)})`
  yield* sql`ALTER TABLE ${sql(table)} ATTACH PARTITION ${partition} FOR VALUES FROM (${from}) TO (${until})`
  yield* sql`INSERT INTO ${sql(table)} VALUES (${id}, 'any')`
})

const byName = (table: string): IndexChange => ({ index: `${table}_name`, table, definition: "(name)" })

const run = (...changes: ReadonlyArray<IndexChange>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => makeIndexChanges(sql, changes).run)

const unfinished = (...changes: ReadonlyArray<IndexChange>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => makeIndexChanges(sql, changes).unfinished)

/** Of the table and its partitions, with whether each can be used. */
const indexesOf = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ on: string; isValid: boolean }>`
        SELECT i.indrelid::regclass::text AS on, i.indisvalid AS is_valid FROM pg_index i
        WHERE i.indrelid::regclass::text LIKE ${`${table}%`} ORDER BY 1`,
      (rows) => rows.map(({ on, isValid }) => `${on} ${isValid ? "valid" : "invalid"}`)
    )
  )

/** Whoever writes to a table makes builds of its indexes wait. Until the effect is run that this returns. */
const writeTo = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const [written, mayCommit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const writing = yield* sql`UPDATE ${sql(table)} SET name = 'other'`.pipe(
    Effect.andThen(Deferred.succeed(written, undefined)),
    Effect.andThen(Deferred.await(mayCommit)),
    sql.withTransaction,
    Effect.forkScoped
  )
  yield* Deferred.await(written)
  return Effect.andThen(Deferred.succeed(mayCommit, undefined), Fiber.join(writing))
})

/** Of this partition: the builds of others pass through the same phase. */
const buildWaits = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.repeat(
      sql`SELECT 1 FROM pg_stat_progress_create_index
        WHERE datname = current_database() AND relid = to_regclass(${table}) AND phase LIKE 'waiting for writers%'`,
      { until: (rows) => rows.length > 0 }
    )
  )

onEveryDatabase("An index that a release changes", (_name, database) => {
  layer(database, { timeout: "120 seconds" })((it) => {
    it.effect("is added to every partition, also to those to come, and dropped from all", () =>
      Effect.gen(function* () {
        yield* createPartitioned("things")
        const added = byName("things")
        const state = { index: "things_name", isDropped: false, partitions: 2, built: 0, phase: null }
        assert.deepStrictEqual(yield* unfinished(added), [state])
        yield* run(added)
        yield* addPartition("things", 3)
        yield* run(added)
        assert.deepStrictEqual(yield* unfinished(added), [])
        assert.deepStrictEqual(yield* indexesOf("things"), [
          "things valid",
          "things_1 valid",
          "things_2 valid",
          "things_3 valid"
        ])
        const dropped = { dropped: "things_name", table: "things" }
        assert.deepInclude((yield* unfinished(added, dropped))[0], { index: "things_name", isDropped: true })
        yield* run(added, dropped)
        assert.deepStrictEqual(yield* indexesOf("things"), [])
        assert.deepStrictEqual(yield* unfinished(added, dropped), [], "it is not added again")
      })
    )

    it.effect("is dropped before it is complete", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* createPartitioned("halves")
        yield* sql`CREATE INDEX halves_name ON ONLY halves (name)`
        yield* sql`CREATE INDEX halves_name_1 ON halves_1 (name)`
        yield* run({ dropped: "halves_name", table: "halves" })
        assert.deepStrictEqual(yield* indexesOf("halves"), [])
      })
    )

    it.effect("may be of a table without partitions", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE plain (id int NOT NULL, name text)`
        yield* run(byName("plain"))
        assert.deepStrictEqual(yield* indexesOf("plain"), ["plain valid"])
        yield* run({ dropped: "plain_name", table: "plain" })
        assert.deepStrictEqual(yield* indexesOf("plain"), [])
      })
    )
  })
})

onPostgres("An index that is being made", ({ layer: database }) => {
  layer(database, { timeout: "120 seconds" })((it) => {
    it.effect("lets others write, and is made again where its process was killed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* createPartitioned("items")
        const commit = yield* writeTo("items_1")
        const building = yield* Effect.forkScoped(Effect.exit(run(byName("items"))))
        yield* buildWaits("items_1")
        const [state] = yield* unfinished(byName("items"))
        assert.deepInclude(state, { index: "items_name", partitions: 2, built: 1 })
        assert.include(state?.phase, "waiting for writers")
        yield* sql`INSERT INTO items VALUES (1, 'more'), (2, 'more')`
        yield* addPartition("items", 3)
        yield* run(byName("items"))
        assert.isUndefined(building.pollUnsafe(), "another process leaves it alone")
        yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_progress_create_index WHERE datname = current_database()`
        assert.isTrue(Exit.isFailure(yield* Fiber.join(building)))
        const begun = ["items invalid", "items_1 invalid", "items_2 valid", "items_3 valid"]
        assert.deepStrictEqual(yield* indexesOf("items"), begun)
        yield* commit
        yield* run(byName("items"))
        const complete = begun.map((line) => line.replace("invalid", "valid"))
        assert.deepStrictEqual(yield* indexesOf("items"), complete)
      })
    )

    it.effect("is left to the server that goes on with the statement of a killed process", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* createPartitioned("parts")
        const commit = yield* writeTo("parts_1")
        yield* Effect.forkScoped(sql`CREATE INDEX CONCURRENTLY parts_name_1 ON parts_1 (name)`)
        yield* buildWaits("parts_1")
        const oid = sql`SELECT to_regclass('parts_name_1')::oid::int AS oid`
        const orphaned = yield* oid
        const going = yield* Effect.forkScoped(run(byName("parts")))
        yield* Effect.repeat(unfinished(byName("parts")), { until: ([state]) => state?.built === 1 })
        yield* commit
        yield* Effect.repeat(TestClock.adjust("5 seconds"), { until: () => going.pollUnsafe() !== undefined })
        assert.deepStrictEqual(yield* indexesOf("parts"), ["parts valid", "parts_1 valid", "parts_2 valid"])
        assert.deepStrictEqual(yield* oid, orphaned)
      })
    )
  })
})
