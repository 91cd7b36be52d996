/** What the fault tests share: posts that match one rule, and a receiver behind it. */
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { freePort } from "../support/FreePort.ts"
import { type HeddleProcess } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount } from "../support/Operator.ts"
import { startReceiver, type TestReceiver } from "../support/TestReceiver.ts"

export const batchSize = 20
/** How long a handler takes, so that a kill can fall into it. */
export const handlerMillis = 150
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
