/**
 * Three servers on one PostgreSQL, whose clocks are wrong by up to five minutes, share the rounds while posts arrive up to a
 * day late, rules come and go, and credits run out. They are killed with `kill -9` at every failpoint of a round and at
 * random moments, and started again. After one quiet round there is one event for each rule and post that the description
 * demands with any of the clocks, and none that it forbids with all of them. HEDDLE_TEST_RUNS multiplies the seeds.
 */
import { assert, describe, it } from "vitest"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { onPostgres } from "../support/Databases.ts"
import { callApi, createAccount } from "../support/Operator.ts"
import { runs } from "../support/Runs.ts"
import { choicesOf, firstSeed, withSeed } from "../support/Seeds.ts"
import { killMember, type Member, startCluster } from "./Cluster.ts"
import { runEpisode } from "./Episode.ts"
import { type Deaths, failpoints } from "./Storm.ts"
import { startStrictReceiver } from "./StrictReceiver.ts"

const seeds = runs(2)
/** A cluster lives through so many. */
const seedsOfCluster = 20
/** Enough to reach every point. */
const manySeeds = 100
/** One in so many requests is refused. */
const refusals = 12
const seedTimeoutMillis = 120_000
const toleranceMillis = 15_000

/** By the times that it writes. */
const assertSkewed = async ({ server, skewMillis }: Member): Promise<void> => {
  if (server === undefined) return
  const account = await createAccount(server, { plan: "standard" }, `clock${skewMillis}@example.com`)
  const { data } = await callApi(server, account, "POST", "/webhook/endpoints", { url: "http://127.0.0.1:9/" })
  assert.closeTo(Date.parse(data.createdAt) - Date.now(), skewMillis, toleranceMillis)
}

const runCluster = async (url: string, first: number, count: number, deaths: Deaths): Promise<void> => {
  const dataDir = await makeDataDir()
  const choices = choicesOf(first)
  const receiver = await startStrictReceiver(() => choices.below(refusals) === 0)
  const members = await startCluster(url, dataDir, choices)
  try {
    await Promise.all(members.map(assertSkewed))
    for (let seed = first; seed < first + count; seed += 1) {
      const began = Date.now()
      const run = (own: typeof choices) => runEpisode({ url, members, receiver, deaths }, `seed-${seed}`, own)
      const events = await withSeed(seed, run)
      process.stdout.write(`seed ${seed}: ${events} events, ${Date.now() - began} ms\n`)
    }
  } finally {
    await Promise.all(members.map(killMember))
    await receiver.close()
    await removeDataDir(dataDir)
  }
}

describe("three servers with wrong clocks that are killed during rounds", () => {
  onPostgres("on PostgreSQL", ({ onFreshUrl }) => {
    it(
      "make every event once",
      async () => {
        const deaths: Deaths = new Map()
        for (let done = 0; done < seeds; done += seedsOfCluster) {
          const count = Math.min(seedsOfCluster, seeds - done)
          await onFreshUrl((url) => runCluster(url, firstSeed + done, count, deaths))
        }
        const counts = [...deaths].toSorted(([a], [b]) => a.localeCompare(b))
        process.stdout.write(`${counts.map(([where, count]) => `${where} ${count}`).join(", ")}\n`)
        if (seeds < manySeeds) return
        assert.deepStrictEqual(
          failpoints.filter((point) => !deaths.has(point)),
          []
        )
      },
      120_000 + seeds * seedTimeoutMillis
    )
  })
})
