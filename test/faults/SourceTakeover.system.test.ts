/** When the server that reads a source is killed, another goes on reading it. */
import { Effect, Redacted } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "vitest"
import { onPostgres } from "../support/Databases.ts"
import { choosePlace, eventually, startHeddle } from "../support/HeddleProcess.ts"
import { onLongRun } from "../support/LongTests.ts"
import { metric } from "../support/Operator.ts"

const encryptionKey = Buffer.alloc(32, 7).toString("base64")
const leaseMillis = 12_000
/** For a busy machine. */
const slackMillis = 10_000
const changes = 'source_changes_total{source="simulation"}'

const killReader = async (url: string, folder: string) => {
  const start = async (name: string) =>
    startHeddle(
      await choosePlace(join(folder, name), {
        DATABASE_URL: url,
        HEDDLE_ROLES: "ingest",
        HEDDLE_SOURCE: "simulation",
        HEDDLE_ENCRYPTION_KEY: encryptionKey
      })
    )
  const reader = await start("reader")
  const reads = (server: typeof reader) => async () => (await metric(server, changes)) > 0
  try {
    await eventually("the first server reads", reads(reader), slackMillis)
    const other = await start("other")
    try {
      assert.isFalse(await reads(other)())
      await reader.kill()
      await eventually("the other takes over", reads(other), leaseMillis + slackMillis)
    } finally {
      await other.kill()
    }
  } finally {
    await reader.kill()
  }
}

// A short run lets a lease end in a test of sources.
onLongRun("when the server that reads a source dies", () => {
  onPostgres("on PostgreSQL", ({ freshUrl }) => {
    it("another takes over", async () => {
      const folder = await mkdtemp(join(tmpdir(), "heddle-takeover-"))
      try {
        await Effect.flatMap(freshUrl, (url) => Effect.promise(() => killReader(Redacted.value(url), folder))).pipe(
          Effect.scoped,
          Effect.runPromise
        )
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    }, 120_000)
  })
})
