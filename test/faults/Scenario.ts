/** What the fault tests share: 200 posts that match one rule, a receiver behind it, and what has to be true at the end. */
import { assert } from "vitest"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { freePort } from "../support/FreePort.ts"
import { eventually, type HeddleProcess, type Place, runHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount, metric } from "../support/Operator.ts"
import { startReceiver, type TestReceiver } from "../support/TestReceiver.ts"

export const posts = 200
export const batchSize = 20
export const batches = posts / batchSize
/** How long a handler takes, so that a kill can fall into it. */
export const handlerMillis = 150
/** Longer than the lease of a delivery whose sender died. */
const settleMillis = 120_000
const credits = 100_000

/** The lines of one batch are the same each time they are sent: ingest is idempotent. */
const batchOf = (index: number, start: number) =>
  Array.from({ length: batchSize }, (_, offset) =>
    JSON.stringify({
      type: "post",
      code: `post-${index * batchSize + offset}`,
      caption: `台積電第 ${index * batchSize + offset} 則消息`,
      username: "amy",
      post_timestamp: start - 600 + index * batchSize + offset,
      like_count: 100
    })
  ).join("\n")

export const ingestBatch = ({ operatorUrl }: HeddleProcess, index: number, start: number): Promise<Response> =>
  fetch(`${operatorUrl}/ingest`, { method: "POST", body: batchOf(index, start) })

export interface Customer {
  readonly account: Account
  readonly receiver: TestReceiver
}

/** A receiver and a temporary folder for a test's servers; both are gone when the test ends. */
export const withReceiver = async (
  run: (dataDir: string, subscribe: (server: HeddleProcess) => Promise<Customer>) => Promise<void>
): Promise<void> => {
  const dataDir = await makeDataDir()
  let secret = ""
  const receiver = await startReceiver({
    port: await freePort(),
    secret: () => secret,
    handlerMillis: () => handlerMillis
  })
  try {
    await run(dataDir, async (server) => {
      const account = await createAccount(server, { plan: "standard", credits })
      const endpoint = await callApi(server, account, "POST", "/webhook/endpoints", { url: receiver.url })
      secret = endpoint.data.secret
      const rules = `/webhook/endpoints/${endpoint.data.id}/rules`
      await callApi(server, account, "POST", rules, { keyword: "台積電", likeCount: 10 })
      return { account, receiver }
    })
  } finally {
    await receiver.close()
    await removeDataDir(dataDir)
  }
}

interface Entry {
  readonly cost: number
  readonly parameters: { readonly event: string; readonly rule: string; readonly post: string }
}

const chargesOf = async (server: HeddleProcess, account: Account): Promise<ReadonlyArray<Entry>> => {
  const entries: Array<Entry> = []
  for (let page = 1; ; page++) {
    const body = await callApi(server, account, "GET", `/balance/history?api_type=webhook&page=${page}`)
    entries.push(...body.data)
    if (page * body.page_size >= body.total) return entries
  }
}

/** Every event was made once, charged 20 once and requested at least once; the receiver's handler ran once. */
export const assertPromises = async (
  server: HeddleProcess,
  place: Place,
  { account, receiver }: Customer,
  label: string
): Promise<void> => {
  await eventually("every event is made", async () => receiver.runs.size >= posts, settleMillis)
  // What was being sent when a server died is sent again when its lease ends.
  await eventually(
    "every event is finished",
    async () => (await metric(server, "webhook_events_unfinished")) === 0,
    settleMillis
  )
  const charges = await chargesOf(server, account)
  const repeated = [...receiver.requests.values()].filter((requests) => requests > 1).length
  process.stdout.write(`${label}: ${repeated} of ${posts} events were requested more than once\n`)
  assert.strictEqual(charges.length, posts, label)
  assert.strictEqual(new Set(charges.map(({ parameters }) => parameters.event)).size, posts, label)
  assert.strictEqual(new Set(charges.map(({ parameters: { rule, post } }) => `${rule} ${post}`)).size, posts, label)
  assert.deepStrictEqual([...new Set(charges.map(({ cost }) => cost))], [20], label)
  assert.strictEqual(receiver.requests.size, posts, label)
  assert.strictEqual(receiver.runs.size, posts, label)
  assert.deepStrictEqual([...new Set(receiver.runs.values())], [1], label)
  const doctor = await runHeddle(["doctor", "--ledger"], place.env)
  assert.include(doctor, "ledger: grants − entries − open holds = balance", label)
}
