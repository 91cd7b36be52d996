/**
 * Values as tables in a statement. For wide rows, one array per column is read several times faster than a JSON
 * document.
 */
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import { type SqlClient, Statement } from "effect/sql"

const { OID } = PgTypes

export type ColumnType = "text" | "bigint" | "integer" | "smallint" | "boolean" | "timestamptz"

const oids: Readonly<Record<ColumnType, number>> = {
  text: OID.text,
  bigint: OID.int8,
  integer: OID.int4,
  smallint: OID.int2,
  boolean: OID.bool,
  timestamptz: OID.timestamptz
}

export type Value = string | number | boolean | Date | null

/** An array as one parameter. */
export const arrayOf = (type: ColumnType, values: ReadonlyArray<Value>) =>
  Statement.fragment([Statement.parameter(Result.getOrThrow(PgTypes.array(values, oids[type])))])

/**
 * `alias (column, …)` for a `FROM` clause, with the given columns of the rows in the given order. A column is named in
 * snake_case: `postedAt` of a row is `posted_at`.
 */
export const recordset = <Column extends string>(
  sql: SqlClient.SqlClient,
  alias: string,
  columns: Readonly<Record<Column, ColumnType>>,
  rows: ReadonlyArray<Readonly<Record<NoInfer<Column>, Value>>>
) => {
  const arrays: Array<Statement.Fragment> = []
  const names: Array<string> = []
  for (const column in columns) {
    const values = rows.map((row) => row[column])
    arrays.push(arrayOf(columns[column], values))
    names.push(column)
  }
  return sql`unnest(${sql.csv(arrays)}) AS ${sql(alias)} (${sql.csv(names.map((name) => sql`${sql(name)}`))})`
}

/** Any number of texts as one parameter, for use after `IN`. */
export const listed = (texts: ReadonlyArray<string>) =>
  Statement.fragment([
    Statement.literal("(SELECT json_array_elements_text("),
    Statement.parameter(JSON.stringify(texts)),
    Statement.literal("::json))")
  ])
