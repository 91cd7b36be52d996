/** What `/readyz` says of a database that does not answer, takes no writes or lacks tables. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as PostgresServer from "../../../../../test/support/PostgresServer.ts"
import * as PostgresClient from "../../../src/database/client/PostgresClient.ts"
import { migrated } from "../../../src/database/Database.ts"
import { operate, ServedApi } from "../../support/ServedApi.ts"

class OwnServer extends Context.Service<OwnServer, PostgresServer.PostgresServer>()(
  "@heddle/server/test/transport/operator/OwnServer"
) {
  static readonly layer = Layer.effect(OwnServer, PostgresServer.start({ settings: ["fsync = off"] }))
}

const database = Layer.unwrap(
  Effect.map(OwnServer, ({ url }) => migrated(PostgresClient.layer({ url, maxConnections: 5 })))
).pipe(Layer.provideMerge(OwnServer.layer), Layer.orDie)

const ready = Effect.map(operate("/readyz"), ({ status, text, json }) => [status, json["detail"] ?? text])

const execute = (...statements: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  )

layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
  "Readiness",
  (it) => {
    it.effect("needs the tables of this release", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ready, [200, "ready\n"])
        yield* execute("UPDATE effect_sql_migrations SET migration_id = 1001 WHERE migration_id = 1")
        assert.deepStrictEqual(yield* ready, [503, "Not ready: the database has not all migrations of this release."])
        yield* execute("UPDATE effect_sql_migrations SET migration_id = 1 WHERE migration_id = 1001")
        yield* execute("INSERT INTO effect_sql_migrations (migration_id, name) VALUES (9999, 'newer')")
        assert.deepStrictEqual(yield* ready, [200, "ready\n"], "a newer release may have migrated")
        yield* execute("DELETE FROM effect_sql_migrations WHERE migration_id = 9999")
      })
    )

    it.effect("needs a database that answers and takes writes", () =>
      Effect.gen(function* () {
        const server = yield* OwnServer
        server.stopImmediately()
        assert.deepStrictEqual(yield* ready, [503, "Not ready: the database does not answer."])
        server.startAgain()
        const untilAnswering = Effect.repeat(ready, { until: ([status]) => status === 200 })
        assert.deepStrictEqual(yield* untilAnswering, [200, "ready\n"])
        yield* execute("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        const untilReadOnly = Effect.repeat(ready, { until: ([status]) => status === 503 })
        assert.deepStrictEqual(yield* untilReadOnly, [
          503,
          "Not ready: the database takes no writes, so credits cannot move."
        ])
      })
    )
  }
)
