/** What a receiver has to answer, whatever framework it stands in. */
import type { ReplyCode } from "@heddle/receiver"
import {
  sampleEvent,
  sampleTestEvent,
  sampleTrendingEvent,
  signRequest,
  type SignRequestInput,
  tamperBody,
  tamperSignature
} from "@heddle/receiver/testing"
import { gzipSync } from "node:zlib"
import { customerSecrets, customerTime, maxBodyBytes } from "./Customer.ts"
import type { WireRequest } from "./Wire.ts"

const [secret = "", newSecret = ""] = customerSecrets
const signatureName = "X-Service-Signature"

export interface Case {
  readonly name: string
  /** In this order; the last answer counts. */
  readonly requests: () => Promise<ReadonlyArray<WireRequest>>
  readonly status: number
  /** Null where HTTP allows no body. */
  readonly code: ReplyCode | null
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** Only a socket can do this; a gateway in front of a function would not pass it on. */
  readonly socketOnly?: boolean
}

/** A post of its own for every case, since all cases share one server. */
const eventOf = (code: string) => sampleEvent({ post: { code } })

async function request(
  input: Partial<SignRequestInput> & Pick<SignRequestInput, "body">,
  change: Partial<WireRequest> = {}
): Promise<WireRequest> {
  const { method, headers, body } = await signRequest({ secrets: secret, at: customerTime, ...input })
  return { method, headers: Object.entries(headers), body, ...change }
}

const setHeader = (to: WireRequest, name: string, ...values: ReadonlyArray<string>): WireRequest => ({
  ...to,
  headers: [
    ...to.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase()),
    ...values.map((value): [string, string] => [name, value])
  ]
})
const signatureOf = ({ headers }: WireRequest) => headers.find(([name]) => name === signatureName)?.[1] ?? ""

type Make = (code: string) => Promise<WireRequest | ReadonlyArray<WireRequest>>
type Outcome = readonly [status: number, code: ReplyCode | null]

const handled: Outcome = [200, "handled"]
const duplicate: Outcome = [200, "duplicate"]
const malformed: Outcome = [400, "malformed_header"]
const noMatch: Outcome = [401, "no_match"]
const tooLarge: Outcome = [413, "body_too_large"]
const invalidEvent: Outcome = [422, "invalid_event"]
const invalidJson: Outcome = [422, "invalid_json"]

let made = 0
const describeCase = (name: string, [status, code]: Outcome, make: Make, more: Partial<Case> = {}): Case => {
  made += 1
  const postCode = `case-${made}`
  return { name, status, code, requests: async () => [await make(postCode)].flat(), ...more }
}

const onSocket = (name: string, outcome: Outcome, make: Make) => describeCase(name, outcome, make, { socketOnly: true })

const methods = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) =>
  describeCase(
    `method ${method}`,
    [405, method === "HEAD" ? null : "method_not_allowed"],
    async (code) => ({ ...(await request({ body: eventOf(code) })), method, body: new Uint8Array() }),
    { answerHeaders: { allow: "POST" } }
  )
)

const withSignature = (name: string, outcome: Outcome, rewrite: (signature: string) => string): Case =>
  describeCase(`header ${name}`, outcome, async (code) => {
    const signed = await request({ body: eventOf(code) })
    return setHeader(signed, signatureName, rewrite(signatureOf(signed)))
  })

const grammar = [
  describeCase("header missing", [400, "missing_header"], async (code) =>
    setHeader(await request({ body: eventOf(code) }), signatureName)
  ),
  withSignature("empty", [400, "missing_header"], () => ""),
  withSignature("without t", malformed, (value) => value.slice(value.indexOf("v1="))),
  withSignature("without v1", malformed, (value) => value.slice(0, value.indexOf(","))),
  withSignature("bare hex", malformed, (value) => value.slice(value.indexOf("v1=") + 3)),
  withSignature("two t", malformed, (value) => `t=${customerTime},${value}`),
  withSignature("with a space", malformed, (value) => value.replace(",", ", ")),
  withSignature("ending in a comma", malformed, (value) => `${value},`),
  withSignature("over 4096 characters", malformed, (value) => `${value},x=${"y".repeat(4096)}`),
  describeCase("header sent twice", malformed, async (code) => {
    const signed = await request({ body: eventOf(code) })
    return setHeader(signed, signatureName, signatureOf(signed), signatureOf(signed))
  }),
  ...["x-service-signature", "X-SERVICE-SIGNATURE"].map((name) =>
    describeCase(`header as ${name}`, handled, async (code) => {
      const signed = await request({ body: eventOf(code) })
      return setHeader(signed, name, signatureOf(signed))
    })
  )
]

const freshness = (
  [
    [-300, handled],
    [300, handled],
    [-301, [401, "too_old"]],
    [301, [401, "too_new"]],
    [-customerTime, [401, "too_old"]],
    [999_999_999_999 - customerTime, [401, "too_new"]]
  ] satisfies ReadonlyArray<[number, Outcome]>
).map(([seconds, outcome]) =>
  describeCase(`signed ${seconds} s from now`, outcome, (code) =>
    request({ body: eventOf(code), at: customerTime + seconds })
  )
)
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const changedBodies: ReadonlyArray<[string, (body: Uint8Array) => Uint8Array]> = [
  ["with its last bit flipped", (body) => Buffer.concat([body.subarray(0, -1), Uint8Array.of(0x7c)])],
  ["cut by one byte", (body) => body.subarray(0, -1)],
  ["with a line end appended", (body) => Buffer.concat([body, Buffer.from("\n")])],
  ["re-serialised", (body) => Buffer.from(JSON.stringify(JSON.parse(text(body)), null, 2))],
  ["left out", () => new Uint8Array()]
]

const signatures = [
  describeCase("body with its first bit flipped", noMatch, async (code) => {
    const signed = await signRequest({ secrets: secret, at: customerTime, body: eventOf(code) })
    return { ...tamperBody(signed), headers: Object.entries(signed.headers) }
  }),
  ...changedBodies.map(([name, change]) =>
    describeCase(`body ${name}`, noMatch, async (code) => {
      const signed = await request({ body: eventOf(code) })
      return { ...signed, body: change(signed.body) }
    })
  ),
  describeCase("signature with its last digit changed", noMatch, async (code) => {
    const signed = tamperSignature(await signRequest({ secrets: secret, at: customerTime, body: eventOf(code) }))
    return { ...signed, headers: Object.entries(signed.headers) }
  }),
  describeCase("signed with an unknown secret", noMatch, (code) =>
    request({ body: eventOf(code), secrets: "whsec_00000000000000000000000000000001" })
  ),
  describeCase("signed with the second secret", handled, (code) => request({ body: eventOf(code), secrets: newSecret }))
]

/** Spaces after the JSON are part of the signed bytes and mean nothing. */
const sized = (code: string, bytes: number) => {
  const json = Buffer.from(JSON.stringify(eventOf(code)))
  return Buffer.concat([json, Buffer.alloc(bytes - json.byteLength, " ")])
}
const json = (code: string, change: (event: ReturnType<typeof sampleEvent>) => object) =>
  request({ body: JSON.stringify(change(eventOf(code))) })

const bodies = [
  describeCase("event in mixed scripts", handled, (code) =>
    request({ body: sampleEvent({ post: { code, caption: "台積電 📈 ñ \u2028 \u0000" } }) })
  ),
  describeCase("event with escapes that re-writing would lose", handled, (code) =>
    request({ body: JSON.stringify(eventOf(code)).replace("台", "\\u53f0").replace(":128", ": 128") })
  ),
  describeCase("event with fields of a later version", handled, (code) =>
    json(code, (event) => ({ ...event, later: 1, post: { ...event.post, later: { deep: true } } }))
  ),
  describeCase("trending event", handled, (code) => request({ body: sampleTrendingEvent({ post: { code } }) })),
  describeCase("test event, twice", handled, async (code) => {
    const signed = await request({ body: sampleTestEvent({ post: { code } }) })
    return [signed, signed]
  }),
  describeCase("not UTF-8", invalidJson, (code) =>
    request({ body: Buffer.from(JSON.stringify(eventOf(code)).replace("台", "\xff"), "latin1") })
  ),
  describeCase("not JSON", invalidJson, () => request({ body: "post=1" })),
  describeCase("signed nothing", invalidJson, () => request({ body: "" })),
  describeCase("compressed, signed as it is sent", invalidJson, async (code) =>
    setHeader(await request({ body: gzipSync(JSON.stringify(eventOf(code))) }), "Content-Encoding", "gzip")
  ),
  describeCase("JSON null", invalidEvent, () => request({ body: "null" })),
  describeCase("JSON array", invalidEvent, () => request({ body: "[]" })),
  describeCase("JSON without the event's fields", invalidEvent, () => request({ body: "{}" })),
  describeCase("event with a count as text", invalidEvent, (code) =>
    json(code, (event) => ({ ...event, post: { ...event.post, like_count: "128" } }))
  ),
  describeCase("event of an unknown rule type", invalidEvent, (code) =>
    json(code, (event) => ({ ...event, rule: { ...event.rule, type: "later" } }))
  ),
  describeCase("20 KB", handled, (code) => request({ body: sized(code, 20_480) })),
  describeCase("exactly at the limit", handled, (code) => request({ body: sized(code, maxBodyBytes) })),
  describeCase("one byte above the limit", tooLarge, (code) => request({ body: sized(code, maxBodyBytes + 1) })),
  onSocket("chunked", handled, (code) => request({ body: eventOf(code) }, { framing: "chunked" })),
  onSocket("chunked, one byte at a time", handled, (code) =>
    request({ body: eventOf(code) }, { framing: "one byte a chunk" })
  ),
  onSocket("chunked, above the limit", tooLarge, (code) =>
    request({ body: sized(code, maxBodyBytes + 1) }, { framing: "chunked" })
  ),
  onSocket("above the limit and without an end", tooLarge, (code) =>
    request({ body: sized(code, maxBodyBytes + 1) }, { framing: "chunked without an end" })
  ),
  onSocket("declared above the limit, nothing sent", tooLarge, (code) =>
    request({ body: eventOf(code) }, { body: new Uint8Array(), framing: { declaredBytes: 10_000_000 } })
  ),
  onSocket("stopping half-way", [408, "body_timeout"], async (code) => {
    const signed = await request({ body: eventOf(code) })
    return { ...signed, framing: { declaredBytes: signed.body.byteLength + 1 } }
  }),
  onSocket("behind Expect: 100-continue", handled, async (code) =>
    setHeader(await request({ body: eventOf(code) }), "Expect", "100-continue")
  )
]

const contentTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "application/vnd.api+json",
  "no/such/type",
  ";;"
].map((type) =>
  describeCase(`content type ${type}`, handled, async (code) =>
    setHeader(await request({ body: eventOf(code) }), "Content-Type", type)
  )
)

const keyName = "X-Service-Idempotency-Key"
const once = [
  describeCase("content type missing", handled, async (code) =>
    setHeader(await request({ body: eventOf(code) }), "Content-Type")
  ),
  describeCase("query string", handled, (code) => request({ body: eventOf(code) }, { query: "?tenant=1" })),
  describeCase("sent again", duplicate, async (code) => {
    const signed = await request({ body: eventOf(code), key: "evt_1" })
    return [signed, signed]
  }),
  describeCase("sent again with a new signature", duplicate, async (code) => [
    await request({ body: eventOf(code), attempt: 1 }),
    await request({ body: eventOf(code), attempt: 2, at: customerTime + 30 })
  ]),
  describeCase("sent again under another idempotency key", duplicate, async (code) => {
    const signed = await request({ body: eventOf(code), key: "evt_1" })
    return [signed, setHeader(signed, keyName, "evt_2")]
  }),
  describeCase("another event under a used idempotency key", handled, async (code) => [
    await request({ body: eventOf(`${code}-1`), key: "evt_1" }),
    await request({ body: eventOf(`${code}-2`), key: "evt_1" })
  ]),
  describeCase("same post, another rule", handled, async (code) => [
    await request({ body: eventOf(code) }),
    await request({ body: sampleEvent({ post: { code }, rule: { id: "rule_other" } }) })
  ]),
  describeCase("handler fails", [500, "handler_failed"], (code) => request({ body: eventOf(`handler-fails-${code}`) })),
  describeCase("handler fails and is sent again", handled, async (code) => {
    const signed = await request({ body: eventOf(`handler-recovers-${code}`) })
    return [signed, signed]
  }),
  describeCase("handler and release fail", [500, "handler_failed"], (code) =>
    request({ body: eventOf(`handler-fails-release-fails-${code}`) })
  ),
  describeCase("held elsewhere", [503, "in_progress"], (code) => request({ body: eventOf(`held-elsewhere-${code}`) }), {
    answerHeaders: { "retry-after": "42" }
  }),
  describeCase("store fails to claim", [503, "store_failed"], (code) =>
    request({ body: eventOf(`claim-fails-${code}`) })
  ),
  describeCase("store fails to complete", [503, "store_failed"], (code) =>
    request({ body: eventOf(`complete-fails-${code}`) })
  ),
  describeCase("lease lost", [503, "lease_lost"], (code) => request({ body: eventOf(`lease-lost-${code}`) }))
]

export const cases: ReadonlyArray<Case> = [
  ...methods,
  ...grammar,
  ...freshness,
  ...signatures,
  ...bodies,
  ...contentTypes,
  ...once
]

/** For what needs more than one connection. */
export const signedEvent = (code: string): Promise<WireRequest> => request({ body: eventOf(code) })
