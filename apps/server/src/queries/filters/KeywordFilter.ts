/** Which posts contain a keyword, for everything that asks for posts by keyword (decisions, "Matching a keyword"). */
import { invalidParameter } from "@heddle/api"
import { type EncodedKeyword, encodeKeyword, keywordTerms } from "@heddle/text"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Keywords in the form in which posts are compared with them; one without a token is a 400 that names `path`. */
export const encodeKeywords = (path: string, keywords: ReadonlyArray<string>) =>
  Effect.forEach(keywords, (keyword) => {
    const encoded = encodeKeyword(keyword)
    return encoded === undefined
      ? Effect.fail(invalidParameter({ path, message: `\`${keyword}\` has no letter or digit to search for` }))
      : Effect.succeed(encoded)
  })

/**
 * Whether the post `p` contains an encoded keyword, for whoever reads the posts anyway. Equals the keyword match by
 * construction: a substring of the canonical token text.
 */
export const contains = (sql: SqlClient.SqlClient, keyword: EncodedKeyword) => sql`strpos(p.token_text, ${keyword}) > 0`

/** The same, found by the index of terms. */
export const containsByIndex = (sql: SqlClient.SqlClient, keyword: EncodedKeyword) => {
  const { terms, exact } = keywordTerms(keyword)
  const indexed = sql`p.terms @> ${`{${terms.join(",")}}`}::int[]`
  return exact ? indexed : sql`(${indexed} AND ${contains(sql, keyword)})`
}
