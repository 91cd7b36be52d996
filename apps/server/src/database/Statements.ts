import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Runs a script of several statements, function bodies included.
 *
 * The driver speaks the extended protocol only, which takes one statement at a
 * time. PL/pgSQL's EXECUTE takes a whole script, so PostgreSQL's own parser cuts
 * it and we need none. Results are dropped, and statements that refuse to run in
 * a transaction refuse here too.
 */
export const statements = Effect.fn("statements")(function* (script: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`DO ${quote(`BEGIN EXECUTE ${quote(script)}; END`)}`)
})

/** Dollar quotes with a tag that the text does not contain. */
const quote = (text: string): string => {
  let tag = "$script$"
  for (let i = 1; text.includes(tag); i++) tag = `$script${i}$`
  return `${tag}${text}${tag}`
}
