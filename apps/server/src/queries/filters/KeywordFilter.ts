/** The keyword match as SQL (decisions, "Matching a keyword"). */
import { invalidParameter } from "@heddle/api"
import { type EncodedKeyword, encodeKeyword, keywordTerms } from "@heddle/text"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Encodes keywords into canonical token text. A keyword without a token fails with a 400 that names `path`. */
export const encodeKeywords = (path: string, keywords: ReadonlyArray<string>) =>
  Effect.forEach(keywords, (keyword) => {
    const encoded = encodeKeyword(keyword)
    return encoded === undefined
      ? Effect.fail(invalidParameter({ path, message: `\`${keyword}\` has no letter or digit to search for` }))
      : Effect.succeed(encoded)
  })

/**
 * Whether the post `p` matches an encoded keyword: a substring test on the canonical token text. For queries that read the
 * posts anyway; `containsByIndex` uses the index.
 */
export const contains = (sql: SqlClient.SqlClient, keyword: EncodedKeyword) => sql`strpos(p.token_text, ${keyword}) > 0`

/** Like `contains`, through the GIN index on terms. */
export const containsByIndex = (sql: SqlClient.SqlClient, keyword: EncodedKeyword) => {
  const { terms, exact } = keywordTerms(keyword)
  const indexed = sql`p.terms @> ${`{${terms.join(",")}}`}::int[]`
  return exact ? indexed : sql`(${indexed} AND ${contains(sql, keyword)})`
}
