/**
 * A server at work, with calls that succeed, are refused and fail, leaves no API key and no webhook secret in clear:
 * not in what it prints, and not in any file of its data folder (pages of the database and its log included).
 */
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import * as PostgresClient from "../../apps/server/src/database/client/PostgresClient.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { onPostgres } from "../support/Databases.ts"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { callApi, createAccount } from "../support/Operator.ts"

const inFolder = async (run: (dataDir: string) => Promise<void>): Promise<void> => {
  const dataDir = await makeDataDir()
  try {
    await run(dataDir)
  } finally {
    await removeDataDir(dataDir)
  }
}

const status = async (url: string, key: string, method = "GET", body?: object): Promise<number> => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  await response.text()
  return response.status
}

/** Uses a server as customers and its operator do, and answers every secret that was told on the way. */
const use = async (
  server: HeddleProcess
): Promise<{ readonly key: string; readonly secrets: ReadonlyArray<string> }> => {
  const account = await createAccount(server, { plan: "standard", credits: 100 })
  const post = async (path: string, body: object) => {
    const response = await fetch(server.operatorUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    return response.json()
  }
  const keys = `/accounts/${account.id}/keys`
  const first = await post(keys, { name: "first" })
  const second = await post(`${keys}/${first.id}/rotate`, {})
  // Nobody listens there: the attempt fails.
  const url = `http://127.0.0.1:${await freePort()}/hooks`
  const endpoint = await callApi(server, account, "POST", "/webhook/endpoints", { url })
  await callApi(server, account, "POST", `/webhook/endpoints/${endpoint.data.id}/test`)
  await callApi(server, account, "GET", "/post/search?keywords=a")
  assert.strictEqual(await status(`${server.baseUrl}/balance`, first.key), 401)
  assert.strictEqual(await status(`${server.baseUrl}/post/search?keywords=a&limit=500`, second.key), 402)
  assert.strictEqual(await status(`${server.baseUrl}/post/search?key=${second.key.slice(0, 4)}`, second.key), 400)
  return { key: second.key, secrets: [account.apiKey, first.key, second.key, endpoint.data.secret] }
}

/** The random part of a secret as it is shown, and in the other ways in which it could stand somewhere. */
const forms = (secret: string): ReadonlyArray<Buffer> => {
  if (secret.startsWith("hdl_")) {
    return [Buffer.from(secret.slice(8, -4)), Buffer.from(Buffer.from(secret).toString("base64").replace(/=+$/, ""))]
  }
  const bytes = Buffer.from(secret.slice(6), "base64")
  return [Buffer.from(secret.slice(6, -1)), bytes, Buffer.from(bytes.toString("hex"))]
}

const assertNone = (where: string, content: Buffer, secrets: ReadonlyArray<string>): void => {
  for (const form of secrets.flatMap(forms)) assert.isFalse(content.includes(form), `a secret stands in ${where}`)
}

describe("secrets of a server at work", () => {
  it(
    "are in no file of its data folder and in nothing it prints (embedded)",
    () =>
      inFolder(async (dataDir) => {
        const server = await startHeddle(await choosePlace(dataDir, {}))
        const { secrets } = await use(server)
        await server.stop()
        const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
        assert.isAbove(files.length, 100)
        let found = 0
        for (const file of files) {
          const content = await readFile(file)
          // The prefix that is shown to people has to be found, or this looks at the wrong files.
          if (content.includes(secrets[0]?.slice(0, 8) ?? "hdl_")) found += 1
          assertNone(file, content, secrets)
        }
        assert.isAbove(found, 0)
        assertNone("its output", Buffer.from(server.output()), secrets)
      }),
    120_000
  )
})

onPostgres("keys and secrets of a server on PostgreSQL", ({ freshUrl }) => {
  it(
    "are in nothing it prints, also when every call fails",
    () =>
      inFolder((dataDir) =>
        Effect.runPromise(
          Effect.gen(function* () {
            const url = yield* freshUrl
            const server = yield* Effect.promise(async () =>
              startHeddle(await choosePlace(dataDir, { DATABASE_URL: Redacted.value(url) }))
            )
            const { key, secrets } = yield* Effect.promise(() => use(server))
            yield* Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              yield* sql`ALTER TABLE webhook_endpoints RENAME TO endpoints_away`
              yield* sql`ALTER TABLE usage_entries RENAME TO entries_away`
              const endpoints = `${server.baseUrl}/webhook/endpoints`
              const call = (url: string, method?: string, body?: object) =>
                Effect.promise(() => status(url, key, method, body))
              assert.strictEqual(yield* call(endpoints), 500)
              assert.strictEqual(yield* call(endpoints, "POST", { url: "https://example.com/" }), 500)
              // The entry of a free read is written behind its answer; what it says when it cannot be is looked at too.
              assert.strictEqual(yield* call(`${server.baseUrl}/webhook/recoveries`), 200)
              yield* sql`ALTER TABLE credit_holds RENAME TO holds_away`
              assert.strictEqual(yield* call(`${server.baseUrl}/balance`), 500)
              yield* sql`ALTER TABLE api_keys RENAME TO keys_away`
              assert.strictEqual(yield* call(`${server.baseUrl}/balance`), 500)
            }).pipe(Effect.provide(PostgresClient.layer({ url, maxConnections: 1 })))
            yield* Effect.promise(() => server.stop())
            const output = server.output()
            assert.include(output, "Request failed")
            assert.include(output, "usage entries of free calls could not be written")
            assertNone("its output", Buffer.from(output), secrets)
          }).pipe(Effect.scoped)
        )
      ),
    120_000
  )
})
