import { sampleTestEvent, tamperBody } from "@heddle/receiver/testing"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { secret, sign } from "../support/Fixtures.ts"

const script = fileURLToPath(new URL("../../examples/node.ts", import.meta.url))

function run(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [script], { env: { ...environment } })
  const output = { text: "" }
  child.stdout.on("data", (chunk) => (output.text += String(chunk)))
  child.stderr.on("data", (chunk) => (output.text += String(chunk)))
  return { child, output, exited: once(child, "close") }
}

const now = () => Math.floor(Date.now() / 1000)

describe("the example", () => {
  it.each([
    ["no secret", {}, "HEDDLE_WEBHOOK_SECRET"],
    ["an empty secret", { HEDDLE_WEBHOOK_SECRET: "whsec_" }, "HEDDLE_WEBHOOK_SECRET"],
    ["a port that is none", { HEDDLE_WEBHOOK_SECRET: secret, PORT: "http" }, "PORT"]
  ])("does not start with %s", async (_, environment, named) => {
    const { output, exited } = run(environment)
    expect((await exited)[0]).toBe(1)
    expect(output.text).toContain(named)
    expect(output.text.trim().split("\n")).toHaveLength(1)
  })

  it("verifies, counts, logs and leaves cleanly", async () => {
    const logPath = join(await mkdtemp(join(tmpdir(), "receiver-")), "events.jsonl")
    const { child, output, exited } = run({ HEDDLE_WEBHOOK_SECRET: secret, PORT: "0", HEDDLE_RECEIVER_LOG: logPath })
    await expect.poll(() => output.text, { timeout: 20_000 }).toContain("listening on http://127.0.0.1:")
    const url = /http:\/\/\S+/.exec(output.text)?.[0] ?? ""
    const event = await sign({ at: now(), attempt: 1 })
    const test = await sign({ at: now(), body: sampleTestEvent(), key: undefined })
    const statuses: Array<number> = []
    for (const init of [event, event, tamperBody(event), test]) statuses.push((await fetch(`${url}/hook`, init)).status)
    expect(statuses).toEqual([200, 200, 401, 200])

    const state = await (await fetch(`${url}/events`)).json()
    expect(state).toMatchObject({ received: 2, duplicates: 1, refused: 1 })
    const entry = {
      idempotencyKey: "evt_1",
      rule: { id: "rule_sample", type: "keyword", keyword: "台積電" },
      postCode: "C9xSample01",
      receivedAt: expect.any(String),
      attempt: 1
    }
    expect(state.events[0]).toEqual(entry)
    const logged = (await readFile(logPath, "utf8")).trim().split("\n")
    expect(logged.map((line) => JSON.parse(line))).toEqual(state.events)
    expect(await (await fetch(url)).text()).toContain("received 2  duplicates 1  refused 1")
    expect((await fetch(`${url}/nowhere`)).status).toBe(404)

    child.kill("SIGTERM")
    expect(await exited).toEqual([0, null])
    expect(output.text).toContain('verified keyword event  rule_sample  "台積電"  @mei.lin  128 likes  台積電今天')
    expect(output.text).toContain("refused  401 no_match")
  })
})
