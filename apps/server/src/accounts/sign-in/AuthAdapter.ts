/** better-auth's tables over our own client: the same statements on both databases, in the transaction of the caller. */
import { type CleanedWhere, createAdapterFactory, type CustomAdapter, type DBAdapter } from "better-auth/adapters"
import type { BetterAuthOptions } from "better-auth/minimal"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { newId } from "../../runtime/Ids.ts"
import { inCall, withinCall } from "./AuthCalls.ts"

type Row = Record<string, unknown>

const idPrefixes: Readonly<Record<string, "user" | "cred" | "session" | "ver">> = {
  user: "user",
  account: "cred",
  session: "session",
  verification: "ver"
}

/** An id in the style of all others. */
export const authId = (model: string): string => {
  const prefix = idPrefixes[model]
  if (prefix === undefined) throw new Error(`No table for better-auth's model ${model}`)
  return Effect.runSync(newId(prefix))
}

/** Only what the parts of better-auth that we use ask for. */
const condition = (sql: SqlClient.SqlClient, { field, operator, value }: CleanedWhere): Statement.Fragment => {
  const column = sql(field)
  switch (operator) {
    case "eq":
      return value === null ? sql`${column} IS NULL` : sql`${column} = ${value}`
    case "ne":
      return value === null ? sql`${column} IS NOT NULL` : sql`${column} <> ${value}`
    case "lt":
      return sql`${column} < ${value}`
    case "lte":
      return sql`${column} <= ${value}`
    case "gt":
      return sql`${column} > ${value}`
    case "gte":
      return sql`${column} >= ${value}`
    case "in":
      return sql.in(field, Array.isArray(value) ? value : [value])
    default:
      throw new Error(`better-auth asks for ${operator}, which no query of ours needs`)
  }
}

const matching = (sql: SqlClient.SqlClient, where: ReadonlyArray<CleanedWhere>): Statement.Fragment => {
  const of = (connector: "AND" | "OR") =>
    where.filter((clause) => clause.connector === connector).map((clause) => condition(sql, clause))
  const [all, any] = [of("AND"), of("OR")]
  return sql.and([...all, ...(any.length === 0 ? [] : [sql.or(any)])])
}

/** Without what is undefined: there are no columns for a provider's tokens. */
const present = (row: unknown): Row =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== undefined))

const customAdapter = (sql: SqlClient.SqlClient): CustomAdapter => {
  const rows = <A>(statement: Statement.Statement<A & object>): Promise<ReadonlyArray<A>> => inCall(statement)
  const first = async <A>(statement: Statement.Statement<A & object>): Promise<A | null> =>
    (await rows<A>(statement))[0] ?? null
  const count = async (statement: Statement.Statement<object>) => (await rows(statement)).length
  const where = (clauses: ReadonlyArray<CleanedWhere> | undefined) => matching(sql, clauses ?? [])
  return {
    create: async ({ model, data }) => {
      const [row] = await rows(sql<typeof data>`INSERT INTO ${sql(model)} ${sql.insert(present(data))} RETURNING *`)
      if (row === undefined) throw new Error(`A row of ${model} was not inserted`)
      return row
    },
    update: ({ model, where: clauses, update }) =>
      first(sql`UPDATE ${sql(model)} SET ${sql.update(present(update))} WHERE ${where(clauses)} RETURNING *`),
    updateMany: ({ model, where: clauses, update }) =>
      count(sql`UPDATE ${sql(model)} SET ${sql.update(present(update))} WHERE ${where(clauses)} RETURNING 1`),
    findOne: ({ model, where: clauses }) => first(sql`SELECT * FROM ${sql(model)} WHERE ${where(clauses)} LIMIT 1`),
    findMany: async ({ model, where: clauses, limit, sortBy, offset = 0 }) => {
      const order = sql.literal(sortBy?.direction === "desc" ? "DESC" : "ASC")
      return [
        ...(await rows<never>(
          sql`SELECT * FROM ${sql(model)} WHERE ${where(clauses)}
            ORDER BY ${sql(sortBy?.field ?? "id")} ${order} LIMIT ${limit} OFFSET ${offset}`
        ))
      ]
    },
    delete: async ({ model, where: clauses }) => {
      await rows(sql`DELETE FROM ${sql(model)} WHERE ${where(clauses)}`)
    },
    deleteMany: ({ model, where: clauses }) =>
      count(sql`DELETE FROM ${sql(model)} WHERE ${where(clauses)} RETURNING 1`),
    // The second of two callers waits for the first and then finds no row.
    consumeOne: ({ model, where: clauses }) =>
      first(
        sql`DELETE FROM ${sql(model)} WHERE id = (
            SELECT id FROM ${sql(model)} WHERE ${where(clauses)} LIMIT 1 FOR UPDATE
          ) RETURNING *`
      ),
    count: ({ model, where: clauses }) => count(sql`SELECT 1 FROM ${sql(model)} WHERE ${where(clauses)}`)
  }
}

export const authAdapter =
  (sql: SqlClient.SqlClient) =>
  (options: BetterAuthOptions): DBAdapter => {
    const adapter: DBAdapter = createAdapterFactory({
      adapter: () => customAdapter(sql),
      config: {
        adapterId: "heddle",
        adapterName: "Heddle",
        supportsNumericIds: false,
        supportsJSON: false,
        supportsDates: true,
        supportsBooleans: true,
        // A transaction in another is a savepoint.
        transaction: (work) => inCall(sql.withTransaction(withinCall(() => work(adapter))))
      }
    })(options)
    return adapter
  }
