/**
 * Writes the author changes that sources report; safe with any number of concurrent processes. Owns the tables `authors`
 * and `author_metrics`.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { listed } from "../../database/client/Recordset.ts"
import { authorIdOf } from "../Change.ts"
import { makeFollowerGains } from "../gains/FollowerGains.ts"
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
          const ids = [...new Set(changes.map(({ change }) => authorIdOf(change)))]
          const states = new Map<string, AuthorState>(yield* rows.lock(ids))
          const outcomes = changes.map((received) => {
            const id = authorIdOf(received.change)
            const [state, outcome] = applyAuthor(states.get(id) ?? initialState(null), received)
            states.set(id, state)
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
  const gains = makeFollowerGains(sql)

  /**
   * Locks in the order of ids, so that concurrent writers cannot deadlock. Inserts placeholder rows for unknown authors to
   * have something to lock; the same transaction fills them.
   */
  const lock = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const inserted = yield* sql<{ authorId: string }>`
      INSERT INTO authors AS a (author_id, observed_at)
      SELECT n.author_id, ${neverObserved}::timestamptz
      FROM json_array_elements_text(${JSON.stringify(ids)}::json) AS n (author_id) ORDER BY n.author_id COLLATE "C"
      ON CONFLICT (author_id) DO UPDATE SET author_id = a.author_id WHERE false
      RETURNING author_id`
    const unknown = new Set(inserted.map(({ authorId }) => authorId))
    const stored = yield* sql<Author>`
      SELECT author_id, full_name, profile_picture, biography, follower_count, following_count, post_count, observed_at
      FROM authors WHERE author_id IN ${listed(ids.filter((id) => !unknown.has(id)))}`.withoutTransform
    return stored.map((row): [string, AuthorState] => [row.author_id, initialState(row)])
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
      FROM json_to_recordset(${JSON.stringify(authors)}::json) AS n (author_id text, full_name text,
        profile_picture text, biography text, follower_count bigint, following_count bigint, post_count bigint,
        observed_at timestamptz)
      WHERE a.author_id = n.author_id`
    yield* sql`
      INSERT INTO author_metrics (author_id, hour, observed_at, follower_count, following_count, post_count)
      SELECT n.author_id, n.hour, n.observed_at, n.follower_count, n.following_count, n.post_count
      FROM json_to_recordset(${JSON.stringify(hourlyCounts)}::json) AS n (author_id text, hour timestamptz,
        observed_at timestamptz, follower_count bigint, following_count bigint, post_count bigint)
      ON CONFLICT (author_id, hour) DO UPDATE SET observed_at = excluded.observed_at,
        follower_count = excluded.follower_count, following_count = excluded.following_count,
        post_count = excluded.post_count`
    yield* gains.keep(authors.flatMap(({ author_id, follower_count }) => (follower_count === null ? [] : [author_id])))
  })

  return { lock, write }
}
