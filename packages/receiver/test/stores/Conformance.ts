import type { IdempotencyStore } from "@heddle/receiver"
import { expect, it } from "vitest"
import { Clock } from "../support/Fixtures.ts"

/** What every store must do; a new one is held against the same cases. */
export function conformance(make: (clock: Clock) => IdempotencyStore): void {
  const begin = () => {
    const clock = new Clock()
    return { clock, store: make(clock) }
  }

  it("a free key is claimed once, then in progress with what is left of the lease", async () => {
    const { clock, store } = begin()
    expect(await store.claim("k", "a", 60_000)).toEqual({ status: "claimed" })
    clock.advance(20)
    expect(await store.claim("k", "b", 60_000)).toEqual({ status: "in_progress", retryAfterMs: 40_000 })
    expect(await store.claim("other", "b", 60_000)).toEqual({ status: "claimed" })
  })

  it("a completed key stays completed after the lease", async () => {
    const { clock, store } = begin()
    await store.claim("k", "a", 60_000)
    expect(await store.complete("k", "a")).toBe(true)
    clock.advance(3600)
    expect(await store.claim("k", "b", 60_000)).toEqual({ status: "completed" })
  })

  it("a released key is free at once", async () => {
    const { store } = begin()
    await store.claim("k", "a", 60_000)
    expect(await store.release("k", "a")).toBe(true)
    expect(await store.claim("k", "b", 60_000)).toEqual({ status: "claimed" })
  })

  it("the lease ends exactly when it says", async () => {
    const { clock, store } = begin()
    await store.claim("k", "a", 60_000)
    clock.ms += 59_999
    expect(await store.claim("k", "b", 60_000)).toEqual({ status: "in_progress", retryAfterMs: 1 })
    clock.ms += 1
    expect(await store.claim("k", "b", 60_000)).toEqual({ status: "claimed" })
  })

  it("a stale owner can neither complete nor release what passed to another", async () => {
    const { clock, store } = begin()
    await store.claim("k", "a", 1000)
    clock.advance(2)
    await store.claim("k", "b", 60_000)
    expect(await store.complete("k", "a")).toBe(false)
    expect(await store.release("k", "a")).toBe(false)
    expect((await store.claim("k", "c", 1000)).status).toBe("in_progress")
    expect(await store.complete("k", "b")).toBe(true)
    expect(await store.release("k", "b")).toBe(false)
    expect((await store.claim("k", "c", 1000)).status).toBe("completed")
  })

  it("an owner whose lease ended, but whom nobody replaced, may still complete", async () => {
    const { clock, store } = begin()
    await store.claim("k", "a", 1000)
    clock.advance(2)
    expect(await store.complete("k", "a")).toBe(true)
  })

  it("nothing happens to a key nobody holds", async () => {
    const { store } = begin()
    expect(await store.complete("k", "a")).toBe(false)
    expect(await store.release("k", "a")).toBe(false)
  })

  it("of 200 claims at once one wins", async () => {
    const { store } = begin()
    const claims = await Promise.all(Array.from({ length: 200 }, (_, owner) => store.claim("k", `o${owner}`, 60_000)))
    expect(claims.filter((claim) => claim.status === "claimed")).toHaveLength(1)
    expect(claims.filter((claim) => claim.status === "in_progress")).toHaveLength(199)
  })
}
