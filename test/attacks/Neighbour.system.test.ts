/**
 * One account has as many calls under way as it can, and none of them ends: the tables that they read are locked. Another
 * account is served as if they were not there. Nothing here depends on speed; `npm run bench -- neighbour` measures it.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { assert, it } from "vitest"
import { onPostgres } from "../support/Databases.ts"
import { onLongRun } from "../support/LongTests.ts"
import { choosePlace, eventually, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount } from "../support/Operator.ts"

const slots = 3
const callsOfEach = 20
const waitMillis = 60_000

const priced = [
  "/post/search?keywords=a&limit=1",
  "/post/keyword-trend?keywords=a&days=1",
  "/post/hot",
  "/user/someone/top-threads?limit=1",
  "/leaderboard/cool-replies",
  "/stats/like-ladder"
]
const free = ["/webhook/endpoints"]

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly code: unknown
}

const call = async ({ baseUrl }: HeddleProcess, { apiKey }: Account, path: string, signal?: AbortSignal) => {
  const response = await fetch(baseUrl + path, {
    headers: { authorization: `Bearer ${apiKey}` },
    ...(signal === undefined ? {} : { signal })
  })
  const answer: Answer = {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    code: Object(await response.json()).code
  }
  return answer
}

const timesOf = (answers: ReadonlyArray<Answer>, status: number) =>
  answers.filter((answer) => answer.status === status).length

const waitingForLocks = async (client: Client) => {
  const { rows } = await client.query(`
    SELECT count(*) AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND wait_event_type = 'Lock'`)
  return Number(rows[0]?.waiting)
}

interface Scene {
  readonly heddle: HeddleProcess
  readonly client: Client
  /** Makes every query on posts and endpoints wait, until it is called off. */
  lock(): Promise<() => Promise<void>>
}

const connected = async (url: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

const onStage = async (url: string, play: (scene: Scene) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), "heddle-attack-"))
  const settings = {
    DATABASE_URL: url,
    HEDDLE_ROLES: "api",
    HEDDLE_RUNNING_CALLS: String(slots),
    // Priced and free calls together would occupy them all, if queries had none of their own.
    HEDDLE_DATABASE_POOL: String(2 * slots - 1)
  }
  const heddle = await startHeddle(await choosePlace(folder, settings))
  const client = await connected(url)
  const locker = await connected(url)
  try {
    await play({
      heddle,
      client,
      lock: async () => {
        await locker.query("BEGIN; LOCK TABLE posts, webhook_endpoints IN ACCESS EXCLUSIVE MODE")
        return async () => void (await locker.query("COMMIT"))
      }
    })
  } finally {
    await locker.end()
    await client.end()
    await heddle.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

const heldCredits = async (heddle: HeddleProcess, account: Account) =>
  Object((await callApi(heddle, account, "GET", "/balance")).data).held_credits

onLongRun("Neighbours", () => {
  onPostgres("a neighbour", ({ onFreshUrl }) => {
    it(
      "is served while another account's calls occupy all that they can",
      () =>
        onFreshUrl((url) =>
          onStage(url, async ({ heddle, client, lock }) => {
            const attacker = await createAccount(heddle, { plan: "standard" }, "attacker@example.com")
            const neighbour = await createAccount(heddle, { plan: "standard" }, "neighbour@example.com")
            const unlock = await lock()
            let ended = 0
            const attack = Promise.all(
              [...priced, ...free].flatMap((path) =>
                Array.from({ length: callsOfEach }, async () => {
                  const answer = await call(heddle, attacker, path)
                  if (answer.status === 200) ended += 1
                  return answer
                })
              )
            )
            await eventually(
              "the attacker has all its slots",
              async () => (await waitingForLocks(client)) === 2 * slots,
              waitMillis
            )
            for (let round = 0; round < 50; round += 1) {
              assert.strictEqual((await call(heddle, neighbour, "/balance")).status, 200)
              assert.strictEqual((await call(heddle, neighbour, "/balance/history")).status, 200)
              assert.isAtMost(await waitingForLocks(client), 2 * slots)
            }
            assert.strictEqual(
              (await call(heddle, attacker, "/balance")).status,
              200,
              "the attacker sees its own balance"
            )
            assert.strictEqual(ended, 0, "nothing that the attacker asked for has been answered")
            const neighboursSearch = call(heddle, neighbour, "/post/search?keywords=a")
            await eventually(
              "the neighbour's search has started",
              async () => (await waitingForLocks(client)) === 2 * slots + 1,
              waitMillis
            )
            await unlock()
            assert.strictEqual((await neighboursSearch).status, 200)
            const answers = await attack
            const refused = answers.filter(({ status }) => status === 429)
            assert.strictEqual(timesOf(answers, 200) + timesOf(answers, 404) + refused.length, answers.length)
            assert.isAtLeast(refused.length, priced.length * callsOfEach - slots - 50, "the queue is bounded")
            for (const { code, retryAfter } of refused) {
              assert.deepStrictEqual([code, retryAfter], ["too_many_running_calls", "1"])
            }
            assert.strictEqual(await heldCredits(heddle, attacker), 0)
          })
        ),
      120_000
    )
  })
})
