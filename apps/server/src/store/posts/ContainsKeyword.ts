/** The keyword match as SQL (decisions, "Matching a keyword"). */
import { type EncodedKeyword, keywordTerms } from "@heddle/text"
import type { SqlClient } from "effect/sql"

/**
 * Whether the post `p` matches an encoded keyword: a substring test on the canonical token text. For statements that read
 * the posts anyway; `containsByIndex` uses the index.
 */
export const contains = (sql: SqlClient.SqlClient, keyword: EncodedKeyword) => sql`strpos(p.token_text, ${keyword}) > 0`

/** Like `contains`, through the GIN index on terms. */
export const containsByIndex = (sql: SqlClient.SqlClient, keyword: EncodedKeyword) => {
  const { terms, exact } = keywordTerms(keyword)
  const indexed = sql`p.terms @> ${`{${terms.join(",")}}`}::int[]`
  return exact ? indexed : sql`(${indexed} AND ${contains(sql, keyword)})`
}
