/** Whatever goes wrong, nobody who reads answers, logs or errors learns a secret, a signature or a body. */
import { createHmac } from "node:crypto"
import { format, inspect } from "node:util"
import { createReceiver, type ReceiverError, type ReceiverOptions, type Reply, verify } from "@heddle/receiver"
import { nodeHandler } from "@heddle/receiver/node"
import { expire, postdate, sampleEvent, type SignedRequest, tamperBody } from "@heddle/receiver/testing"
import { createServer } from "node:http"
import { expect, it } from "vitest"
import { listen } from "../../../../test/support/LocalServer.ts"
import { failureCodes } from "../../src/core/Errors.ts"
import { configError, otherSecret, secret, sign, start, storeWith } from "../support/Fixtures.ts"

const marker = "CONFIDENTIAL"
const event = sampleEvent({ post: { caption: marker }, user: { full_name: marker } })
const now = () => start * 1000

/** Everything of a request that must stay unknown. */
const secretsOf = (signed: SignedRequest) => {
  const t = (signed.headers["X-Service-Signature"] ?? "").split(",")[0]?.slice(2)
  const macOf = (key: string) => createHmac("sha256", key).update(`${t},`).update(signed.body)
  return [secret, secret.slice(6), otherSecret, marker, marker.slice(1)].concat(
    [secret, otherSecret].flatMap((key) => [macOf(key).digest("hex"), macOf(key).digest("base64")]),
    [secret, otherSecret].map((key) => Buffer.from(key).toString("base64"))
  )
}

/** Every way in which people print. */
const printed = (value: unknown): string =>
  [
    String(value),
    JSON.stringify(value),
    JSON.stringify({ err: value }),
    format("%s %o %O %j", value, value, value, value),
    inspect(value, { depth: 9, showHidden: true, getters: true, maxStringLength: null, maxArrayLength: null }),
    value instanceof Error ? [value.stack, value.message, printed(value.cause ?? "")].join("\n") : ""
  ].join("\n")

const down = () => Promise.reject(new Error("down"))
const stopped = () => new Promise<never>(() => {})
const withHeader = (value: string) => async () =>
  (await sign({ body: event })).with({ headers: { "X-Service-Signature": value } })

type Case = readonly [
  code: keyof typeof failureCodes,
  request: () => Promise<SignedRequest>,
  options?: Partial<ReceiverOptions>,
  change?: (signed: SignedRequest) => object
]

const genuine = () => sign({ body: event })

/** At least one for each code. */
const cases: ReadonlyArray<Case> = [
  ["missing_header", async () => (await genuine()).with({ headers: { "X-Service-Signature": undefined } })],
  ["malformed_header", withHeader(`t=${start},v1=${secret}`)],
  ["malformed_header", withHeader(secret)],
  ["malformed_header", withHeader(`t=${marker}`)],
  ["too_old", async () => expire(await genuine())],
  ["too_new", async () => postdate(await genuine())],
  ["no_match", async () => tamperBody(await genuine())],
  ["no_match", () => sign({ body: event, secrets: `${secret}x` })],
  ["body_consumed", genuine, {}, () => ({ body: event })],
  ["body_consumed", genuine, {}, () => ({ body: JSON.stringify(event) })],
  ["method_not_allowed", genuine, {}, () => ({ method: marker })],
  ["body_too_large", genuine, { maxBodyBytes: 10 }],
  ["body_timeout", genuine, { bodyTimeoutSeconds: 0.001 }, () => ({ body: stopped })],
  ["invalid_json", () => sign({ body: marker })],
  ["invalid_json", () => sign({ body: `{"${marker}":` })],
  ["invalid_event", () => sign({ body: `{"${marker}":"${marker}"}` })],
  ["invalid_event", () => sign({ body: JSON.stringify({ ...event, rule: { type: marker, id: marker } }) })],
  ["invalid_event", () => sign({ body: JSON.stringify({ ...event, post: { ...event.post, like_count: marker } }) })],
  ["in_progress", genuine, { store: storeWith({ claim: async () => ({ status: "in_progress", retryAfterMs: 1 }) }) }],
  ["handler_failed", genuine, { handler: down }],
  ["lease_lost", genuine, { store: storeWith({ complete: async () => false }) }],
  ["rule_map_failed", genuine, { ruleMap: down }],
  ["store_failed", genuine, { store: storeWith({ claim: down }) }],
  ["store_failed", genuine, { store: storeWith({ complete: stopped }), storeTimeoutSeconds: 0.001 }],
  ["internal_error", genuine, {}, () => ({ body: down })]
]

it.each(cases.map(([code, request, options = {}, change = () => ({})]) => ({ code, request, options, change })))(
  "nothing that fails with $code leaks a secret, a signature or a body",
  async ({ code, request, options, change }) => {
    const errors: Array<ReceiverError> = []
    const receiver = createReceiver({
      secrets: [otherSecret, secret],
      now,
      handler: () => {},
      onError: (error) => errors.push(error),
      ...options
    })
    const signed = await request()
    const reply: Reply = await receiver.handle(Object.assign({ ...signed }, change(signed)))
    expect([reply.code, errors.map((error) => error.code)]).toEqual([code, [code]])
    const outcome: unknown = await verify({ ...signed, secrets: [otherSecret, secret], now }).catch(
      (error: unknown) => error
    )
    const text = [reply, ...errors, receiver, outcome instanceof Error ? outcome : ""].map(printed).join("\n")
    for (const unknown of secretsOf(signed)) expect(text).not.toContain(unknown)
  }
)

it("a request that breaks off, over a real connection", async () => {
  const errors: Array<ReceiverError> = []
  const handle = nodeHandler(
    createReceiver({ secrets: secret, now, handler: () => {}, onError: (error) => errors.push(error) })
  )
  const signed = await genuine()
  const server = createServer((request, response) => {
    request.once("readable", () => request.destroy(new Error("reset")))
    void handle(request, response)
  })
  const { port, close } = await listen(server, 0)
  await expect(fetch(`http://127.0.0.1:${port}`, signed)).rejects.toThrow("fetch failed")
  await expect.poll(() => errors.map(({ code }) => code)).toEqual(["body_aborted"])
  for (const unknown of secretsOf(signed)) expect(errors.map(printed).join("\n")).not.toContain(unknown)
  await close()
})

it("no code is missing above", () => {
  const provoked = new Set<string>([...cases.map(([code]) => code), "body_aborted"])
  expect(Object.keys(failureCodes).filter((code) => !provoked.has(code))).toEqual([])
})

it.each([`${secret}\n`, `"${secret}"`, secret.slice(0, 20), `${"x".repeat(40)}`])(
  "a secret that is refused (%j)",
  (bad) => {
    const text = printed(configError(() => createReceiver({ secrets: [otherSecret, bad], handler: () => {} })))
    for (const unknown of [secret.slice(6, 20), otherSecret, "xxxx"]) expect(text).not.toContain(unknown)
  }
)
