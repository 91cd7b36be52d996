/** A call that hangs in the database, as clients with their default settings see it: they give up after 60 seconds. */
import { Effect, Redacted } from "effect"
import { Client } from "pg"
import { assert, it } from "vitest"
import { withServer } from "../attacks/AttackedServer.ts"
import { onPostgres } from "../support/Databases.ts"
import { eventually } from "../support/HeddleProcess.ts"
import { onLongRun } from "../support/LongTests.ts"
import { callApi, createAccount } from "../support/Operator.ts"
import { modernClient, olderClient } from "./ToolClients.ts"

const timeoutMillis = 150_000
const limitMillis = 55_000
const toleranceMillis = 2_000
const cancelMillis = 2_000

const withConnection = async (url: string, use: (client: Client) => Promise<void>): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await use(client).finally(() => client.end())
}

/** Every query on posts waits until the connection ends. */
const lockPosts = async (client: Client): Promise<void> => {
  await client.query("BEGIN")
  await client.query("LOCK TABLE posts IN ACCESS EXCLUSIVE MODE")
}

const waiting = async (client: Client): Promise<number> => {
  const { rows } = await client.query(
    "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  )
  return rows[0]?.waiting
}

const hangs = (url: string): Promise<void> => {
  // Only tasks that do not read posts.
  const env = { DATABASE_URL: url, HEDDLE_ROLES: "api", HEDDLE_QUERY_TIMEOUT: "110 seconds" }
  return withServer(env, async (server) => {
    const account = await createAccount(server, { plan: "standard" })
    const balance = async () => (await callApi(server, account, "GET", "/balance")).data
    const before = await balance()
    await withConnection(url, async (connection) => {
      await lockPosts(connection)
      const clients = await Promise.all(
        [olderClient, modernClient].map((kind) => kind.connect(`${server.baseUrl}/mcp`, account.apiKey))
      )
      const began = performance.now()
      await Promise.all(
        clients.map(async (client) => {
          const { isError, text } = await client.callTool("search_posts", { keywords: ["咖啡"] })
          assert.closeTo(performance.now() - began, limitMillis, toleranceMillis)
          assert.isTrue(isError)
          assert.match(text, /^timeout: search_posts did not finish within 55s .*Nothing was charged\. Ask for less: /)
        })
      )
      await eventually("the queries are cancelled", async () => (await waiting(connection)) === 0, cancelMillis)
    })
    assert.deepStrictEqual(await balance(), before)
  })
}

// A short run has the same with a shorter limit in `apps/server/test/transport/mcp`.
onLongRun("A tool that does not finish", () => {
  onPostgres("on PostgreSQL", ({ freshUrl }) => {
    it(
      "is explained to both SDK clients before they give up, is cancelled, and costs nothing",
      () =>
        Effect.flatMap(freshUrl, (url) => Effect.promise(() => hangs(Redacted.value(url)))).pipe(
          Effect.scoped,
          Effect.runPromise
        ),
      timeoutMillis
    )
  })
})
