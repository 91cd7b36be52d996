import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Owner: `store/`. The username of each account whose network knows it by a lasting identifier. */
export const authorNames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE author_names (
      id text COLLATE "C" PRIMARY KEY,
      username text COLLATE "C" NOT NULL
    )`
  yield* sql`CREATE INDEX author_names_username ON author_names (username)`
})
