/** Keeps the rollups and the prominent posts in the transaction that writes the posts. Owns `like_deltas` and `term_deltas` with `RollupCounts.ts`. */
import { textVersion } from "@heddle/text"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { arrayOf, type ColumnType } from "../../database/client/Recordset.ts"
import { likeStepsOf, termStepsOf, type VersionChange } from "../posts/PostVersion.ts"
import type { KeyRow } from "../posts/PostColumns.ts"
import type { Floors } from "./Floors.ts"
import { makeLikeGains } from "../gains/LikeGains.ts"
import { makeProminentPosts } from "./ProminentPosts.ts"
import { type KeptTerm, type Terms, termsFrom } from "../posts/Terms.ts"

/**
 * What this release keeps. Raise it when writers keep something more: what processes of an older release write meanwhile is
 * then counted again. A migration that counts the posts itself stores the new number.
 */
const keptVersion = 1

/** What writers keep, as long as the lock of `begin` is held. */
interface Kept {
  readonly terms: Terms
  readonly floors: Floors
}

/** Posts whose gains of likes may have changed: those observed again, and those in another language than before. */
export interface Regained {
  readonly again: ReadonlyArray<KeyRow>
  /** No longer stored. */
  readonly gone: ReadonlyArray<KeyRow>
}

export const makeRollupSteps = (sql: SqlClient.SqlClient) => {
  const prominent = makeProminentPosts(sql)
  const gains = makeLikeGains(sql)
  let cached: Kept & { readonly version: number } = { version: -1, terms: termsFrom([]), floors: new Map() }

  const lockVersion = Effect.map(
    sql<{ termsVersion: number }>`
      SELECT terms_version FROM rollup_progress WHERE kept_version = ${keptVersion} FOR SHARE`,
    ([progress]) => progress?.termsVersion
  )

  /**
   * To be run in every transaction that writes posts, before it does. The lock lets terms and floors change only between
   * such transactions. Where a process of another release has written, everything is counted again.
   */
  const begin = Effect.gen(function* () {
    let version = yield* lockVersion
    if (version === undefined) {
      yield* sql`SELECT reset_rollups(${keptVersion})`
      version = (yield* lockVersion) ?? 0
    }
    if (version !== cached.version) {
      const rows = yield* sql<KeptTerm>`SELECT id, term FROM tracked_terms WHERE text_version = ${textVersion}`
      cached = { version, terms: termsFrom(rows), floors: yield* prominent.readFloors }
    }
    const kept: Kept = cached
    return kept
  })

  /** A column of rows as an array. */
  const column = <Row>(type: ColumnType, rows: ReadonlyArray<Row>, valueOf: (row: Row) => string | number) =>
    arrayOf(type, rows.map(valueOf))

  const append = Effect.fnUntraced(function* (
    { terms, floors }: Kept,
    changes: ReadonlyArray<VersionChange>,
    { again, gone }: Regained
  ) {
    const likes = likeStepsOf(changes)
    if (likes.length > 0) {
      yield* sql`
        INSERT INTO like_deltas (slots, languages, likes, posts) VALUES (
          ${column("integer", likes, ({ slot }) => slot)}, ${column("text", likes, ({ language }) => language)},
          ${column("bigint", likes, (step) => step.likes)}, ${column("integer", likes, ({ posts }) => posts)})`
    }
    const steps = terms.size === 0 ? [] : termStepsOf(changes, terms)
    if (steps.length > 0) {
      yield* sql`
        INSERT INTO term_deltas (terms, days, languages, posts, likes, replies, reposts, reshares) VALUES (
          ${column("integer", steps, ({ term }) => term)}, ${column("integer", steps, ({ day }) => day)},
          ${column("text", steps, ({ language }) => language)}, ${column("bigint", steps, ({ posts }) => posts)},
          ${column("bigint", steps, (step) => step.likes)}, ${column("bigint", steps, ({ replies }) => replies)},
          ${column("bigint", steps, ({ reposts }) => reposts)}, ${column("bigint", steps, ({ reshares }) => reshares)})`
    }
    yield* prominent.keep(floors, changes)
    yield* gains.keep(again)
    yield* gains.remove(gone)
  })

  return { begin, append }
}
