/** Everything that `verify` claims to find out, done to a genuine request. */
import { createHmac } from "node:crypto"
import { gzipSync } from "node:zlib"
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
const bytes = (text: string, encoding: BufferEncoding = "utf8") => new Uint8Array(Buffer.from(text, encoding))

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
const signedOver = (text: string, key: string | Uint8Array = secret) =>
  withHeader(`t=${start},v1=${createHmac("sha256", key).update(text).digest("hex")}`)

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
  it.each<[string, Uint8Array, string, string]>([
    ["indented", bytes(JSON.stringify(event, null, 2)), "body_rewritten", "white space"],
    ["with sorted keys", bytes(JSON.stringify(sort(event))), "body_rewritten", "the order of keys"],
    ["with escaped Unicode", bytes(ascii(json)), "body_rewritten", "\\u escapes"],
    ["with escaped slashes", bytes(json.replaceAll("/", "\\/")), "body_rewritten", "escaped slashes"],
    ["with other numbers", bytes(json.replace(":128,", ":128.0,")), "body_rewritten", "the form of numbers"],
    [
      "as by Python",
      bytes(ascii(JSON.stringify(sort(event), null, 1))),
      "body_rewritten",
      "\\u escapes, the order of keys"
    ],
    ["with a line end", bytes(`${json}\n`), "body_newline_added", ""],
    ["with a CRLF", bytes(`${json}\r\n`), "body_newline_added", ""],
    ["with a byte order mark", bytes(`\ufeff${json}`), "body_bom_added", ""],
    [
      "decoded as Latin-1",
      bytes(bytes(json).reduce((text, byte) => text + String.fromCharCode(byte), "")),
      "body_charset",
      "Latin-1"
    ],
    ["as UTF-16", bytes(json, "utf16le"), "body_charset", "utf-16le"],
    ["in base64", bytes(Buffer.from(json).toString("base64")), "body_base64", ""],
    ["as a JSON string", bytes(JSON.stringify(json)), "body_quoted", ""],
    ["form-encoded", bytes(new URLSearchParams({ body: json }).toString()), "body_form_encoded", ""],
    [
      "HTML-escaped",
      bytes(json.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")),
      "body_html_escaped",
      ""
    ],
    ["compressed", gzipSync(json), "body_compressed", ""]
  ])("%s is recognised", async (_name, body, id, words) => {
    const { report, ids, exit } = await verify(withBody(body))
    expect([report.code, exit, ids]).toEqual(["no_match", 1, [id]])
    expect(report.causes[0]?.found).toContain(words)
  })

  it("changed twice: indented, then saved by an editor", async () => {
    const { ids } = await verify(withBody(bytes(`\ufeff${JSON.stringify(event, null, 2)}`)))
    expect(ids).toEqual(["body_bom_added", "body_rewritten"])
  })

  it.each<[string, string, string]>([
    ["Latin text in windows-1252", "café", "windows-1252"],
    ["big5", "台積電", "big5"]
  ])("%s loses nothing", async (_name, caption, charset) => {
    const inCharset = new Map([
      ["windows-1252", bytes("63 61 66 e9".replaceAll(" ", ""), "hex")],
      ["big5", bytes("a578bf6eb971", "hex")]
    ])
    const [before = "", after = ""] = JSON.stringify({ ...event, post: { ...event.post, caption: "#" } }).split("#")
    const plain = (text: string) => text.replaceAll(/[\u0080-\uffff]/g, "?")
    const genuine = await signRequest({ secrets: secret, body: plain(before) + caption + plain(after), at: start })
    const body = Buffer.concat([bytes(plain(before)), inCharset.get(charset) ?? bytes(""), bytes(plain(after))])
    const { report } = await verify(genuine.with({ body: new Uint8Array(body) }))
    expect(report.causes[0]).toMatchObject({ id: "body_charset", found: expect.stringContaining(charset) })
  })

  it.each<[string, SignedRequest, string]>([
    [
      "cut off",
      signed.with({ body: signed.body.slice(0, 200), headers: { "Content-Length": String(signed.body.length) } }),
      "body_length"
    ],
    ["empty", withBody(new Uint8Array()), "body_empty"],
    ["decoded with losses", withBody(bytes(json.replace("é", "\ufffd"))), "body_charset_lost"],
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
  const bare = secret.slice("whsec_".length)
  it.each<[string, string, ReadonlyArray<string>]>([
    ["with a line end", `${secret}\n`, ["secret_whitespace"]],
    ["in quotes", `"${secret}"`, ["secret_quoted"]],
    ["with its name", `HEDDLE_WEBHOOK_SECRET=${secret}`, ["secret_assignment"]],
    ["with its name, in quotes", `export HEDDLE_WEBHOOK_SECRET='${secret}'`, ["secret_assignment", "secret_quoted"]],
    ["URL-decoded", secret.replaceAll("+", " "), ["secret_url_decoded"]],
    ["without its prefix", bare, ["secret_prefix_missing"]],
    ["without its padding", secret.slice(0, -1), ["secret_padding_missing"]]
  ])("%s is recognised", async (_name, given, causes) => {
    const { report, ids } = await verify(signed, given)
    expect([report.code, ids]).toEqual(["no_match", causes])
  })

  it.each<[string, string | Uint8Array, string]>([
    ["without its prefix", bare, "signed_without_prefix"],
    ["base64-decoded", bytes(bare, "base64"), "signed_with_decoded_secret"]
  ])("that signed %s is recognised", async (_name, key, id) => {
    expect((await verify(signedOver(`${start},${json}`, key))).ids).toEqual([id])
  })

  it("that fits is named among several", async () => {
    const { report, exit, text } = await verify(signed, `${otherSecret},${secret}`)
    expect([report.code, report.secret, exit]).toEqual(["verified", "HEDDLE_WEBHOOK_SECRET, number 2", 0])
    expect(text).toContain("Genuine")
  })
})

describe("the header", () => {
  it.each<[string, string, string, ReadonlyArray<string>]>([
    ["in upper case", signature.toUpperCase(), "malformed_header", ["header_case"]],
    ["with white space", signature.replace(",", ", "), "malformed_header", ["header_whitespace"]],
    ["in quotes", `"${signature}"`, "malformed_header", ["header_quoted"]],
    ["percent-encoded", encodeURIComponent(signature), "malformed_header", ["header_encoded"]],
    ["with its name", `X-Service-Signature: ${signature}`, "malformed_header", ["header_name_in_value"]],
    ["with semicolons", signature.replace(",", ";"), "malformed_header", ["header_separators"]],
    ["truncated", signature.slice(0, 60), "malformed_header", ["header_truncated"]],
    [
      "joined with another",
      `t=5,v1=${"0".repeat(64)}, ${signature}`,
      "malformed_header",
      ["header_whitespace", "header_joined"]
    ],
    [
      "in base64",
      signature.replace(hex, Buffer.from(hex, "hex").toString("base64")),
      "malformed_header",
      ["signature_base64"]
    ],
    [
      "in milliseconds",
      signature.replace(String(start), `${start}000`),
      "malformed_header",
      ["timestamp_milliseconds"]
    ],
    [
      "with t changed by a time zone",
      signature.replace(String(start), String(start + 28_800)),
      "no_match",
      ["timestamp_changed"]
    ],
    ["with t changed by 7 s", signature.replace(String(start), String(start - 7)), "no_match", ["timestamp_changed"]]
  ])("%s is recognised", async (_name, value, code, causes) => {
    const { report, ids } = await verify(withHeader(value))
    expect([report.code, ids]).toEqual([code, causes])
  })

  it.each<[string, SignedRequest, string, string]>([
    ["missing", withHeader(undefined), "missing_header", "header_missing"],
    [
      "renamed",
      signed.with({ headers: { "X-Service-Signature": undefined, "X-Signature": signature } }),
      "missing_header",
      "header_missing"
    ],
    ["unreadable", withHeader("signature"), "malformed_header", "header_unreadable"]
  ])("%s leaves a clue", async (_name, request, code, id) => {
    const { report } = await verify(request)
    expect([report.code, report.clues.map((clue) => clue.id)]).toEqual([code, [id]])
  })

  it.each([
    ["a dot", `${start}.${json}`],
    ["nothing", `${start}${json}`],
    ["the body alone", json]
  ])("signed over t and body with %s", async (_name, text) => {
    expect((await verify(signedOver(text))).ids).toEqual(["signed_text"])
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

it("a large body does not keep it busy for ever", async () => {
  const body = JSON.stringify(sampleEvent({ post: { caption: "台".repeat(300_000) } }))
  const { report } = await verify(await signRequest({ secrets: otherSecret, body, at: start }))
  expect(report.clues.map(({ id }) => id)).toEqual(["secret_other"])
})
