/** One statement on a PostgreSQL server, over a connection of its own. */
import pg from "pg"

export const rowsOf = async <Row extends pg.QueryResultRow>(
  url: string,
  statement: string
): Promise<ReadonlyArray<Row>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The first column of the first row. */
export const valueOf = async (url: string, statement: string): Promise<unknown> =>
  Object.values((await rowsOf(url, statement))[0] ?? {})[0]
