/** `heddle-receiver listen` on a server's own deliveries: the test event and the event of a rule. */
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { WebhookEvent } from "@heddle/receiver"
import { sampleEvent } from "@heddle/receiver/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, cleanEnvironment, eventually, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount } from "../support/Operator.ts"

const program = fileURLToPath(new URL("../../packages/receiver-cli/src/main.ts", import.meta.url))

interface Line {
  readonly outcome: string
  readonly attempt: number | null
  readonly event: WebhookEvent
}

describe("the receiver's command and a real server", () => {
  let dataDir = ""
  let server: HeddleProcess
  let account: Account
  let endpoint: { readonly id: string; readonly secret: string }
  let listening: ChildProcess
  let out = ""
  const lines = (): ReadonlyArray<Line> =>
    out
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))

  beforeAll(async () => {
    dataDir = await makeDataDir()
    server = await startHeddle(await choosePlace(dataDir, { HEDDLE_ROUND_INTERVAL: "500 millis" }))
    account = await createAccount(server, { plan: "standard" })
    const port = await freePort()
    const created = await callApi(server, account, "POST", "/webhook/endpoints", {
      url: `http://127.0.0.1:${port}/hooks`
    })
    endpoint = created.data
    listening = spawn(process.execPath, [program, "listen", "--port", String(port), "--json"], {
      env: { ...cleanEnvironment(), HEDDLE_WEBHOOK_SECRET: endpoint.secret },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let err = ""
    listening.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()))
    listening.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()))
    await eventually("the command listens", async () => err.includes("listens on"), 20_000)
  })

  afterAll(async () => {
    listening.kill("SIGINT")
    await server.stop()
    await removeDataDir(dataDir)
  })

  it("receives the test event", async () => {
    const outcome = await callApi(server, account, "POST", `/webhook/endpoints/${endpoint.id}/test`)
    assert.deepInclude(outcome.data, { delivered: true, statusCode: 200 })
    await eventually("the test event is shown", async () => lines().length === 1, 10_000)
    assert.deepInclude(lines()[0], { outcome: "handled", attempt: 1 })
    assert.strictEqual(lines()[0]?.event.rule.type, "test")
  })

  it("receives the event of a rule", async () => {
    await callApi(server, account, "POST", `/webhook/endpoints/${endpoint.id}/rules`, {
      keyword: "咖啡",
      likeCount: 10
    })
    const post = {
      type: "post",
      code: "cli-1",
      caption: "今天的咖啡 ☕ <3",
      username: "mei",
      post_timestamp: Math.floor(Date.now() / 1000) - 60,
      like_count: 50
    }
    await fetch(`${server.operatorUrl}/ingest`, { method: "POST", body: JSON.stringify(post) })
    await eventually("the event is shown", async () => lines().length === 2, 30_000)
    assert.deepInclude(lines()[1], { outcome: "handled", attempt: 1 })
    assert.strictEqual(lines()[1]?.event.post.code, "cli-1")
  })

  it("writes events as the samples are written, which is how verify knows an untouched body", () => {
    for (const { event } of lines()) {
      const sample = sampleEvent()
      assert.deepStrictEqual(Object.keys(event), Object.keys(sample))
      assert.deepStrictEqual(Object.keys(event.post), Object.keys(sample.post))
      assert.deepStrictEqual(Object.keys(event.user), Object.keys(sample.user))
      assert.deepStrictEqual(Object.keys(event.rule), Object.keys(sample.rule))
    }
  })
})
