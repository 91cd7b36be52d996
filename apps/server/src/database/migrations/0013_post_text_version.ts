import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `store/`. The version of @heddle/text that a post's token text, terms and language were derived with, and the
 * source's own tag of the language, which deriving them again asks for: '' where the source gave none.
 *
 * Posts stored before have version 0: the rules for languages changed between releases that did not record which of
 * them a post was stored by. Their tag is null, that is, forgotten. Adding such columns rewrites no partition, and no
 * index names them.
 */
export const postTextVersion = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE posts
      ADD COLUMN text_version smallint NOT NULL DEFAULT 0,
      ADD COLUMN language_hint text COLLATE "C"`
})
