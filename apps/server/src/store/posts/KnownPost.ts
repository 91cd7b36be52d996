/** What is known of a single post, for explanations of rules. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Candidate } from "./PostChangeFeed.ts"
import { fromPostsAt, keysOf, knownCodes } from "./PostsByCode.ts"

/** `dropped`: it was removed because of its age. */
export type KnownPost =
  | { readonly status: "unknown" | "deleted" }
  | { readonly status: "dropped"; readonly postedAt: Date }
  | { readonly status: "stored"; readonly post: Candidate }

export const knownPost = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, code: string) {
  const known = yield* knownCodes(sql, [code])
  const [key] = keysOf(known)
  if (key === undefined) return { status: known.length === 0 ? "unknown" : "deleted" } satisfies KnownPost
  const [post] = yield* sql<Candidate>`
    SELECT p.code, p.token_text, p.language, p.posted_at, p.like_count, p.reply_count, p.impression_count
    ${fromPostsAt(sql, [key])}`.unprepared
  return post === undefined
    ? ({ status: "dropped", postedAt: key.postedAt } satisfies KnownPost)
    : ({ status: "stored", post } satisfies KnownPost)
})
