import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyEmptyDatabase } from "../../../../../test/support/Databases.ts"
import { migrate } from "../../../src/database/Database.ts"
import {
  installFunctions,
  type SqlFunction,
  sqlFunctionOf,
  sqlFunctions
} from "../../../src/database/functions/SqlFunctions.ts"

const installedVersions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ name: string; version: number; checksum: string }>`
    SELECT name, version, checksum FROM sql_functions ORDER BY name`
})

/** Bodies of our functions in the database; the transaction that wrote each says when it was last replaced. */
const bodies = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ name: string; body: string; writtenIn: string }>`
    SELECT p.proname AS name, p.prosrc AS body, p.xmin::text AS written_in
    FROM pg_proc p JOIN sql_functions f ON f.name = p.proname
    WHERE p.pronamespace = 'public'::regnamespace ORDER BY 1`
})

const answer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT * FROM test_answer(20)`
})

const testAnswer = (version: number, columns: string, body: string, header = ""): SqlFunction =>
  sqlFunctionOf(
    "test_answer",
    `-- version: ${version}\n${header}\nCREATE OR REPLACE FUNCTION test_answer(n int, ${columns}) LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`
  )

const doubled = testAnswer(1, "OUT answer int", "answer := 2 * n;")
const tripled = testAnswer(2, "OUT answer int", "answer := 3 * n;")
const explained = testAnswer(
  3,
  "OUT answer int, OUT reason text",
  "answer := 4 * n; reason := 'four';",
  "-- drop: test_answer(int)"
)

onAnyEmptyDatabase("SqlFunctions", (_name, client) => {
  layer(client, { timeout: "120 seconds" })((it) => {
    it.effect("are installed in a new database, and then left unchanged", () =>
      Effect.gen(function* () {
        const files = yield* sqlFunctions
        yield* migrate
        assert.deepStrictEqual(
          yield* installedVersions,
          files.map(({ name, version, checksum }) => ({ name, version, checksum }))
        )
        const installed = yield* bodies
        assert.lengthOf(installed, files.length)
        for (const { name, body } of installed) {
          assert.include(files.find((file) => file.name === name)?.text, body)
        }
        yield* migrate
        assert.deepStrictEqual(yield* installFunctions(files), [])
        assert.deepStrictEqual(yield* bodies, installed)
      })
    )

    it.effect("replaces a function whose file changed, also when its columns did", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* installFunctions([doubled]), ["test_answer"])
        assert.deepStrictEqual(yield* answer, [{ answer: 40 }])
        assert.deepStrictEqual(yield* installFunctions([tripled]), ["test_answer"])
        assert.deepStrictEqual(yield* answer, [{ answer: 60 }])
        assert.deepStrictEqual(yield* installFunctions([explained]), ["test_answer"])
        assert.deepStrictEqual(yield* answer, [{ answer: 80, reason: "four" }])
      })
    )

    it.effect("refuses to start an older release, and leaves the newer function in place", () =>
      Effect.gen(function* () {
        yield* installFunctions([explained])
        const files = yield* sqlFunctions
        const { message } = yield* Effect.flip(installFunctions([...files, doubled]))
        assert.include(message, "A newer release of Heddle has used this database.")
        assert.include(message, "Its function test_answer has version 3, this release has version 1.")
        assert.deepStrictEqual(yield* answer, [{ answer: 80, reason: "four" }])
      })
    )

    it.effect("changes nothing when one of several cannot be installed", () =>
      Effect.gen(function* () {
        yield* installFunctions([explained])
        const better = testAnswer(4, "OUT answer int", "answer := 5 * n;", "-- drop: test_answer(int)")
        const broken = sqlFunctionOf("test_broken", "-- version: 1\nCREATE FUNCTION test_broken() RETURNS nothing")
        yield* Effect.flip(installFunctions([better, broken]))
        assert.deepStrictEqual(yield* answer, [{ answer: 80, reason: "four" }])
        assert.deepStrictEqual(yield* installFunctions([explained]), [])
      })
    )
  })
})
