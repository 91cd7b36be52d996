/** Without `onError`, what failed on this side is printed, and nothing that a stranger can cause. */
import { createReceiver, memoryStore, type ReceiverOptions } from "@heddle/receiver"
import { expire, sampleEvent, tamperBody, tamperSignature, wrongSecret } from "@heddle/receiver/testing"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { secret, sign, start } from "../support/Fixtures.ts"

const printed = vi.fn<(...given: ReadonlyArray<unknown>) => void>()
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(printed))
afterEach(() => {
  vi.restoreAllMocks()
  printed.mockReset()
})

const make = (options: Partial<ReceiverOptions> = {}) =>
  createReceiver({ secrets: secret, now: () => start * 1000, handler: () => {}, ...options })

const lines = (): ReadonlyArray<unknown> =>
  printed.mock.calls.map(([line, ...rest]) => (rest.length === 0 ? line : null))

const failing = (message: string) => () => Promise.reject(new TypeError(message))
const eventKey = "v1:keyword:C9xSample01:rule_sample"

describe("one line with its cause", () => {
  it.each<[string, Partial<ReceiverOptions>, string]>([
    [
      "handler_failed",
      { handler: failing("no row") },
      `@heddle/receiver: handler_failed (${eventKey}): The handler failed. TypeError: no row`
    ],
    [
      "rule_map_failed",
      { ruleMap: failing("no file") },
      "@heddle/receiver: rule_map_failed: The map of rules could not be read. TypeError: no file"
    ],
    [
      "store_failed",
      { store: { ...memoryStore(), claim: failing("connection refused") } },
      `@heddle/receiver: store_failed (${eventKey}): The idempotency store failed while claiming an event. TypeError: connection refused`
    ],
    [
      "lease_lost",
      { store: { ...memoryStore(), complete: async () => false } },
      `@heddle/receiver: lease_lost (${eventKey}): The handler went on after its lease had passed to another delivery.`
    ]
  ])("%s", async (code, options, line) => {
    expect((await make(options).handle(await sign())).code).toBe(code)
    expect(lines()).toEqual([line])
  })

  it("internal_error", async () => {
    await make().handle({ ...(await sign()), body: failing("no stream") })
    expect(lines()).toEqual([
      "@heddle/receiver: internal_error: The receiver failed unexpectedly. TypeError: no stream"
    ])
  })

  it("of a claim that could not be released, beside the handler's", async () => {
    const store = { ...memoryStore(), release: failing("gone") }
    await make({ store, handler: failing("no row") }).handle(await sign())
    expect(lines()).toEqual([expect.stringContaining("store_failed"), expect.stringContaining("handler_failed")])
  })

  it("whatever the cause contains", async () => {
    const caption = `first\nsecond\r\u001b[31m\u2028\u202e${"x".repeat(10_000)}`
    await make({ handler: failing(caption) }).handle(await sign({ body: sampleEvent({ post: { caption } }) }))
    const [line] = lines()
    expect(line).toMatch(/^@heddle\/receiver: handler_failed .* TypeError: first second \[31m x+…$/)
    expect(String(line).length).toBeLessThan(600)
  })

  it.each([undefined, null, "text", 42])("a handler that throws %j", async (cause) => {
    await make({ handler: () => Promise.reject(cause) }).handle(await sign())
    expect(lines()).toEqual([expect.stringContaining("handler_failed")])
  })
})

it("nothing is printed for what a stranger can cause", async () => {
  const receiver = make({ maxBodyBytes: 2000 })
  const signed = await sign()
  const requests = [
    tamperBody(signed),
    tamperSignature(signed),
    await expire(signed),
    await wrongSecret(signed),
    signed.with({ headers: { "X-Service-Signature": undefined } }),
    signed.with({ headers: { "X-Service-Signature": "nonsense" } }),
    signed.with({ body: new Uint8Array(3000) }),
    { ...signed, method: "GET" },
    await sign({ body: "not JSON" }),
    await sign({ body: "{}" })
  ]
  for (const request of requests) expect((await receiver.handle(request)).status).toBeGreaterThanOrEqual(400)
  for (const request of [signed, signed]) expect((await receiver.handle(request)).status).toBe(200)
  expect(lines()).toEqual([])
})

it("nothing is printed where there is an onError", async () => {
  const errors: Array<string> = []
  await make({ handler: failing("no row"), onError: ({ code }) => errors.push(code) }).handle(await sign())
  expect([errors, lines()]).toEqual([["handler_failed"], []])
})
