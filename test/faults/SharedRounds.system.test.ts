/** Two servers on one PostgreSQL share the rounds. When one of them ends, the other checks the rules of all accounts. */
import { Effect, Redacted } from "effect"
import { join } from "node:path"
import { assert, it } from "vitest"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { onPostgres } from "../support/Databases.ts"
import { onLongRun } from "../support/LongTests.ts"
import { choosePlace, eventually, type HeddleProcess, runHeddle, startHeddle } from "../support/HeddleProcess.ts"
import { callApi, createAccount, metric } from "../support/Operator.ts"

/** Enough that each server has some of them. */
const accounts = 20
const intervalMillis = 3_000
/** The lease of a process, and how often others renew theirs and look for its shards. */
const leaseMillis = 10_000
const lookMillis = 2_000 + 2_000
/** For a busy machine. */
const slackMillis = 10_000

const subscribe = async (server: HeddleProcess, index: number) => {
  const account = await createAccount(server, { plan: "standard" }, `customer-${index}@example.com`)
  const { data } = await callApi(server, account, "POST", "/webhook/endpoints", { url: "http://127.0.0.1:9/hooks" })
  await callApi(server, account, "POST", `/webhook/endpoints/${data.id}/rules`, { keyword: "台積電", likeCount: 10 })
}

const ingest = async ({ operatorUrl }: HeddleProcess, code: string) => {
  const post = { type: "post", code, caption: "台積電", username: "amy", like_count: 100 }
  const line = JSON.stringify({ ...post, post_timestamp: Math.floor(Date.now() / 1000) - 60 })
  assert.isTrue((await fetch(`${operatorUrl}/ingest`, { method: "POST", body: line })).ok)
}

/** Nothing is delivered, so every event that was made is unfinished. */
const everyAccountGets = (server: HeddleProcess, events: number, millis: number) =>
  eventually(
    `every account has ${events} events`,
    async () => (await metric(server, "webhook_events_unfinished")) === accounts * events,
    millis
  )

/** A process that owns no shard runs no round. */
const runsRounds = async (server: HeddleProcess) => {
  const rounds = () => metric(server, "webhook_round_duration_seconds_count")
  const before = (await rounds()) || 0
  await eventually("the server runs rounds", async () => (await rounds()) > before, 2 * intervalMillis + slackMillis)
}

const runTwo = async (url: string, dataDir: string) => {
  const env = {
    DATABASE_URL: url,
    HEDDLE_ROUND_INTERVAL: `${intervalMillis} millis`,
    HEDDLE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    HEDDLE_ROLES: "api,rounds"
  }
  const mortalPlace = await choosePlace(join(dataDir, "mortal"), env)
  const place = await choosePlace(join(dataDir, "survivor"), env)
  const [first, survivor] = await Promise.all([startHeddle(mortalPlace), startHeddle(place)])
  let mortal = first
  try {
    for (let index = 0; index < accounts; index++) await subscribe(survivor, index)
    await runsRounds(survivor)
    await runsRounds(mortal)
    await ingest(survivor, "first")
    await everyAccountGets(survivor, 1, intervalMillis + slackMillis)
    assert.match(await runHeddle(["doctor"], place.env), /^rounds +processes that share them: 2$/m)

    await mortal.kill()
    await ingest(survivor, "second")
    await everyAccountGets(survivor, 2, leaseMillis + lookMillis + slackMillis)
    assert.match(await runHeddle(["doctor"], place.env), /^rounds +processes that share them: 1$/m)

    mortal = await startHeddle(mortalPlace)
    await runsRounds(mortal)
    await mortal.stop()
    await ingest(survivor, "third")
    // Sooner than the lease ends.
    await everyAccountGets(survivor, 3, leaseMillis - 1_000)
  } finally {
    await Promise.all([mortal.kill(), survivor.kill()])
  }
}

// A short run kills one of three servers in `RoundFaults.system.test.ts`.
onLongRun("shared rounds", () => {
  onPostgres("two servers", ({ freshUrl }) => {
    it("share the rounds; when one is killed or stops, the other checks the rules of all accounts", async () => {
      const dataDir = await makeDataDir()
      const run = Effect.flatMap(freshUrl, (url) => Effect.promise(() => runTwo(Redacted.value(url), dataDir)))
      try {
        await Effect.runPromise(Effect.scoped(run))
      } finally {
        await removeDataDir(dataDir)
      }
    }, 300_000)
  })
})
