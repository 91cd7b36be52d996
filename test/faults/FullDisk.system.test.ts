/** A disk that is full ends the server in words instead of letting it hang; with room again everything is there. */
import { PGlite } from "@electric-sql/pglite"
import { join } from "node:path"
import { assert, it } from "vitest"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { choosePlace, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"

const walFileKiB = 16 * 1024
const batchSize = 1_000
const maxBatches = 100

const postTime = Math.floor(Date.now() / 1000)

/** How many posts of a batch were new; undefined when the server did not take it. */
const ingest = async ({ operatorUrl }: HeddleProcess, batch: number): Promise<number | undefined> => {
  const posts = Array.from({ length: batchSize }, (_, index) => ({
    type: "post",
    code: `${batch}-${index}`,
    caption: `wombat number ${batch * batchSize + index}`,
    username: "someone",
    post_timestamp: postTime
  }))
  try {
    const body = posts.map((post) => `${JSON.stringify(post)}\n`).join("")
    const response = await fetch(`${operatorUrl}/ingest`, { method: "POST", body })
    return response.ok ? (await response.json()).accepted : undefined
  } catch {
    return undefined
  }
}

/** A little beyond where the write-ahead log of a stopped server stands in its file, so that it soon cannot go on. */
const soonFullKiB = async (dataDir: string): Promise<number> => {
  const db = await PGlite.create({ dataDir: join(dataDir, "database") })
  try {
    const { rows } = await db.query<{ kib: number }>(`
      SELECT ((pg_current_wal_lsn() - '0/0') / 1024)::bigint % ${walFileKiB} AS kib`)
    return Math.max(walFileKiB / 2, Math.min((rows[0]?.kib ?? 0) + 2 * 1024, walFileKiB - 64))
  } finally {
    await db.close()
  }
}

it("a full disk ends the server with an error, and costs nothing that was acknowledged", async () => {
  const dataDir = await makeDataDir()
  const place = await choosePlace(dataDir, {})
  try {
    await (await startHeddle(place)).stop()
    const limited = await startHeddle({ ...place, maxFileKiB: await soonFullKiB(dataDir) })
    let taken = 0
    while (taken < maxBatches && (await ingest(limited, taken)) === batchSize) taken += 1
    assert.isBelow(taken, maxBatches, "the disk was full at some time")
    assert.strictEqual(await limited.exit(), 1)
    assert.match(limited.output(), /The embedded database .* has stopped[^]*PANIC[^]*Start Heddle again/)

    const server = await startHeddle(place)
    try {
      for (let batch = 0; batch < taken; batch += 1) assert.strictEqual(await ingest(server, batch), 0)
    } finally {
      await server.kill()
    }
  } finally {
    await removeDataDir(dataDir)
  }
}, 300_000)
