import { describe, expect, it } from "vitest"
import { HeddleError, HeddleNetworkError } from "../src/index.ts"
import { answer, problem, scriptedServer } from "./support/ScriptedServer.ts"

const lost = () => new TypeError("fetch failed")
const search = { keywords: ["coffee"] }

const failureOf = (call: Promise<unknown>): Promise<unknown> => call.then(() => "no failure").catch((error) => error)

describe("a lost answer", () => {
  it("is asked for again with the key of the first try, until it is there", async () => {
    const { heddle, keys, sleeps } = scriptedServer([lost(), lost(), answer({ credits_consumed: 3 })])
    expect(await heddle.searchPosts(search)).toMatchObject({ credits_consumed: 3 })
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys()).size).toBe(1)
    expect(sleeps).toEqual([500, 1_000])
  })

  it.each([
    ["that breaks off", () => new Response('{"data": [')],
    ["of a proxy, which is no JSON", () => new Response("<html>")]
  ])("is also one %s", async (_name, broken) => {
    const { heddle, keys } = scriptedServer([broken(), answer()])
    await heddle.searchPosts(search)
    expect(new Set(keys()).size).toBe(1)
  })

  it("waits for the first try where that is still running", async () => {
    const running = problem(409, "conflict", { "retry-after": "1" })
    const { heddle, keys, sleeps } = scriptedServer([lost(), running, answer()])
    await heddle.searchPosts(search)
    expect(new Set(keys()).size).toBe(1)
    expect(sleeps).toEqual([500, 2_000])
  })

  it("is tried again after the time-out of the try", async () => {
    const { heddle, keys } = scriptedServer(["silence", answer()], { timeoutSeconds: 0.001 })
    await heddle.searchPosts(search)
    expect(new Set(keys()).size).toBe(1)
  })

  it("fails in the end with the key, with which another call gets the answer", async () => {
    const { heddle, keys, sent } = scriptedServer([lost(), lost(), answer()], { maxRetries: 1 })
    const failure = await failureOf(heddle.searchPosts(search))
    expect(failure).toBeInstanceOf(HeddleNetworkError)
    if (!(failure instanceof HeddleNetworkError)) return
    expect(failure.cause).toMatchObject({ message: "fetch failed" })
    expect(sent).toHaveLength(2)
    await heddle.searchPosts(search, { idempotencyKey: failure.idempotencyKey ?? undefined })
    expect(new Set(keys()).size).toBe(1)
  })
})

describe("keys", () => {
  it("differ from call to call, and go only where they have an effect", async () => {
    const { heddle, keys } = scriptedServer(Array.from({ length: 4 }, () => answer()))
    await heddle.searchPosts(search)
    await heddle.searchPosts(search)
    await heddle.deleteRule({ rule_id: "rule_1" })
    await heddle.balance()
    expect(new Set(keys().slice(0, 3)).size).toBe(3)
    expect(keys()[3]).toBeNull()
  })

  it("are not spent by an estimate", async () => {
    const { heddle, keys, sent } = scriptedServer([answer({ data: { estimated_cost: 5 } })])
    expect(await heddle.estimate("backtestRule", { keyword: "coffee" })).toEqual({ estimated_cost: 5 })
    expect(keys()).toEqual([null])
    expect(sent[0]?.url.pathname).toBe("/estimate")
    expect(sent[0]?.body).toEqual({ operation: "backtestRule", parameters: { keyword: "coffee" } })
  })
})

describe("an error", () => {
  it.each([
    [429, "rate_limited", { "retry-after": "7" }, 7_500],
    [503, "unavailable", { "retry-after": "1" }, 1_500],
    [503, "unavailable", {}, 500],
    [408, "request_timeout", {}, 500],
    [500, "internal", {}, 500]
  ])("%i %s passes, and is waited for: %o", async (status, code, headers, delay) => {
    const { heddle, keys, sleeps } = scriptedServer([problem(status, code, headers), answer()])
    await heddle.searchPosts(search)
    expect(sleeps).toEqual([delay])
    expect(new Set(keys()).size).toBe(1)
  })

  it.each([
    [400, "invalid_parameter"],
    [401, "invalid_api_key"],
    [402, "insufficient_credits"],
    [404, "not_found"],
    [409, "conflict"],
    [409, "idempotency_conflict"],
    [418, "of_a_later_release"]
  ])("%i %s does not pass", async (status, code) => {
    const errors = [{ path: "limit", message: "too large" }]
    const { heddle, sent } = scriptedServer([problem(status, code, {}, { errors, max_affordable_limit: 9 })])
    const failure = await failureOf(heddle.searchPosts(search))
    expect(failure).toBeInstanceOf(HeddleError)
    const detail = `The detail of ${code}.`
    expect(failure).toMatchObject({ code, status, detail, errors, requestId: "req_1", retryAfter: null })
    expect(failure).toMatchObject({ problem: { max_affordable_limit: 9 }, idempotencyKey: expect.any(String) })
    expect(sent).toHaveLength(1)
  })

  it("of a proxy has the code unknown, and is tried at most as often as allowed", async () => {
    const page = () => new Response("Bad gateway", { status: 502 })
    const { heddle, sleeps } = scriptedServer(Array.from({ length: 5 }, page))
    expect(await failureOf(heddle.searchPosts(search))).toMatchObject({ code: "unknown", status: 502 })
    expect(sleeps).toEqual([500, 1_000, 2_000, 4_000])
  })

  it("that asks for a longer wait than allowed is not waited for", async () => {
    const { heddle, sleeps } = scriptedServer([problem(429, "rate_limited", { "retry-after": "61" })])
    expect(await failureOf(heddle.searchPosts(search))).toMatchObject({ code: "rate_limited", retryAfter: 61 })
    expect(sleeps).toEqual([])
  })
})

describe("a signal", () => {
  const reason = new Error("no longer needed")

  it("ends a call before, during and between its tries", async () => {
    const before = scriptedServer([answer()])
    expect(await failureOf(before.heddle.balance({}, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(before.sent).toEqual([])
    const during = new AbortController()
    const running = scriptedServer(["silence"])
    const failed = failureOf(running.heddle.balance({}, { signal: during.signal }))
    during.abort(reason)
    expect(await failed).toBe(reason)
    const between = new AbortController()
    const waiting = scriptedServer([lost(), answer()], {
      sleep: async (_milliseconds, signal) => {
        between.abort(reason)
        signal?.throwIfAborted()
      }
    })
    expect(await failureOf(waiting.heddle.balance({}, { signal: between.signal }))).toBe(reason)
    expect(waiting.sent).toHaveLength(1)
  })
})
