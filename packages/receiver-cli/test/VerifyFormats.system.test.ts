/** Every form in which a request can be kept, through the real process. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sampleEvent, signRequest } from "@heddle/receiver/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { run } from "./support/Command.ts"
import { runHere } from "./support/RunHere.ts"
import { otherSecret, secret, start } from "./support/Fixtures.ts"

const env = { HEDDLE_WEBHOOK_SECRET: secret }
const signed = await signRequest({ secrets: secret, body: sampleEvent(), at: start, key: "evt_1" })
const text = new TextDecoder().decode(signed.body)
const base64 = Buffer.from(signed.body).toString("base64")
const signature = signed.headers["X-Service-Signature"] ?? ""
const lines = Object.entries(signed.headers).map(([name, value]) => `${name}: ${value}`)
const raw = (end: string, ...extra: ReadonlyArray<string>) =>
  Buffer.concat([
    Buffer.from(["POST /hook HTTP/1.1", "Host: me.example", ...lines, ...extra, "", ""].join(end)),
    signed.body
  ])
let folder = ""
const file = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "receiver-verify-"))
  await writeFile(file("body.json"), signed.body)
  await writeFile(file("secret.txt"), `${otherSecret}\n${secret}\n`)
})
afterAll(() => rm(folder, { recursive: true }))

describe("a saved request", () => {
  it.each<[string, string | Uint8Array]>([
    ["raw, with LF", raw("\n")],
    ["raw, with CRLF", raw("\r\n")],
    ["as curl -v shows it", ["> POST /hook HTTP/1.1", ...lines.map((line) => `> ${line}`), ">", text].join("\n")],
    ["JSON with text", JSON.stringify({ headers: signed.headers, body: text })],
    ["JSON with base64", JSON.stringify({ headers: Object.entries(signed.headers), bodyBase64: base64 })],
    ["API Gateway v1", JSON.stringify(signed.apiGatewayV1())],
    ["API Gateway v2, base64", JSON.stringify(signed.apiGatewayV2({ base64: true }))],
    ["a function URL", JSON.stringify(signed.functionUrl())],
    ["a load balancer", JSON.stringify(signed.alb({ multiValueHeaders: true }))]
  ])("is found genuine: %s", async (_name, input) => {
    const { out, err, code } = await run(["verify", "-"], { env, input })
    expect([err, code]).toEqual(["", 0])
    expect(out).toContain("Genuine")
    expect(out).not.toContain("\u001b")
  })

  it.each([
    ["with a secret of the environment", ["--body", "body.json", "--signature", signature]],
    ["with a file of secrets", ["--body", "body.json", "--signature", signature, "--secret-file", "secret.txt"]]
  ])("in parts: %s", async (_name, args) => {
    const paths = args.map((arg) => (/^\w+\.\w+$/.test(arg) ? file(arg) : arg))
    const { out, code } = await runHere(["verify", ...paths], paths.includes("--secret-file") ? {} : { env })
    expect([out.split("\n")[0], code]).toEqual(["Genuine: The signature is right.", 0])
  })

  it("takes the time at which it came from the file", async () => {
    const timed = { headers: signed.headers, body: text, receivedAt: new Date((start + 2) * 1000) }
    expect((await runHere(["verify", "-"], { env, input: JSON.stringify(timed) })).out).toContain(
      "2 s before it was received"
    )
    const late = { ...timed, receivedAt: start + 301 }
    const { out, code } = await runHere(["verify", "-"], { env, input: JSON.stringify(late) })
    expect([code, out.split(":")[0]]).toEqual([1, "Refused, too_old"])
  })

  it("as parsed JSON is judged as far as it goes", async () => {
    const parsed = {
      headers: signed.headers,
      body: { rule: sampleEvent().rule, user: sampleEvent().user, post: sampleEvent().post }
    }
    const { out, code } = await runHere(["verify", "-"], { env, input: JSON.stringify(parsed) })
    expect([code, out.includes("body_rewritten"), out.includes("body_parsed")]).toEqual([1, true, true])
  })
})

describe("what cannot be read is exit code 2 and one line that says what to do", () => {
  it.each<[string, ReadonlyArray<string>, string, string]>([
    ["nothing", [], "", "Give a saved request"],
    ["no such file", ["/nowhere/request.txt"], "", "Cannot read /nowhere/request.txt"],
    ["an empty input", ["-"], "", "There is nothing in it"],
    ["two files", ["a", "b"], "", "one file at a time"],
    ["a file and its parts", ["-", "--body", "b"], "{}", "not both"],
    ["standard input twice", ["-", "--secret-file", "-"], "{}", "Only one thing"],
    ["a body alone", ["-"], text, "--body FILE"],
    ["broken JSON", ["-"], "{", "begins like JSON"],
    ["other JSON", ["-"], '{"a":1}', "The JSON has no headers"],
    ["no empty line", ["-"], "POST / HTTP/1.1\nA: b", "no empty line"],
    ["a header that is none", ["-"], "POST / HTTP/1.1\nA b\n\nbody", "Line 2"],
    ["a time that is none", ["-", "--at", "noon"], "{}", "--at must be"],
    ["an unknown option", ["--colour"], "", "verify --help"]
  ])("%s", async (_name, args, input, words) => {
    const { out, err, code } = await runHere(["verify", ...args], { env, input })
    expect([code, out, err.split("\n").length]).toEqual([2, "", 1])
    expect(err).toContain(words)
  })

  it("no secret", async () => {
    const { err, code } = await run(["verify", "-"], { input: raw("\n") })
    expect(code).toBe(2)
    expect(err).toContain("HEDDLE_WEBHOOK_SECRET")
  })

  it("a secret as an option works, with a warning", async () => {
    const { out, err, code } = await run(["verify", "-", "--secret", secret], { input: raw("\n") })
    expect([code, out.includes("secret  --secret")]).toEqual([0, true])
    expect(err).toContain("warning: --secret can be seen")
    expect(out + err).not.toContain(secret)
  })
})
