/**
 * `kill -9` of the server at named points of a delivery, at both sides of every commit and of every request, and
 * `pg_terminate_backend` of its sessions: no event is lost, none is made or charged twice, and every attempt has the same
 * key. HEDDLE_TEST_RUNS multiplies the kills; 100 times the default are 1,000.
 */
import { assert, describe, it } from "vitest"
import { onPostgres } from "../support/Databases.ts"
import { runs } from "../support/Runs.ts"
import { withSeeds } from "../support/Seeds.ts"
import { type Deaths, killRun, points } from "./KillRun.ts"

const kills = runs(10)
const livesOfRun = Math.min(kills, 25)
const seeds = Math.ceil(kills / livesOfRun)
/** Enough to reach every point. */
const manyKills = 500
const lifeTimeoutMillis = 30_000

describe("kill -9 at named points", () => {
  onPostgres("on PostgreSQL", ({ onFreshUrl }) => {
    it(
      "loses no event and makes none twice",
      async () => {
        const deaths: Deaths = new Map()
        await withSeeds(seeds, async (choices) => {
          await onFreshUrl(async (url) => {
            const events = await killRun(url, livesOfRun, choices, deaths)
            process.stdout.write(`${livesOfRun} kills, ${events} events\n`)
          })
        })
        const counts = [...deaths].toSorted(([a], [b]) => a.localeCompare(b))
        if (kills >= manyKills)
          assert.deepStrictEqual(
            points.filter((point) => !deaths.has(point)),
            []
          )
        process.stdout.write(`${counts.map(([where, count]) => `${where} ${count}`).join(", ")}\n`)
      },
      kills * lifeTimeoutMillis + 120_000
    )
  })
})
