/** `kill -9` of a server while it encrypts stored secrets with a new key: the next run ends what is left. */
import { assert, it } from "vitest"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { onPostgres } from "../support/Databases.ts"
import { choosePlace, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { callApi, createAccount } from "../support/Operator.ts"

const timeoutMillis = 300_000
const [old, young] = [7, 8].map((fill) => Buffer.alloc(32, fill).toString("base64"))

const rotate = (server: HeddleProcess) => fetch(`${server.operatorUrl}/encryption-key/rotate`, { method: "POST" })

const run = async (url: string) => {
  const dataDir = await makeDataDir()
  const place = await choosePlace(dataDir, { DATABASE_URL: url })
  const start = (keys: ReadonlyArray<string | undefined>, env: Readonly<Record<string, string>> = {}) =>
    startHeddle({ ...place, env: { ...place.env, HEDDLE_ENCRYPTION_KEYS: keys.join(","), ...env } })
  let server = await start([old])
  try {
    const account = await createAccount(server, { plan: "standard" })
    const secrets = async () => {
      const { data } = await callApi(server, account, "GET", "/webhook/endpoints")
      return data.map(({ secret }: { readonly secret: string }) => secret)
    }
    for (const port of [9, 10, 11]) {
      await callApi(server, account, "POST", "/webhook/endpoints", { url: `http://127.0.0.1:${port}/hooks` })
    }
    const before = await secrets()
    assert.lengthOf(before, 3)
    await server.stop()

    server = await start([young, old], { HEDDLE_FAILPOINT: "rotation.afterSecret:2" })
    await rotate(server).catch(() => undefined)
    assert.isNull(await server.exit(), "killed after the second secret")

    server = await start([young, old])
    assert.deepStrictEqual(await secrets(), before)
    const ended = await (await rotate(server)).json()
    assert.deepInclude(ended, { left: 0, processes: 0 })
    assert.isAbove(ended.resealed, 0)
    await server.stop()

    server = await start([young])
    assert.deepStrictEqual(await secrets(), before)
  } finally {
    await server.kill()
    await removeDataDir(dataDir)
  }
}

onPostgres("A server that is killed while it changes the encryption key", ({ onFreshUrl }) => {
  it("has lost no secret, and the next run ends what is left", { timeout: timeoutMillis }, () => onFreshUrl(run))
})
