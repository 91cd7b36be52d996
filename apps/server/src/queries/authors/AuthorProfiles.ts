/**
 * Stored author profiles (service.md, `/user`). An author is known if a source reported it or one of its posts is stored.
 * Text that no source reported is empty, as in a detailed post.
 */
import type { FoundUser, User } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { now } from "../../runtime/Time.ts"
import { authorLanguages, languageWindow } from "../../store/authors/AuthorLanguages.ts"
import { authorsWithPosts } from "../../store/authors/AuthorsWithPosts.ts"
import { shownName } from "../../store/posts/PostRow.ts"
import { type KnownAuthor, knownAuthors } from "./KnownAuthor.ts"

type UserRow = Omit<Extract<User, { readonly status: "ok" }>, "status" | "source">

interface StoredRow extends Omit<UserRow, "language"> {
  readonly author_id: string
  readonly is_reported: boolean
}

/** What is stored of the authors whom a caller names. */
export interface StoredProfiles {
  /** One row per name, in the order given. */
  readonly rows: ReadonlyArray<User>
  /** The authors who have these names, by the name given. */
  readonly authors: ReadonlyMap<string, KnownAuthor>
}

export class AuthorProfiles extends Context.Service<
  AuthorProfiles,
  {
    of(usernames: ReadonlyArray<string>): Effect.Effect<StoredProfiles>
    /** Omits unknown authors. */
    byId(ids: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, FoundUser>>
  }
>()("@heddle/server/queries/authors/AuthorProfiles") {
  static readonly layer = Layer.effect(
    AuthorProfiles,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const plain = sql.withoutTransforms()

      const byId = Effect.fn("AuthorProfiles.byId")(function* (ids: ReadonlyArray<string>) {
        const { from, until } = languageWindow(yield* now)
        const distinct = [...new Set(ids)]
        const users = new Map<string, FoundUser>()
        if (distinct.length === 0) return users
        const rows = yield* plain<StoredRow>`
          SELECT i.author_id, ${shownName(plain, "i.author_id")} AS username, coalesce(a.full_name, '') AS full_name,
            coalesce(a.profile_picture, '') AS profile_picture, coalesce(a.biography, '') AS biography,
            a.follower_count, a.following_count, a.post_count, a.author_id IS NOT NULL AS is_reported
          FROM jsonb_array_elements_text(${JSON.stringify(distinct)}::jsonb) AS i (author_id)
          LEFT JOIN author_names n ON n.author_id = i.author_id
          LEFT JOIN authors a ON a.author_id = i.author_id`
        const spoken = yield* sql<{ authorId: string; language: UserRow["language"] }>`
          ${authorLanguages(sql, from, until, sql.in("p.author_id", distinct))}`.unprepared
        const languages = new Map(spoken.map(({ authorId, language }) => [authorId, language]))
        const isUnsure = ({ author_id, is_reported }: StoredRow) => !is_reported && !languages.has(author_id)
        const unsure = rows.filter(isUnsure).map(({ author_id }) => author_id)
        const posting = yield* authorsWithPosts(sql, unsure)
        for (const row of rows) {
          if (isUnsure(row) && !posting.has(row.author_id)) continue
          const { author_id, is_reported: _, ...user } = row
          users.set(author_id, { status: "ok", ...user, language: languages.get(author_id) ?? null, source: "stored" })
        }
        return users
      }, Effect.orDie)

      const of = Effect.fn("AuthorProfiles.of")(function* (usernames: ReadonlyArray<string>) {
        const { found: authors } = yield* knownAuthors(sql, usernames)
        const known = yield* byId([...authors.values()].map(({ authorId }) => authorId))
        const rows = usernames.map(
          (username): User => known.get(authors.get(username)?.authorId ?? "") ?? { status: "not_found", username }
        )
        return { rows, authors }
      })

      return AuthorProfiles.of({ of, byId })
    })
  )
}
