/** A JSON log is JSON in every line, and an outage of PostgreSQL is two of them, however many tasks and calls it fails. */
import { Redacted } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "vitest"
import { choosePlace, eventually, startHeddle } from "../support/HeddleProcess.ts"
import { createAccount, metric } from "../support/Operator.ts"
import { type PostgresServer, withPostgresServer } from "../support/PostgresServer.ts"

const calls = 30

const run = async (server: PostgresServer) => {
  const dataDir = await mkdtemp(join(tmpdir(), "heddle-log-"))
  const env = { DATABASE_URL: Redacted.value(server.url), HEDDLE_LOG_FORMAT: "json", HEDDLE_RATE_LIMIT: "0" }
  const heddle = await startHeddle(await choosePlace(dataDir, env))
  const entries = (): ReadonlyArray<{ timestamp: string; level: string; message: string }> =>
    heddle
      .output()
      .split("\n")
      // What follows the last line break may still be on its way.
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  const said = (text: string) => entries().filter(({ message }) => message.includes(text))
  try {
    const { apiKey } = await createAccount(heddle, { plan: "standard" })
    server.stopImmediately()
    await eventually("the outage is in the log", async () => said("does not answer").length > 0, 20_000)
    const headers = { authorization: `Bearer ${apiKey}` }
    for (let call = 0; call < calls; call += 1) {
      assert.strictEqual((await fetch(`${heddle.baseUrl}/balance`, { headers })).status, 503)
    }
    // What the process knows is read when the database is away, too.
    assert.strictEqual(await metric(heddle, "database_up"), 0)
    assert.isAbove(await metric(heddle, "process_resident_memory_bytes"), 0)
    server.startAgain()
    await eventually("its end is in the log", async () => said("answers again").length > 0, 20_000)
    await eventually("calls work", async () => (await fetch(`${heddle.baseUrl}/balance`, { headers })).ok, 20_000)
    assert.lengthOf(said("does not answer"), 1)
    assert.lengthOf(said("answers again"), 1)
    const others = entries().filter(({ level }) => level === "ERROR" || level === "WARN")
    assert.deepStrictEqual(
      others.map(({ message }) => message),
      said("does not answer").map(({ message }) => message)
    )
    assert.lengthOf(said(`serves ${heddle.baseUrl}`), 1)
    for (const { timestamp } of entries()) assert.match(timestamp, /^\d{4}-\d\d-\d\dT.*Z$/)
  } finally {
    await heddle.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

it(
  "an outage of the database is one line when it begins and one when it is over",
  () => withPostgresServer(run),
  120_000
)
