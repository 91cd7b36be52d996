/** Writes what sources tell about posts. Owner of the tables `posts` and `deleted_posts`. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../database/Atomically.ts"
import type { DeleteChange, PostChange } from "./PostChange.ts"
import { now } from "../Now.ts"
import { applyChange, type Counts, type Outcome, type PostState, type Received, unknownPost } from "./PostState.ts"

/** Any number that no other advisory lock of the service has. */
const postsLock = 7_057_001

type PostOrDelete = Received<PostChange | DeleteChange>

export class PostStore extends Context.Service<
  PostStore,
  {
    /** Applies changes in order and in one transaction; answers what became of each. */
    apply(changes: ReadonlyArray<PostOrDelete>): Effect.Effect<ReadonlyArray<Outcome>>
  }
>()("@heddle/server/posts/PostStore") {
  static readonly layer = Layer.effect(
    PostStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = makeRows(sql)

      const apply = Effect.fn("PostStore.apply")(
        function* (changes: ReadonlyArray<PostOrDelete>) {
          yield* rows.lock
          const before = yield* rows.states([...new Set(changes.map(({ change }) => change.code))])
          const states = new Map(before)
          const outcomes = changes.map((received) => {
            const code = received.change.code
            const [state, outcome] = applyChange(states.get(code) ?? unknownPost, received)
            states.set(code, state)
            return outcome
          })
          yield* rows.write(before, states, yield* now)
          return outcomes
        },
        (effect, changes) => (changes.length === 0 ? Effect.succeed([]) : atomically(sql, effect))
      )

      return PostStore.of({ apply })
    })
  )
}

interface StoredRow extends CountColumns {
  readonly code: string
  readonly observedAt: Date
}
interface CountColumns {
  readonly likeCount: number
  readonly replyCount: number
  readonly repostCount: number
  readonly reshareCount: number
  readonly impressionCount: number | null
}

const countsOf = (row: CountColumns): Counts => ({
  like_count: row.likeCount,
  reply_count: row.replyCount,
  repost_count: row.repostCount,
  reshare_count: row.reshareCount,
  impression_count: row.impressionCount
})

const makeRows = (sql: SqlClient.SqlClient) => {
  const codesIn = (codes: ReadonlyArray<string>) =>
    sql`code IN (SELECT jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb))`

  /**
   * One batch at a time over all processes. Locks on rows cannot hold back what is not there yet: of two first sights
   * the newer counts, or a deletion during a first sight, would be lost.
   */
  const lock = sql`SELECT 1 FROM pg_advisory_xact_lock(${postsLock})`

  const states = Effect.fnUntraced(function* (codes: ReadonlyArray<string>) {
    const stored = yield* sql<StoredRow>`
      SELECT code, like_count, reply_count, repost_count, reshare_count, impression_count, observed_at
      FROM posts WHERE ${codesIn(codes)}`
    const deleted = yield* sql<{ code: string }>`SELECT code FROM deleted_posts WHERE ${codesIn(codes)}`
    const result = new Map<string, PostState>()
    for (const row of stored) {
      result.set(row.code, {
        ...unknownPost,
        stored: true,
        counts: countsOf(row),
        observedAt: row.observedAt.toISOString()
      })
    }
    for (const { code } of deleted) result.set(code, { ...unknownPost, deleted: true })
    return result
  })

  const insert = (created: ReadonlyArray<object>) =>
    sql`
      INSERT INTO posts (code, source, url, caption, token_text, language, username, posted_at, is_reply, reply_to,
        like_count, reply_count, repost_count, reshare_count, impression_count, media_url, observed_at)
      SELECT n.* FROM jsonb_to_recordset(${JSON.stringify(created)}::jsonb) AS n (code text, source text, url text,
        caption text, token_text text, language text, username text, posted_at timestamptz, is_reply boolean,
        reply_to text, like_count bigint, reply_count bigint, repost_count bigint, reshare_count bigint,
        impression_count bigint, media_url jsonb, observed_at timestamptz)
      ON CONFLICT (code) DO NOTHING`

  // Only a changed count makes the post news for the rules.
  const update = (changed: ReadonlyArray<object>) =>
    sql`
      UPDATE posts SET like_count = n.like_count, reply_count = n.reply_count, repost_count = n.repost_count,
        reshare_count = n.reshare_count, impression_count = n.impression_count, observed_at = n.observed_at,
        changed_in = CASE WHEN
          (posts.like_count, posts.reply_count, posts.repost_count, posts.reshare_count, posts.impression_count)
          IS DISTINCT FROM (n.like_count, n.reply_count, n.repost_count, n.reshare_count, n.impression_count)
          THEN pg_current_xact_id() ELSE posts.changed_in END
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS n (code text, like_count bigint,
        reply_count bigint, repost_count bigint, reshare_count bigint, impression_count bigint, observed_at timestamptz)
      WHERE posts.code = n.code`

  const remove = Effect.fnUntraced(function* (codes: ReadonlyArray<string>, time: Date) {
    yield* sql`DELETE FROM posts WHERE ${codesIn(codes)}`
    yield* sql`
      INSERT INTO deleted_posts (code, deleted_at)
      SELECT code, ${time} FROM jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb) AS d (code)
      ON CONFLICT (code) DO NOTHING`
  })

  const write = Effect.fnUntraced(function* (
    before: ReadonlyMap<string, PostState>,
    after: ReadonlyMap<string, PostState>,
    time: Date
  ) {
    const states = [...after].map(([code, state]) => ({ code, state }))
    const created = states.flatMap(({ state }) => (state.created === null ? [] : [state.created]))
    const changed = states
      .filter(({ state }) => state.changed)
      .map(({ code, state }) => ({ code, ...state.counts, observed_at: state.observedAt }))
    const deleted = states.filter(({ code, state }) => state.deleted && before.get(code)?.deleted !== true)
    if (created.length > 0) yield* insert(created)
    if (changed.length > 0) yield* update(changed)
    if (deleted.length > 0)
      yield* remove(
        deleted.map(({ code }) => code),
        time
      )
  })

  return { lock, states, write }
}
