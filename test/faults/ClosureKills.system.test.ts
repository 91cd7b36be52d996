/**
 * `kill -9` of the server while an account is closed, at both sides of the commit: after a restart the account is as it
 * was, or closed, and nothing between.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, it } from "vitest"
import { checkLedger } from "../../apps/server/src/credits/ledger/LedgerCheck.ts"
import { type Person, signUp } from "../mcp/Person.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { onPostgres } from "../support/Databases.ts"
import { choosePlace, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount } from "../support/Operator.ts"
import { onDatabase } from "./KillChecks.ts"

const email = "leaving@example.com"
const timeoutMillis = 300_000

const stored = (url: string, { id }: Account) =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ closed: boolean; email: string }>`
        SELECT closed_at IS NOT NULL AS closed, email,
          (SELECT count(*) FROM users WHERE account_id = a.id)::int AS users,
          (SELECT count(*) FROM user_sessions s JOIN users u ON u.id = s.user_id WHERE u.account_id = a.id)::int
            AS sessions,
          (SELECT count(*) FROM webhook_endpoints WHERE account_id = a.id)::int AS endpoints,
          (SELECT count(*) FROM webhook_rules WHERE account_id = a.id)::int AS rules,
          (SELECT count(*) FROM api_keys WHERE account_id = a.id AND revoked_at IS NULL)::int AS keys,
          (SELECT count(*) FROM audit_entries WHERE account_id = a.id AND action = 'account.closed')::int AS told,
          (SELECT count(*) FROM mails WHERE recipient = ${email} AND subject LIKE '%is closed')::int AS mails
        FROM accounts a WHERE id = ${id}`
      return { row, wrong: yield* checkLedger }
    })
  )

const untouched = {
  closed: false,
  email,
  users: 1,
  sessions: 1,
  endpoints: 1,
  rules: 1,
  keys: 1,
  told: 0,
  mails: 0
}
const gone = { users: 0, sessions: 0, endpoints: 0, rules: 0, keys: 0, told: 1, mails: 1 }

const close = (person: Person) => person.inPortal((portal) => Effect.exit(portal["account.CloseAccount"]({ email })))

const run = async (url: string) => {
  const dataDir = await makeDataDir()
  const place = await choosePlace(dataDir, { DATABASE_URL: url })
  const startKilled = (failpoint: string) =>
    startHeddle({ ...place, env: { ...place.env, HEDDLE_FAILPOINT: failpoint } })
  let server: HeddleProcess = await startKilled("closing.beforeCommit")
  try {
    const account = await createAccount(server, { plan: "standard" }, email)
    const { data } = await callApi(server, account, "POST", "/webhook/endpoints", { url: "http://127.0.0.1:9/hooks" })
    const rule = { keyword: "台積電", like_count: 10 }
    await callApi(server, account, "POST", `/webhook/endpoints/${data.id}/rules`, rule)
    const person = await signUp(server, email)
    assert.deepStrictEqual(await stored(url, account), { row: untouched, wrong: [] })

    await close(person)
    assert.isNull(await server.exit(), "killed before the commit")
    server = await startKilled("closing.afterCommit")
    assert.deepStrictEqual(await stored(url, account), { row: untouched, wrong: [] })
    assert.strictEqual((await person.inPortal((portal) => portal["account.Me"]())).email, email)
    await callApi(server, account, "GET", "/balance")

    await close(person)
    assert.isNull(await server.exit(), "killed after the commit")
    server = await startHeddle(place)
    const { row, wrong } = await stored(url, account)
    assert.deepInclude(row, { closed: true, ...gone })
    assert.notStrictEqual(row?.email, email)
    assert.deepStrictEqual(wrong, [])
    const ended = await person.inPortal((portal) => Effect.flip(portal["account.Me"]()))
    assert.strictEqual(ended._tag, "SessionEnded")
    const headers = { authorization: `Bearer ${account.apiKey}` }
    assert.strictEqual((await fetch(`${server.baseUrl}/balance`, { headers })).status, 401)
    assert.notStrictEqual((await createAccount(server, { plan: "lite" }, email)).id, account.id)
  } finally {
    await server.kill()
    await removeDataDir(dataDir)
  }
}

onPostgres("An account whose server is killed while it is closed", ({ onFreshUrl }) => {
  it("is as it was, or closed", () => onFreshUrl(run), timeoutMillis)
})
