/**
 * Writes the author changes that sources report; safe with any number of concurrent processes. Owns the tables `authors`
 * and `author_metrics`.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { listed, recordset } from "../../database/client/Recordset.ts"
import {
  applyAuthor,
  type Author,
  type AuthorOutcome,
  type AuthorState,
  type HourlyCounts,
  initialState,
  type ReceivedAuthor
} from "./AuthorState.ts"

export class AuthorStore extends Context.Service<
  AuthorStore,
  {
    /** Applies changes in order, in one transaction. Returns one outcome per change. */
    apply(changes: ReadonlyArray<ReceivedAuthor>): Effect.Effect<ReadonlyArray<AuthorOutcome>>
  }
>()("@heddle/server/store/authors/AuthorStore") {
  static readonly layer = Layer.effect(
    AuthorStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = makeRows(sql)

      const apply = Effect.fn("AuthorStore.apply")(
        function* (changes: ReadonlyArray<ReceivedAuthor>) {
          const usernames = [...new Set(changes.map(({ change }) => change.username))]
          const states = new Map<string, AuthorState>(yield* rows.lock(usernames))
          const outcomes = changes.map((received) => {
            const { username } = received.change
            const [state, outcome] = applyAuthor(states.get(username) ?? initialState(null), received)
            states.set(username, state)
            return outcome
          })
          const changed = [...states.values()].filter((state) => state.changed)
          yield* rows.write(
            changed.flatMap(({ author }) => (author === null ? [] : [author])),
            changed.flatMap(({ hourlyCounts }) => [...hourlyCounts.values()])
          )
          return outcomes
        },
        (effect, changes) => (changes.length === 0 ? Effect.succeed([]) : atomically(sql, effect))
      )

      return AuthorStore.of({ apply })
    })
  )
}

/** The `observed_at` of a row inserted only to be locked; earlier than any real observation. */
const neverObserved = "-infinity"

const makeRows = (sql: SqlClient.SqlClient) => {
  /**
   * Locks in username order, so that concurrent writers cannot deadlock. Inserts placeholder rows for unknown authors to
   * have something to lock; the same transaction fills them.
   */
  const lock = Effect.fnUntraced(function* (usernames: ReadonlyArray<string>) {
    const inserted = yield* sql<{ username: string }>`
      INSERT INTO authors AS a (username, observed_at)
      SELECT n.username, ${neverObserved}::timestamptz
      FROM json_array_elements_text(${JSON.stringify(usernames)}::json) AS n (username) ORDER BY n.username COLLATE "C"
      ON CONFLICT (username) DO UPDATE SET username = a.username WHERE false
      RETURNING username`
    const unknown = new Set(inserted.map(({ username }) => username))
    const stored = yield* sql<Author>`
      SELECT username, full_name, profile_picture, biography, follower_count, following_count, post_count, observed_at
      FROM authors WHERE username IN ${listed(usernames.filter((username) => !unknown.has(username)))}`.withoutTransform
    return stored.map((row): [string, AuthorState] => [row.username, initialState(row)])
  })

  const write = Effect.fnUntraced(function* (
    authors: ReadonlyArray<Author>,
    hourlyCounts: ReadonlyArray<HourlyCounts>
  ) {
    if (authors.length === 0) return
    yield* sql`
      UPDATE authors a SET full_name = n.full_name, profile_picture = n.profile_picture, biography = n.biography,
        follower_count = n.follower_count, following_count = n.following_count, post_count = n.post_count,
        observed_at = n.observed_at
      FROM json_to_recordset(${JSON.stringify(authors)}::json) AS n (username text, full_name text,
        profile_picture text, biography text, follower_count bigint, following_count bigint, post_count bigint,
        observed_at timestamptz)
      WHERE a.username = n.username`
    yield* sql`
      INSERT INTO author_metrics (username, hour, observed_at, follower_count, following_count, post_count)
      SELECT n.username, n.hour, n.observed_at, n.follower_count, n.following_count, n.post_count
      FROM json_to_recordset(${JSON.stringify(hourlyCounts)}::json) AS n (username text, hour timestamptz,
        observed_at timestamptz, follower_count bigint, following_count bigint, post_count bigint)
      ON CONFLICT (username, hour) DO UPDATE SET observed_at = excluded.observed_at,
        follower_count = excluded.follower_count, following_count = excluded.following_count,
        post_count = excluded.post_count`
  })

  return { lock, write }
}

/**
 * The usernames of accounts, by the lasting identifier that their network gives them. Networks that let people change
 * their names report posts under the identifier.
 */
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
          SELECT id, username FROM author_names WHERE id IN ${listed(ids)}`
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
