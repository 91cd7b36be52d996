/** The server's own deliveries, received by a real server of every framework with `@heddle/receiver`. */
import type { EndpointId } from "@heddle/api"
import { createReceiver, isTest, type WebhookEvent } from "@heddle/receiver"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { describeFrameworks } from "../../packages/receiver/test/frameworks/DescribeFrameworks.ts"
import { type Framework, isInstalled, type Running } from "../../packages/receiver/test/frameworks/Framework.ts"
import { frameworks as all } from "../../packages/receiver/test/frameworks/Frameworks.ts"
import { path } from "../../packages/receiver/test/frameworks/Wire.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, eventually, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount, metric } from "../support/Operator.ts"

const frameworks = all.filter(isInstalled)
const posts = 5
const captions = ["台積電 📈", 'quotes " \\ and \u2028', "naïve ñandú 台積電", "台積電\n\ttabs", "<b>台積電</b> &amp;"]

interface Customer {
  readonly endpointId: EndpointId
  readonly events: ReadonlyArray<WebhookEvent>
  readonly refused: ReadonlyArray<string>
  readonly server: Running
}

/** The endpoint first, since the receiver needs its secret; its port is therefore chosen before. */
async function subscribe(heddle: HeddleProcess, account: Account, framework: Framework): Promise<Customer> {
  const port = await freePort()
  const { data } = await callApi(heddle, account, "POST", "/webhook/endpoints", {
    url: `http://127.0.0.1:${port}${path}`
  })
  const events: Array<WebhookEvent> = []
  const refused: Array<string> = []
  const receiver = createReceiver({
    secrets: data.secret,
    handler: (event) => void events.push(event),
    onError: ({ code, message }) => refused.push(`${code}: ${message}`)
  })
  const server = await framework.start(receiver, port)
  await callApi(heddle, account, "POST", `/webhook/endpoints/${data.id}/rules`, { keyword: "台積電", likeCount: 10 })
  return { endpointId: data.id, events, refused, server }
}

const lines = (now: number) =>
  Array.from({ length: posts }, (_, index) =>
    JSON.stringify({
      type: "post",
      code: `post-${index}`,
      caption: `台積電 ${captions[index] ?? ""}`,
      username: "amy",
      post_timestamp: now - 600 + index,
      like_count: 100
    })
  ).join("\n")

describe("every adapter takes what the server delivers", () => {
  let dataDir = ""
  let heddle: HeddleProcess | undefined
  const customers = new Map<string, Customer>()
  const customer = (name: string): Customer => {
    const found = customers.get(name)
    assert.isDefined(found)
    return found
  }
  let account: Account = { id: "", apiKey: "" }
  const running = (): HeddleProcess => {
    assert.isDefined(heddle)
    return heddle
  }

  beforeAll(async () => {
    dataDir = await makeDataDir()
    heddle = await startHeddle(
      await choosePlace(dataDir, { HEDDLE_ROUND_INTERVAL: "300 millis", HEDDLE_WEBHOOK_TEST_LIMIT: "0" })
    )
    account = await createAccount(heddle, { plan: "standard", credits: 100_000 })
    for (const framework of frameworks) customers.set(framework.name, await subscribe(heddle, account, framework))
    const body = lines(Math.floor(Date.now() / 1000))
    assert.isTrue((await fetch(`${heddle.operatorUrl}/ingest`, { method: "POST", body })).ok)
  })

  afterAll(async () => {
    for (const { server } of customers.values()) await server.close()
    await heddle?.kill()
    await removeDataDir(dataDir)
  })

  describeFrameworks(all, ({ name }) => {
    it("takes every event and the test event", async () => {
      const { endpointId, events, refused } = customer(name)
      const real = () => events.filter((event) => !isTest(event))
      await eventually(`${posts} events at ${name}: ${refused.join()}`, async () => real().length >= posts, 30_000)
      const test = await callApi(running(), account, "POST", `/webhook/endpoints/${endpointId}/test`)
      assert.deepInclude(test.data, { delivered: true, statusCode: 200 })
      assert.deepStrictEqual(
        real()
          .map(({ post }) => post.caption)
          .toSorted(),
        captions.map((caption) => `台積電 ${caption}`).toSorted()
      )
      assert.lengthOf(events.filter(isTest), 1)
      assert.deepStrictEqual(refused, [])
    })
  })

  it("and every event was made and charged once", async () => {
    const unfinished = () => metric(running(), "webhook_events_unfinished")
    await eventually("every event is finished", async () => (await unfinished()) === 0, 30_000)
    const { total } = await callApi(running(), account, "GET", "/balance/history?api_type=webhook")
    assert.strictEqual(total, posts * frameworks.length)
  })
})
