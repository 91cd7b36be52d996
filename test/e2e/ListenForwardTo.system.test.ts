/**
 * `heddle-receiver listen --forward-to` on a real server: events reach an app without a public address, in order and none
 * lost, while the server is killed, the command is killed and the app is down.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { fileURLToPath } from "node:url"
import { createReceiver, type WebhookEvent } from "@heddle/receiver"
import { nodeHandler } from "@heddle/receiver/node"
import { sampleEvent } from "@heddle/receiver/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { freePort } from "../support/FreePort.ts"
import {
  choosePlace,
  cleanEnvironment,
  eventually,
  type HeddleProcess,
  type Place,
  startHeddle
} from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount, ingest } from "../support/Operator.ts"

const program = fileURLToPath(new URL("../../packages/receiver-cli/src/main.ts", import.meta.url))
const waitMillis = 60_000

const orderOf = (event: WebhookEvent) => [event, event.post, event.user, event.rule].map((part) => Object.keys(part))

/** The app on the laptop: verifies on its own, and can be switched off. */
const makeApp = (port: number, secret: string) => {
  const received: Array<string> = []
  const receiver = createReceiver({
    secrets: [secret],
    handler: (event) => {
      // Written as the samples are, which is how `verify` knows an untouched body.
      assert.deepStrictEqual(orderOf(event), orderOf(sampleEvent()))
      received.push(event.post.code)
    }
  })
  let server: Server | null = null
  const start = async () => {
    server = createServer(nodeHandler(receiver)).listen(port, "127.0.0.1")
    await once(server, "listening")
  }
  const stop = async () => {
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())))
    server = null
  }
  return { received, start, stop }
}

const startCommand = (
  env: Readonly<Record<string, string>>,
  endpoint: string,
  port: number,
  ...more: ReadonlyArray<string>
) => {
  const child: ChildProcess = spawn(
    process.execPath,
    [program, "listen", "--forward-to", `http://127.0.0.1:${port}/hook`, "--endpoint", endpoint, "--json", ...more],
    { env: { ...cleanEnvironment(), ...env }, stdio: ["ignore", "pipe", "pipe"] }
  )
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (output += String(chunk)))
  const ended = once(child, "exit").then(([code]) => Number(code))
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { output: () => output, ended, end }
}

describe("listen --forward-to", () => {
  let dataDir = ""
  let place: Place
  let server: HeddleProcess
  let account: Account
  let endpoint: { readonly id: string; readonly secret: string }
  let app: ReturnType<typeof makeApp>
  let appPort = 0
  let env: Readonly<Record<string, string>> = {}
  const made: Array<string> = []

  /** Events, in the order of their posts. */
  const makeEvents = async (count: number) => {
    const time = Math.floor(Date.now() / 1_000) - 600
    const codes = Array.from({ length: count }, (_, index) => `stream-${made.length + index}`)
    const posts = codes.map((code, index) => ({
      type: "post",
      code,
      caption: "今天的咖啡",
      username: "mei",
      post_timestamp: time + made.length + index,
      like_count: 50
    }))
    made.push(...codes)
    await ingest(server, posts.map((post) => JSON.stringify(post)).join("\n"))
  }

  const command = (...more: ReadonlyArray<string>) => startCommand(env, endpoint.id, appPort, ...more)
  const connected = async (listening: ReturnType<typeof command>) => {
    await eventually(
      "the command is connected",
      async () => {
        const second = await fetch(`${server.baseUrl}/webhook/endpoints/${endpoint.id}/events`, {
          headers: { authorization: `Bearer ${account.apiKey}` }
        })
        await second.body?.cancel()
        return second.status === 409
      },
      waitMillis
    ).catch((error: unknown) => assert.fail(`${String(error)}\n${listening.output()}`))
  }
  const arrived = (what: string, listening: ReturnType<typeof command>) =>
    eventually(what, async () => new Set(app.received).size === made.length, waitMillis).catch((error: unknown) =>
      assert.fail(`${String(error)}\n${app.received.join()}\n${listening.output()}`)
    )

  beforeAll(async () => {
    dataDir = await makeDataDir()
    place = await choosePlace(dataDir, { HEDDLE_ROUND_INTERVAL: "300 millis" })
    server = await startHeddle(place)
    account = await createAccount(server, { plan: "standard" })
    // Nothing listens there: deliveries by POST fail, and the stream does not care.
    const url = `http://127.0.0.1:${await freePort()}/hooks`
    endpoint = (await callApi(server, account, "POST", "/webhook/endpoints", { url })).data
    await callApi(server, account, "POST", `/webhook/endpoints/${endpoint.id}/rules`, {
      keyword: "咖啡",
      likeCount: 10
    })
    appPort = await freePort()
    app = makeApp(appPort, endpoint.secret)
    await app.start()
    env = { HEDDLE_API_KEY: account.apiKey, HEDDLE_API_URL: server.baseUrl }
  }, 300_000)

  afterAll(async () => {
    await app.stop()
    await server.stop()
    await removeDataDir(dataDir)
  })

  it("passes events on in order, and loses none whoever is killed", { timeout: 400_000 }, async () => {
    let listening = command()
    await connected(listening)
    await makeEvents(20)
    await arrived("20 events", listening)
    assert.deepStrictEqual(app.received, made)

    // The server dies in the middle.
    await makeEvents(20)
    await eventually("some of them", async () => new Set(app.received).size > 20, waitMillis)
    await server.kill()
    server = await startHeddle(place)
    await makeEvents(5)
    await arrived("all events after the restart", listening)

    // The command dies in the middle.
    await makeEvents(20)
    await eventually("some of them", async () => new Set(app.received).size > 45, waitMillis)
    await listening.end("SIGKILL")
    await makeEvents(5)
    listening = command()
    await arrived("all events with a new command", listening)

    // The app is down for a while.
    await app.stop()
    await makeEvents(5)
    await eventually("it says so", async () => listening.output().includes("nothing answers at"), waitMillis)
    await app.start()
    await arrived("all events once the app is back", listening)
    const firsts = app.received.filter((code, index) => app.received.indexOf(code) === index)
    assert.deepStrictEqual(firsts, made)

    assert.strictEqual(await listening.end("SIGINT"), 0, listening.output())
    assert.notInclude(listening.output(), endpoint.secret)

    // Everything was acknowledged: a new stream has nothing to send.
    const before = app.received.length
    listening = command()
    await connected(listening)
    await makeEvents(1)
    await arrived("the new event", listening)
    assert.strictEqual(app.received.length, before + 1)

    // A second one has to take over.
    const second = command("--take-over")
    assert.strictEqual(await listening.ended, 2)
    assert.include(listening.output(), "Another listener has taken over")
    await makeEvents(1)
    await arrived("the event at the second command", second)

    // The server's stop ends the stream but not the command, which exits with 0 on SIGINT.
    const stoppedAt = Date.now()
    await server.stop()
    assert.isBelow(Date.now() - stoppedAt, 15_000, second.output().slice(-1_500))
    assert.strictEqual(await second.end("SIGINT"), 0, second.output())
  })
})
