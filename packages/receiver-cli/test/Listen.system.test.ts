/** `heddle-receiver listen` and `send` as a user starts them. */
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createReceiver, verify, type WebhookEvent } from "@heddle/receiver"
import { nodeHandler } from "@heddle/receiver/node"
import {
  expire,
  replay,
  sampleEvent,
  sampleTestEvent,
  type SignedRequest,
  signRequest,
  tamperBody
} from "@heddle/receiver/testing"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { listen as listenOn, type Running } from "../../../test/support/LocalServer.ts"
import { run, start } from "./support/Command.ts"
import { secret } from "./support/Fixtures.ts"

const env = { HEDDLE_WEBHOOK_SECRET: secret }
const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(...args: ReadonlyArray<string>) {
  const command = start(["listen", "--port", "0", ...args], { env })
  const close = () => {
    command.child.kill("SIGINT")
    return command.ended
  }
  closing.push(close)
  await expect.poll(() => command.output.err, { timeout: 20_000 }).toContain("listens on http://127.0.0.1:")
  const url = /http:\/\/\S+:\d+/.exec(command.output.err)?.[0] ?? ""
  const post = async (signed: SignedRequest) => (await fetch(`${url}/any/path`, signed)).status
  return { ...command, url, post, close }
}

const sign = (code: string, extra: Partial<Parameters<typeof signRequest>[0]> = {}) =>
  signRequest({ secrets: secret, body: sampleEvent({ post: { code } }), key: `evt_${code}`, attempt: 1, ...extra })

/** A local app: remembers what it gets, answers with what it is told. */
async function startApp(statuses: ReadonlyArray<number> = []) {
  const got: Array<{ headers: IncomingHttpHeaders; body: string; url: string | undefined }> = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    response.writeHead(statuses[got.length] ?? 204, { location: "/" }).end()
    got.push({ headers: request.headers, body, url: request.url })
  })
  const { port, close } = await listenOn(server, 0)
  closing.push(close)
  return { got, url: `http://127.0.0.1:${port}/app?x=1` }
}

describe("listen", () => {
  it("shows what arrives, once, and ends well", async () => {
    const { post, output, close } = await listen()
    const caption = "台積電 \u001b[31mred\u202e"
    const signed = await sign("C1", { body: sampleEvent({ post: { code: "C1", caption, impression_count: 6618 } }) })
    const test = await sign("C2", { body: sampleTestEvent(), key: undefined })
    const statuses: Array<number> = []
    for (const request of [signed, replay(signed), tamperBody(signed), await expire(signed), test])
      statuses.push(await post(request))
    expect(statuses).toEqual([200, 200, 401, 401, 200])
    const { out, err, code } = await close()
    expect([code, err.trim().split("\n").at(-1)]).toEqual([0, "received 2, repeats 1, refused 2"])
    expect(out).toMatch(/verified {2}keyword 台積電 {2}@mei.lin {2}128 likes, 16 replies, 9 reposts, 6,618 views/)
    expect(out).toContain("rule_sample  post C1  attempt 1  evt_C1")
    expect(out).toMatch(/repeat {4}keyword/)
    expect(out).toContain("401 no_match")
    expect(out).toContain("401 too_old")
    expect(out).toMatch(/verified {2}test/)
    for (const control of ["\u001b", "\u202e"]) expect(out).not.toContain(control)
    expect(output.out + output.err).not.toContain(secret)
  })

  it("--json is one object a line and nothing else", async () => {
    const { post, close } = await listen("--json")
    const signed = await sign("C1")
    for (const request of [signed, replay(signed), tamperBody(signed)]) await post(request)
    const lines = (await close()).out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      {
        outcome: "handled",
        eventKey: "v1:keyword:C1:rule_sample",
        idempotencyKey: "evt_C1",
        attempt: 1,
        event: sampleEvent({ post: { code: "C1" } })
      },
      { outcome: "duplicate" },
      { outcome: "refused", code: "no_match", status: 401 }
    ])
  })

  it("--fail refuses the first deliveries of each event, with --status", async () => {
    const { post, close } = await listen("--fail", "2", "--status", "429")
    const statuses: Array<number> = []
    for (const code of ["C1", "C1", "C2", "C1", "C1"]) statuses.push(await post(await sign(code)))
    expect(statuses).toEqual([429, 429, 429, 200, 200])
    expect((await close()).out).toContain("answered 429 on purpose, 2 of 2")
  })

  it("--forward passes events on so that the app can verify them itself", async () => {
    const app = await startApp()
    const { post } = await listen("--forward", app.url)
    const signed = await sign("C1")
    expect([await post(signed), await post(replay(signed)), await post(tamperBody(signed))]).toEqual([200, 200, 401])
    expect(app.got).toHaveLength(1)
    const [{ headers, body, url } = { headers: {}, body: "", url: "" }] = app.got
    expect([headers["content-type"], headers["x-service-idempotency-key"], url]).toEqual([
      "application/json",
      "evt_C1",
      "/app?x=1"
    ])
    const own = createReceiver({ secrets: secret, handler: () => {} })
    const request = {
      headers: { "x-service-signature": String(headers["x-service-signature"]) },
      body: new TextEncoder().encode(body)
    }
    expect((await own.handle(request)).code).toBe("handled")
  })

  it("the app's failure is the answer, and the event comes again", async () => {
    const app = await startApp([500, 302, 200])
    const { post, close } = await listen("--forward", app.url)
    const statuses: Array<number> = []
    for (let attempt = 0; attempt < 4; attempt += 1) statuses.push(await post(await sign("C1")))
    expect([statuses, app.got.length]).toEqual([[500, 502, 200, 200], 3])
    expect((await close()).out).toContain("answered 302")
  })

  it("an app that is not there is a 502 that says so", async () => {
    const { post, close } = await listen("--forward", "http://127.0.0.1:9/")
    expect(await post(await sign("C1"))).toBe(502)
    expect((await close()).out).toContain("http://127.0.0.1:9/ did not answer")
  })

  it("--save keeps what was refused, and verify says why", async () => {
    const folder = await mkdtemp(join(tmpdir(), "receiver-save-"))
    const { post, close } = await listen("--save", join(folder, "refused"))
    await post(
      (await sign("C1")).with({
        body: new TextEncoder().encode(JSON.stringify(sampleEvent({ post: { code: "C1" } }), null, 2))
      })
    )
    await post(await expire(await sign("C1")))
    const { out } = await close()
    const files = (await readdir(join(folder, "refused"))).toSorted()
    expect(files).toHaveLength(2)
    const reports: Array<string> = []
    for (const file of files) {
      expect(out).toContain(file)
      reports.push((await run(["verify", join(folder, "refused", file)], { env })).out)
    }
    expect(reports[0]).toContain("body_rewritten")
    expect(reports[1]).toContain("too_old")
    await rm(folder, { recursive: true })
  })

  it.each<[string, ReadonlyArray<string>, Readonly<Record<string, string>>, string]>([
    ["no secret", [], {}, "HEDDLE_WEBHOOK_SECRET"],
    ["a secret that is too short", [], { HEDDLE_WEBHOOK_SECRET: "whsec_" }, "shorter than 16 bytes"],
    ["a port that is none", ["--port", "http"], env, "--port must be a whole number from 0 to 65535"],
    ["a status that is a success", ["--status", "200"], env, "--status must be"],
    ["an address that is none", ["--forward", "localhost:3000"], env, "--forward must be a whole address"],
    ["an argument", ["4002"], env, "options only"],
    ["an unknown option", ["--prot", "1"], env, "listen --help"]
  ])("does not start with %s", async (_name, args, environment, words) => {
    const { out, err, code } = await run(["listen", ...args], { env: environment })
    expect([code, out]).toEqual([2, ""])
    expect(err).toContain(words)
    expect(err.trim().split("\n")).toHaveLength(1)
  })

  it("names a port that is taken", async () => {
    const { url } = await listen()
    const { err, code } = await run(["listen", "--port", new URL(url).port], { env })
    expect([code, err]).toEqual([2, expect.stringMatching(/Port \d+ is in use\. Choose another with --port/)])
  })

  it("ends when nobody reads any more", async () => {
    const { child, post, ended } = await listen("--json")
    child.stdout.destroy()
    await post(await sign("C1")).catch(() => {})
    await post(await sign("C2")).catch(() => {})
    expect((await ended).code).toBe(0)
  })
})

describe("send", () => {
  let url = ""
  const captions: Array<string> = []
  const handler = ({ post }: WebhookEvent) => void captions.push(post.caption)
  const server = createServer(nodeHandler(createReceiver({ secrets: secret, handler })))
  const credulous = createServer((request, response) => void request.resume().on("end", () => response.end("thanks")))
  const opened: Array<Running> = []
  const listening = async (on: typeof server) => {
    const running = await listenOn(on, 0)
    opened.push(running)
    return `http://127.0.0.1:${running.port}/hook`
  }
  beforeAll(async () => void (url = await listening(server)))
  afterAll(async () => {
    for (const { close } of opened) await close()
  })

  it.each(["keyword", "trending", "test"])("a %s event is accepted", async (type) => {
    const { out, code } = await run(["send", "--to", url, "--type", type, "--json"], { env })
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ ok: true, status: 200, text: '{"code":"handled"}' })
    ])
  })

  it("several, each several times", async () => {
    const { out, code } = await run(["send", "--to", url, "--count", "2", "--repeat", "2", "--json"], { env })
    const answers = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(JSON.parse(line).text).code)
    expect([code, answers]).toEqual([0, ["handled", "duplicate", "handled", "duplicate"]])
  })

  it.each([
    ["body", 401],
    ["secret", 401],
    ["old", 401],
    ["future", 401],
    ["unsigned", 400],
    ["malformed", 400]
  ])("spoiled: %s", async (attack, status) => {
    const { out, code } = await run(["send", "--to", url, "--attack", attack, "--json"], { env })
    expect([code, JSON.parse(out)]).toMatchObject([0, { status, ok: true }])
  })

  it.each([
    [200, "believes what anybody can send"],
    [500, "not taken for a failure of yours"],
    [302, "not taken for a failure of yours"]
  ])("spoiled and answered %s is a problem of the handler", async (status, words) => {
    const app = await startApp([status])
    const { out, code } = await run(["send", "--to", app.url, "--attack", "body", "--json"], { env })
    expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining({ problem: expect.stringContaining(words) })])
  })

  /** Verifies and remembers nothing, as a check of one's own may do. */
  const forgetful = (answer: string) =>
    createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      const verified = verify({ secrets: secret, headers: request.headers, body }).then(
        () => 200,
        () => 401
      )
      response.writeHead(await verified).end(answer)
    })

  async function check(server: ReturnType<typeof createServer>) {
    const { out, code } = await run(["send", "--to", await listening(server), "--check"], { env })
    return { out, code }
  }

  it("--check says what the answers of a handler without codes cannot show", async () => {
    const { out, code } = await check(forgetful("ok"))
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("All 15 answers are as they should be.\nWhat answers cannot")
    ])
    expect(out).toContain("whether your code ran once or three times")
    expect(out).not.toContain("duplicates")
  })

  it("--check finds out a handler that says it handled a repeat", async () => {
    const { out, code } = await check(forgetful('{"code":"handled"}'))
    expect([code, out]).toEqual([1, expect.stringContaining("2 of 15 answers are not as they should be.")])
    expect(out).toContain("a repeat was handled once more")
  })

  it("--check passes a receiver and finds out a handler that believes everything", async () => {
    const good = await run(["send", "--to", url, "--check"], { env })
    expect([good.code, good.out]).toEqual([0, expect.stringContaining("The repeats were answered as duplicates.")])
    expect(good.out).toContain("What answers cannot show:")
    expect(good.out).not.toContain("ran once or three times")
    expect(Math.max(...captions.map((caption) => caption.length)), "what a handler prints fits a screen").toBeLessThan(
      200
    )
    const bad = await run(["send", "--to", await listening(credulous), "--check"], { env })
    expect([bad.code, bad.out]).toEqual([1, expect.stringContaining("8 of 15 answers are not as they should be.")])
    expect(good.out + good.err + bad.out + bad.err).not.toContain(secret)
  })

  it("nobody at home is exit code 1 and says so", async () => {
    const { out, code } = await run(["send", "--to", "http://127.0.0.1:9/"], { env })
    expect([code, out]).toEqual([1, expect.stringContaining("FAIL")])
  })

  it.each([
    [["send"], "--to URL"],
    [["send", "--to", "nowhere"], "--to must be a whole address"],
    [["send", "--to", "http://127.0.0.1:9/", "--type", "like"], "keyword, trending, test"],
    [["send", "--to", "http://127.0.0.1:9/", "--attack", "dos"], "--attack must be one of body"],
    [["send", "--to", "http://127.0.0.1:9/", "--body", "/nowhere"], "--body cannot be read"]
  ])("%j is refused", async (args, words) => {
    const { err, code } = await run(args, { env })
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  })
  it("a secret that no receiver would take is refused", async () => {
    const given = { env: { HEDDLE_WEBHOOK_SECRET: "short" } }
    const { err, code } = await run(["send", "--to", url], given)
    expect([code, err]).toEqual([2, expect.stringContaining("shorter than 16 bytes")])
  })
})
