/**
 * The newest posts that match keywords: `newest_posts.sql`, one statement whose plan never changes, so that it is planned
 * once per connection. It takes no author, whose posts another index finds.
 */
import { type EncodedKeyword, keywordTerms } from "@heddle/text"
import type { SqlClient } from "effect/sql"
import { arrayOf } from "../../database/client/Recordset.ts"
import type { Window } from "../../store/scan/ChunkedScan.ts"
import type { FoundRow } from "./Cursor.ts"

export interface NewestQuery {
  readonly languages: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<EncodedKeyword>
  /** Whether a post must match all keywords, or any. */
  readonly match: "all" | "any"
  readonly exclude: ReadonlyArray<EncodedKeyword>
  readonly leastLikes: number | null
  readonly leastReplies: number | null
  readonly leastViews: number | null
  readonly isReply: boolean | null
  /** Only posts before this one: time in Unix milliseconds, and code. */
  readonly before: readonly [number, string] | null
}

/** Of all posts whose token text has the keyword in it. */
const patternOf = (keyword: EncodedKeyword): string => `%${keyword.replace(/[\\%_]/g, String.raw`\$&`)}%`

const arrayLiteral = (terms: Iterable<number>): string => `{${[...terms].join(",")}}`

const termSets = ({ keywords, match }: NewestQuery): ReadonlyArray<string> => {
  const terms = keywords.map((keyword) => keywordTerms(keyword).terms)
  return match === "all" ? [arrayLiteral(new Set(terms.flat()))] : terms.map(arrayLiteral)
}

/** `scanned` posts are read by time before the index of terms is asked; more of them for more common keywords. */
export const makeNewestPosts =
  (sql: SqlClient.SqlClient) =>
  (query: NewestQuery, { from, until }: Window, { wanted, scanned }: { wanted: number; scanned: number }) => {
    const { languages, keywords, match, exclude, leastLikes, leastReplies, leastViews, isReply, before } = query
    return sql<FoundRow>`
      SELECT * FROM newest_posts(${from}, ${until}, ${before === null ? null : new Date(before[0])}::timestamptz,
        ${before?.[1] ?? null}::text, ${arrayOf("text", languages)}, ${arrayOf("text", termSets(query))},
        ${arrayOf("text", keywords.map(patternOf))}, ${match === "all"}, ${arrayOf("text", exclude.map(patternOf))},
        ${leastLikes}::bigint, ${leastReplies}::bigint, ${leastViews}::bigint, ${isReply}::boolean, ${wanted}::integer, ${scanned}::integer)`
  }
