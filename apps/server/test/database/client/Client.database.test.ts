import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Array, Effect, Queue, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { onEveryDatabase } from "../../../../../test/support/Databases.ts"

onEveryDatabase("Client", (_name, database) => {
  layer(database)((it) => {
    it.effect("names columns in camelCase and leaves the keys of json alone", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`CREATE TABLE named (some_id int, some_json jsonb)`
        yield* sql`INSERT INTO named ${sql.insert({ someId: 1, someJson: sql.json({ a_b: [{ c_d: 1 }], eF: 2 }) })}`
        const rows = yield* sql`SELECT some_id, some_json FROM named`
        assert.deepStrictEqual(rows, [{ someId: 1, someJson: { a_b: [{ c_d: 1 }], eF: 2 } }])
      })
    )

    it.effect("reads int8 as a number", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE numbers (value int8)`
        const values = [0, -1, 5_000_000_000, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
        yield* Effect.forEach(values, (value) => sql`INSERT INTO numbers VALUES (${value})`, { discard: true })
        const rows = yield* sql`SELECT value FROM numbers`
        assert.deepStrictEqual(
          rows,
          Array.map(values, (value) => ({ value }))
        )
        const arrays = yield* sql`SELECT ARRAY[1, NULL, 5000000000]::int8[] AS list, count(*) AS total FROM numbers`
        assert.deepStrictEqual(arrays, [{ list: [1, null, 5_000_000_000], total: 5 }])
        const found = yield* sql`SELECT 1 AS one FROM numbers WHERE value = ANY(${[5_000_000_000]})`
        assert.deepStrictEqual(found, [{ one: 1 }])
      })
    )

    it.effect("rejects an int8 that a number cannot hold, and continues", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const text of ["9007199254740992", "-9007199254740992", "9223372036854775807"]) {
          const error = yield* Effect.flip(sql`SELECT ${text}::int8 AS value`)
          assert.include(String(error.reason.cause), text)
          assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
        }
      })
    )

    it.effect("rolls back a failed transaction; a failed nested one rolls back alone", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE rolled (value int)`
        const insertAndFail = (value: number) =>
          Effect.andThen(sql`INSERT INTO rolled VALUES (${value})`, Effect.fail("no"))
        yield* Effect.flip(sql.withTransaction(insertAndFail(1)))
        yield* sql.withTransaction(
          Effect.andThen(sql`INSERT INTO rolled VALUES (2)`, Effect.flip(sql.withTransaction(insertAndFail(3))))
        )
        assert.deepStrictEqual(yield* sql`SELECT value FROM rolled`, [{ value: 2 }])
      })
    )

    it.effect("recovers when a transaction loses its session half way", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE lost (value int)`
        yield* sql`INSERT INTO lost VALUES (1)`.pipe(
          Effect.andThen(sql`SELECT 9007199254740993 AS value`),
          sql.withTransaction,
          Effect.exit
        )
        assert.deepStrictEqual(yield* sql`SELECT value FROM lost`, [])
      })
    )

    it.effect("delivers notifications to listeners", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const queue = yield* sql.listen("work")
        yield* sql.notify("elsewhere", "unheard")
        yield* Effect.flip(sql.withTransaction(Effect.andThen(sql.notify("work", "undone"), Effect.fail("no"))))
        yield* sql.withTransaction(sql.notify("work", "first"))
        yield* sql.notify("work", "x".repeat(7999))
        const payloads = yield* Effect.replicateEffect(Queue.take(queue), 2)
        assert.deepStrictEqual(
          payloads.map(({ channel, payload }) => [channel, payload.length]),
          [
            ["work", 5],
            ["work", 7999]
          ]
        )
      })
    )

    it.effect("names the violated constraint", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE single (value int CONSTRAINT single_value_key UNIQUE)`
        const insert = sql`INSERT INTO single VALUES (1)`
        yield* insert
        const { reason } = yield* Effect.flip(insert)
        assert.strictEqual(reason._tag === "UniqueViolation" && reason.constraint, "single_value_key")
      })
    )

    it.effect("streams large results", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = sql<{ text: string }>`SELECT repeat('x', 100000) AS text FROM generate_series(1, 100)`.stream
        const length = yield* Stream.runFold(
          rows,
          () => 0,
          (total, { text }) => total + text.length
        )
        assert.strictEqual(length, 10_000_000)
      })
    )
  })
})
