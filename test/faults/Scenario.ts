/** What tests of stops and roles share: posts that match one rule, with a customer's app behind it that verifies events. */
import { createServer } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { createReceiver } from "@heddle/receiver"
import { nodeHandler } from "@heddle/receiver/node"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import { listen } from "../support/LocalServer.ts"
import { type Account, callApi, createAccount, ingest } from "../support/Operator.ts"

export const batchSize = 20
/** How long a handler takes, so that a stop can fall into it. */
const handlerMillis = 150
const credits = 100_000

export const ingestBatch = (server: HeddleProcess) => {
  const start = Math.floor(Date.now() / 1_000) - 600
  const lines = Array.from({ length: batchSize }, (_, index) =>
    JSON.stringify({
      type: "post",
      code: `post-${index}`,
      caption: `台積電第 ${index} 則消息`,
      username: "amy",
      post_timestamp: start + index,
      like_count: 100
    })
  )
  return ingest(server, lines.join("\n"))
}

interface App {
  /** Requests by idempotency key. */
  readonly requests: ReadonlyMap<string, number>
  /** Handler runs by rule and post. */
  readonly runs: ReadonlyMap<string, number>
}

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** `secret` is read at the first request, because it is known only after the endpoint is created. */
const startApp = async (secret: () => string) => {
  const requests = new Map<string, number>()
  const runs = new Map<string, number>()
  const make = () =>
    nodeHandler(
      createReceiver({
        secrets: secret(),
        handler: async (event) => {
          await sleep(handlerMillis)
          count(runs, `${event.rule.id} ${event.post.code}`)
        }
      })
    )
  let handler: ReturnType<typeof make> | undefined
  const server = createServer((request, response) => {
    handler ??= make()
    const key = request.headers["x-service-idempotency-key"]
    if (typeof key === "string") count(requests, key)
    void handler(request, response)
  })
  const { port, close } = await listen(server, 0)
  return { port, requests, runs, close }
}

export interface Customer {
  readonly account: Account
  readonly receiver: App
}

/** A receiver and a temporary folder for a test's servers; both are gone when the test ends. */
export const withReceiver = async (
  run: (dataDir: string, subscribe: (server: HeddleProcess) => Promise<Customer>) => Promise<void>
): Promise<void> => {
  const dataDir = await makeDataDir()
  let secret = ""
  const receiver = await startApp(() => secret)
  try {
    await run(dataDir, async (server) => {
      const account = await createAccount(server, { plan: "standard", credits })
      const url = `http://127.0.0.1:${receiver.port}/hooks`
      const endpoint = await callApi(server, account, "POST", "/webhook/endpoints", { url })
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
