/**
 * Stored author profiles (service.md, `/user`). An author is known if a source reported it or one of its posts is stored.
 * Text that no source reported is empty, as in a detailed post.
 */
import type { Body, User, UsersResult } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { now } from "../../runtime/Time.ts"
import { authorLanguages, languageWindow } from "../../store/authors/AuthorLanguages.ts"

type UserRow = Omit<Extract<User, { readonly status: "ok" }>, "status" | "source">

export class AuthorProfiles extends Context.Service<
  AuthorProfiles,
  {
    /** One row per name, in the order given. */
    of(usernames: ReadonlyArray<string>): Effect.Effect<Body<typeof UsersResult>>
  }
>()("@heddle/server/queries/authors/AuthorProfiles") {
  static readonly layer = Layer.effect(
    AuthorProfiles,
    Effect.gen(function* () {
      const sql = (yield* SqlClient.SqlClient).withoutTransforms()

      const of = Effect.fn("AuthorProfiles.of")(function* (usernames: ReadonlyArray<string>) {
        const { from, until } = languageWindow(yield* now)
        const distinct = [...new Set(usernames)]
        const rows = yield* sql<UserRow>`
          SELECT n.username, coalesce(a.full_name, '') AS full_name, coalesce(a.profile_picture, '') AS profile_picture,
            coalesce(a.biography, '') AS biography, a.follower_count, a.following_count, a.post_count, l.language
          FROM jsonb_array_elements_text(${JSON.stringify(distinct)}::jsonb) AS n (username)
          LEFT JOIN authors a ON a.username = n.username
          LEFT JOIN (
            ${authorLanguages(sql, from, until, sql.in("p.username", distinct))}
          ) l ON l.username = n.username
          WHERE a.username IS NOT NULL OR EXISTS (SELECT FROM posts p WHERE p.username = n.username)`.unprepared.pipe(
          Effect.orDie
        )
        const known = new Map(rows.map((row) => [row.username, row]))
        return { data: usernames.map((username) => userOf(username, known.get(username))) }
      })

      return AuthorProfiles.of({ of })
    })
  )
}

const userOf = (username: string, row: UserRow | undefined): User =>
  row === undefined ? { status: "not_found", username } : { status: "ok", ...row, source: "stored" }
