import type { SqlClient } from "effect/sql"

/** Any number of texts as one parameter, for use after `IN`. */
export const listed = (sql: SqlClient.SqlClient, texts: ReadonlyArray<string>) =>
  sql`(SELECT json_array_elements_text(${JSON.stringify(texts)}::json))`
