/** Partitions are created while others write. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { onPostgres } from "../../../../../test/support/Databases.ts"
import { makePartitionDdl } from "../../../src/database/partitions/PartitionDdl.ts"

onPostgres("A partition that is being created", ({ layer: database }) => {
  layer(database)((it) => {
    it.effect("makes writers of its rows wait, and none of them fail", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE things (id integer NOT NULL) PARTITION BY RANGE (id)`
        yield* sql`CREATE TABLE things_default PARTITION OF things DEFAULT`
        yield* sql`INSERT INTO things VALUES (1)`
        const { create } = makePartitionDdl(sql, { table: "things", lock: 1 })
        const [created, mayCommit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const creating = yield* sql
          .withTransaction(
            create({
              table: "things",
              name: "things_1",
              defaultPartition: "things_default",
              column: "id",
              bounds: ["0", "10"]
            }).pipe(Effect.andThen(Deferred.succeed(created, undefined)), Effect.andThen(Deferred.await(mayCommit)))
          )
          .pipe(Effect.forkScoped)
        yield* Deferred.await(created)
        const writing = yield* Effect.forkScoped(sql`INSERT INTO things VALUES (2)`)
        const isWaiting = Effect.map(
          sql`SELECT 1 FROM pg_locks WHERE NOT granted AND relation IN ('things'::regclass, 'things_default'::regclass)`,
          (rows) => rows.length > 0
        )
        yield* Effect.repeat(isWaiting, { until: (waiting) => waiting })
        yield* Deferred.succeed(mayCommit, undefined)
        yield* Fiber.joinAll([creating, writing])
        assert.deepStrictEqual(yield* sql`SELECT tableoid::regclass::text AS table, id FROM things ORDER BY id`, [
          { table: "things_1", id: 1 },
          { table: "things_1", id: 2 }
        ])
      })
    )

    it.effect("is created once by two processes, also if one has looked for it before", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE items (id integer NOT NULL) PARTITION BY RANGE (id)`
        yield* sql`CREATE TABLE items_default PARTITION OF items DEFAULT`
        const { create, withDdlLock } = makePartitionDdl(sql, { table: "items", lock: 2 })
        const createOnce = withDdlLock(
          create({
            table: "items",
            name: "items_1",
            defaultPartition: "items_default",
            column: "id",
            bounds: ["0", "10"]
          }),
          undefined
        )
        const [created, mayCommit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const first = yield* sql
          .withTransaction(
            createOnce.pipe(
              Effect.andThen(Deferred.succeed(created, undefined)),
              Effect.andThen(Deferred.await(mayCommit))
            )
          )
          .pipe(Effect.forkScoped)
        yield* Deferred.await(created)
        // The session remembers that there is no such table.
        const second = yield* sql
          .withTransaction(Effect.andThen(sql`SELECT to_regclass('items_1')`, createOnce))
          .pipe(Effect.forkScoped)
        const isWaiting = Effect.map(
          sql`SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'`,
          (rows) => rows.length > 0
        )
        yield* Effect.repeat(isWaiting, { until: (waiting) => waiting })
        yield* Deferred.succeed(mayCommit, undefined)
        yield* Fiber.joinAll([first, second])
        yield* sql`INSERT INTO items VALUES (1)`
        assert.deepStrictEqual(yield* sql`SELECT tableoid::regclass::text AS table FROM items`, [{ table: "items_1" }])
      })
    )
  })
})
