/**
 * The usernames of accounts, by the lasting identifier that their network gives them. Networks that let people change
 * their names report posts under the identifier.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Listed.ts"
import { recordset } from "../../database/client/Recordset.ts"

export class AuthorNames extends Context.Service<
  AuthorNames,
  {
    /** Omits those that are unknown. */
    of(ids: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, string>>
    set(usernames: ReadonlyMap<string, string>): Effect.Effect<void>
  }
>()("@heddle/server/store/authors/AuthorNames") {
  static readonly layer = Layer.effect(
    AuthorNames,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const of = Effect.fn("AuthorNames.of")(function* (ids: ReadonlyArray<string>) {
        if (ids.length === 0) return new Map<string, string>()
        const rows = yield* sql<{ id: string; username: string }>`
          SELECT id, username FROM author_names WHERE id IN ${listed(sql, ids)}`
        return new Map(rows.map(({ id, username }) => [id, username]))
      }, Effect.orDie)

      const set = Effect.fn("AuthorNames.set")(function* (usernames: ReadonlyMap<string, string>) {
        if (usernames.size === 0) return
        const rows = [...usernames].map(([id, username]) => ({ id, username }))
        yield* sql`
          INSERT INTO author_names AS a (id, username)
          SELECT n.id, n.username FROM ${recordset(sql, "n", { id: "text", username: "text" }, rows)}
          ORDER BY n.id COLLATE "C"
          ON CONFLICT (id) DO UPDATE SET username = excluded.username WHERE a.username <> excluded.username`
      }, Effect.orDie)

      return AuthorNames.of({ of, set })
    })
  )
}
