import type { IdempotencyStore } from "@heddle/receiver"
import { expect, it } from "vitest"

export interface StoreUnderTest {
  readonly store: IdempotencyStore
  /** Lets that much time pass for the store's clock. */
  readonly advance: (seconds: number) => void | Promise<void>
}

const longMs = 3_600_000

/** What every store must do, each case on a store that holds nothing; a new one is held against the same cases. */
export function conformance(make: () => StoreUnderTest | Promise<StoreUnderTest>): void {
  it("a free key is claimed once, then in progress with what is left of the lease", async () => {
    const { advance, store } = await make()
    const startMs = performance.now()
    expect(await store.claim("k", "a", longMs)).toEqual({ status: "claimed" })
    await advance(1200)
    const claim = await store.claim("k", "b", longMs)
    const elapsedMs = performance.now() - startMs
    expect(claim).toEqual({ status: "in_progress", retryAfterMs: expect.any(Number) })
    const leftMs = claim.status === "in_progress" ? claim.retryAfterMs : 0
    expect(leftMs).toBeLessThanOrEqual(2_400_001)
    expect(leftMs).toBeGreaterThanOrEqual(2_400_000 - elapsedMs - 2)
    expect(await store.claim("other", "b", longMs)).toEqual({ status: "claimed" })
  })

  it("a completed key stays completed after the lease", async () => {
    const { advance, store } = await make()
    await store.claim("k", "a", longMs)
    expect(await store.complete("k", "a")).toBe(true)
    expect(await store.claim("k", "b", longMs)).toEqual({ status: "completed" })
    await advance(7200)
    expect(await store.claim("k", "b", longMs)).toEqual({ status: "completed" })
    expect(await store.claim("k", "a", longMs)).toEqual({ status: "completed" })
  })

  it("a released key is free at once", async () => {
    const { store } = await make()
    await store.claim("k", "a", longMs)
    expect(await store.release("k", "a")).toBe(true)
    expect(await store.claim("k", "b", longMs)).toEqual({ status: "claimed" })
  })

  it("a key whose lease ended goes to the next", async () => {
    const { advance, store } = await make()
    await store.claim("k", "a", longMs)
    await advance(3000)
    expect((await store.claim("k", "b", longMs)).status).toBe("in_progress")
    await advance(601)
    expect(await store.claim("k", "b", longMs)).toEqual({ status: "claimed" })
  })

  it("a renewed lease starts again", async () => {
    const { advance, store } = await make()
    await store.claim("k", "a", longMs)
    await advance(3000)
    expect(await store.renew("k", "a", longMs)).toBe(true)
    await advance(3000)
    expect((await store.claim("k", "b", longMs)).status).toBe("in_progress")
    await advance(601)
    expect((await store.claim("k", "b", longMs)).status).toBe("claimed")
    expect(await store.renew("k", "a", longMs)).toBe(false)
  })

  it("a stale owner can neither complete, release nor renew what passed to another", async () => {
    const { advance, store } = await make()
    await store.claim("k", "a", 1000)
    await advance(2)
    await store.claim("k", "b", longMs)
    expect(await store.complete("k", "a")).toBe(false)
    expect(await store.release("k", "a")).toBe(false)
    expect(await store.renew("k", "a", longMs)).toBe(false)
    expect((await store.claim("k", "c", 1000)).status).toBe("in_progress")
    expect(await store.complete("k", "b")).toBe(true)
    expect(await store.release("k", "b")).toBe(false)
    expect(await store.renew("k", "b", longMs)).toBe(false)
    expect(await store.complete("k", "a")).toBe(false)
    expect((await store.claim("k", "c", 1000)).status).toBe("completed")
  })

  it("an owner whose lease ended, but whom nobody replaced, may still complete or renew", async () => {
    const { advance, store } = await make()
    await store.claim("k", "a", 1000)
    await advance(2)
    expect(await store.renew("k", "a", 1000)).toBe(true)
    await advance(2)
    expect(await store.complete("k", "a")).toBe(true)
  })

  it("a step whose answer was lost and that comes again answers the same", async () => {
    const { store } = await make()
    expect(await store.claim("k", "a", longMs)).toEqual({ status: "claimed" })
    expect(await store.claim("k", "a", longMs)).toEqual({ status: "claimed" })
    expect(await store.complete("k", "a")).toBe(true)
    expect(await store.complete("k", "a")).toBe(true)
  })

  it("nothing happens to a key nobody holds", async () => {
    const { store } = await make()
    expect(await store.complete("k", "a")).toBe(false)
    expect(await store.release("k", "a")).toBe(false)
    expect(await store.renew("k", "a", longMs)).toBe(false)
    expect((await store.claim("k", "b", longMs)).status).toBe("claimed")
  })

  it("a completed event is forgotten after 31 days, not before", async () => {
    const { advance, store } = await make()
    await store.claim("k", "a", 1000)
    await store.complete("k", "a")
    await advance(31 * 86_400 - 600)
    expect((await store.claim("k", "b", 1000)).status).toBe("completed")
    await advance(601)
    expect((await store.claim("k", "b", 1000)).status).toBe("claimed")
    expect(await store.complete("k", "a")).toBe(false)
  })

  it("keys of any length and any characters are told apart", async () => {
    const { store } = await make()
    const keys = [
      "K",
      "k",
      "k ",
      "台積電",
      "a\u0000b",
      "a\u0000c",
      "x".repeat(4000),
      `${"x".repeat(3999)}y`,
      "v1:%3A:*?"
    ]
    for (const key of keys) expect((await store.claim(key, "a", longMs)).status).toBe("claimed")
    for (const key of keys) expect((await store.claim(key, "b", longMs)).status).toBe("in_progress")
    for (const key of keys) expect(await store.complete(key, "a")).toBe(true)
  })

  it("of 200 claims at once one wins", async () => {
    const { store } = await make()
    const claims = await Promise.all(Array.from({ length: 200 }, (_, owner) => store.claim("k", `o${owner}`, longMs)))
    expect(claims.filter((claim) => claim.status === "claimed")).toHaveLength(1)
    expect(claims.filter((claim) => claim.status === "in_progress")).toHaveLength(199)
  })

  it("of 100 claims at once of a key whose lease ended one wins", async () => {
    const { advance, store } = await make()
    await store.claim("k", "a", 1000)
    await advance(2)
    const claims = await Promise.all(Array.from({ length: 100 }, (_, owner) => store.claim("k", `o${owner}`, longMs)))
    expect(claims.filter((claim) => claim.status === "claimed")).toHaveLength(1)
  })
}
