/** Everything that `verify` claims to find out, done to a genuine request. */
import { sampleEvent, type SignedRequest, signRequest } from "@heddle/receiver/testing"
import { describe, expect, it } from "vitest"
import { otherSecret, start } from "./support/Fixtures.ts"
import { runHere } from "./support/RunHere.ts"

/** With all that base64 can contain. */
const secret = "whsec_Zk3vQ0mN8sT1+YcB5uWq2LrHj7/pDa9FxOeR4tGyUIo="
const event = sampleEvent({ post: { caption: "café <b> & 50% – 台積電 📈", media_url: ["https://x.example/a"] } })
const json = JSON.stringify(event)
const signed = await signRequest({ secrets: secret, body: json, at: start })
const signature = signed.headers["X-Service-Signature"] ?? ""
const hex = signature.slice(-64)
const bytes = (text: string) => new TextEncoder().encode(text)

interface Report {
  readonly code: string
  readonly secret: string | null
  readonly causes: ReadonlyArray<{ readonly id: string; readonly found: string; readonly todo: string }>
  readonly clues: ReadonlyArray<{ readonly id: string }>
}

async function verify(
  request: Pick<SignedRequest, "headers" | "body">,
  secrets = secret,
  args: ReadonlyArray<string> = []
) {
  const saved = { headers: request.headers, bodyBase64: Buffer.from(request.body).toString("base64") }
  const given = { env: { HEDDLE_WEBHOOK_SECRET: secrets }, input: JSON.stringify(saved) }
  const text = await runHere(["verify", "-", ...args], given)
  const { out, code } = await runHere(["verify", "-", "--json", ...args], given)
  const report: Report = JSON.parse(out)
  // Neither the secret nor any part of what it makes, in either form.
  for (const shown of [text.out, out]) {
    expect(shown).not.toContain(secret.slice(6, 20))
    expect(shown).not.toContain(hex.slice(0, 12))
  }
  return { report, exit: code, text: text.out, ids: report.causes.map(({ id }) => id) }
}

const withBody = (body: Uint8Array) => signed.with({ body: new Uint8Array(body) })
const withHeader = (value: string | undefined) => signed.with({ headers: { "X-Service-Signature": value } })

const sort = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted()
          .map(([name, part]) => [name, sort(part)])
      )
    : value
const ascii = (text: string) =>
  text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

describe("the body", () => {
  it.each<[string, Uint8Array, string]>([
    ["indented", bytes(JSON.stringify(event, null, 2)), "body_rewritten"],
    ["with sorted keys", bytes(JSON.stringify(sort(event))), "body_rewritten"],
    ["with escaped Unicode", bytes(ascii(json)), "body_rewritten"],
    ["with escaped slashes", bytes(json.replaceAll("/", "\\/")), "body_rewritten"],
    ["with other numbers", bytes(json.replace(":128,", ":128.0,")), "body_rewritten"],
    ["as by Python", bytes(ascii(JSON.stringify(sort(event), null, 1))), "body_rewritten"],
    ["with a line end", bytes(`${json}\n`), "body_space_added"],
    ["with a CRLF", bytes(`${json}\r\n`), "body_space_added"],
    ["with a byte order mark", bytes(`\ufeff${json}`), "body_space_added"],
    [
      "decoded as Latin-1",
      bytes(bytes(json).reduce((text, byte) => text + String.fromCharCode(byte), "")),
      "body_charset"
    ]
  ])("%s is recognised", async (_name, body, id) => {
    const { report, ids, exit } = await verify(withBody(body))
    expect([report.code, exit, ids]).toEqual(["no_match", 1, [id]])
  })

  it("changed twice: indented, then saved by an editor", async () => {
    const { ids } = await verify(withBody(bytes(`\ufeff${JSON.stringify(event, null, 2)}`)))
    expect(ids).toEqual(["body_space_added", "body_rewritten"])
  })

  it.each<[string, SignedRequest, string]>([
    [
      "cut off",
      signed.with({ body: signed.body.slice(0, 200), headers: { "Content-Length": String(signed.body.length) } }),
      "body_length"
    ],
    ["empty", withBody(new Uint8Array()), "body_empty"],
    ["another text", withBody(bytes("hello")), "body_not_json"],
    [
      "indented, with other content",
      withBody(bytes(JSON.stringify(event, null, 2).replace("128", "129"))),
      "body_changed"
    ],
    ["as it was, and the secret another", signed, "secret_other"]
  ])("%s leaves a clue", async (_name, request, id) => {
    const { report, exit } = await verify(request, id === "secret_other" ? otherSecret : secret)
    expect([report.secret, exit]).toEqual([null, 1])
    expect(report.clues.map((clue) => clue.id)).toContain(id)
  })
})

describe("the secret", () => {
  it.each([
    ["with a line end", `${secret}\n`],
    ["in quotes", `"${secret}"`],
    ["with its name", `HEDDLE_WEBHOOK_SECRET=${secret}`],
    ["with its name, in quotes", `export HEDDLE_WEBHOOK_SECRET='${secret}'`],
    ["without its prefix", secret.slice("whsec_".length)]
  ])("%s is recognised", async (_name, given) => {
    const { report, ids } = await verify(signed, given)
    expect([report.code, ids]).toEqual(["no_match", ["secret_miscopied"]])
  })

  it("that fits is named among several", async () => {
    const { report, exit, text } = await verify(signed, `${otherSecret},${secret}`)
    expect([report.code, report.secret, exit]).toEqual(["verified", "HEDDLE_WEBHOOK_SECRET, number 2", 0])
    expect(text).toContain("Genuine")
  })
})

describe("the header", () => {
  it.each([
    ["in upper case", signature.toUpperCase()],
    ["with white space", signature.replace(",", ", ")],
    ["in quotes", `"${signature}"`],
    ["percent-encoded", encodeURIComponent(signature)],
    ["with its name", `X-Service-Signature: ${signature}`],
    ["with semicolons", signature.replace(",", ";")],
    ["joined with another", `t=5,v1=${"0".repeat(64)}, ${signature}`]
  ])("%s is recognised", async (_name, value) => {
    const { report, ids } = await verify(withHeader(value))
    expect([report.code, ids]).toEqual(["malformed_header", ["header_changed"]])
  })

  it.each<[string, SignedRequest, string, string]>([
    ["missing", withHeader(undefined), "missing_header", "header_missing"],
    [
      "renamed",
      signed.with({ headers: { "X-Service-Signature": undefined, "X-Signature": signature } }),
      "missing_header",
      "header_missing"
    ],
    ["unreadable", withHeader("signature"), "malformed_header", "header_unreadable"],
    ["truncated", withHeader(signature.slice(0, 60)), "malformed_header", "header_unreadable"]
  ])("%s leaves a clue", async (_name, request, code, id) => {
    const { report } = await verify(request)
    expect([report.code, report.clues.map((clue) => clue.id)]).toEqual([code, [id]])
  })
})

describe("the clock", () => {
  const at = (seconds: number) => ["--at", String(start + seconds)]
  it.each([
    [300, "verified", []],
    [-300, "verified", []],
    [301, "too_old", ["too_old"]],
    [-301, "too_new", ["too_new"]]
  ])("received %i s after signing: %s", async (seconds, code, causes) => {
    const { report, ids } = await verify(signed, secret, at(seconds))
    expect([report.code, ids, report.secret]).toEqual([code, causes, "HEDDLE_WEBHOOK_SECRET"])
  })

  it("an old request that nobody timed is genuine, and its age is told", async () => {
    const { report, text } = await verify(signed)
    expect(report.code).toBe("verified")
    expect(text).toContain("a receiver would refuse it now. Give --at TIME")
  })

  it("both a rewritten body and an old signature are told", async () => {
    const { ids } = await verify(withBody(bytes(JSON.stringify(event, null, 4))), secret, at(900))
    expect(ids).toEqual(["too_old", "body_rewritten"])
  })
})

it("the signature is right but it is no event", async () => {
  const { report, exit } = await verify(await signRequest({ secrets: secret, body: '{"post":{}}', at: start }))
  expect([report.code, report.secret, exit]).toEqual(["invalid_event", "HEDDLE_WEBHOOK_SECRET", 1])
})
