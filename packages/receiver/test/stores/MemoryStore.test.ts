import { type MemoryStore, memoryStore } from "@heddle/receiver"
import * as fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { Clock } from "../support/Fixtures.ts"
import { conformance } from "./Conformance.ts"

describe("conformance", () => {
  conformance(() => {
    const clock = new Clock()
    return { store: memoryStore({ now: clock.now }), advance: (seconds) => clock.advance(seconds) }
  })
})

async function finish(store: MemoryStore, key: string) {
  await store.claim(key, "owner", 1000)
  await store.complete(key, "owner")
}

describe("bounds", () => {
  it("the lease ends exactly when it says", async () => {
    const clock = new Clock()
    const store = memoryStore({ now: clock.now })
    await store.claim("k", "a", 60_000)
    clock.ms += 59_999
    expect(await store.claim("k", "b", 60_000)).toEqual({ status: "in_progress", retryAfterMs: 1 })
    clock.ms += 1
    expect(await store.claim("k", "b", 60_000)).toEqual({ status: "claimed" })
  })

  it("a system clock that is set on or back moves no lease and forgets nothing", async () => {
    const store = memoryStore()
    vi.useFakeTimers({ toFake: ["Date"] })
    try {
      await finish(store, "done")
      await store.claim("held", "a", 60_000)
      for (const years of [1, -2]) {
        vi.setSystemTime(Date.now() + years * 365 * 86_400_000)
        expect(await store.claim("done", "b", 60_000)).toEqual({ status: "completed" })
        const claim = await store.claim("held", "b", 60_000)
        expect(claim.status === "in_progress" && claim.retryAfterMs <= 60_000).toBe(true)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it("forgets a completed event after 31 days, not before", async () => {
    const clock = new Clock()
    const store = memoryStore({ now: clock.now })
    await finish(store, "k")
    clock.advance(31 * 86_400 - 1)
    expect((await store.claim("k", "b", 1000)).status).toBe("completed")
    clock.advance(1)
    expect((await store.claim("k", "b", 1000)).status).toBe("claimed")
  })

  it("the oldest completed event makes room", async () => {
    const store = memoryStore({ maxEntries: 3 })
    for (const key of ["a", "b", "c", "d"]) await finish(store, key)
    expect(store.size).toBe(3)
    expect((await store.claim("b", "x", 1000)).status).toBe("completed")
    expect((await store.claim("a", "x", 1000)).status).toBe("claimed")
  })

  it("a live claim is never evicted; an abandoned one is", async () => {
    const clock = new Clock()
    const store = memoryStore({ maxEntries: 2, now: clock.now })
    await store.claim("a", "x", 1000)
    await store.claim("b", "x", 60_000)
    await expect(store.claim("c", "x", 1000)).rejects.toThrow("claims in progress")
    expect((await store.claim("b", "y", 1000)).status).toBe("in_progress")
    clock.advance(1)
    expect((await store.claim("c", "x", 1000)).status).toBe("claimed")
    expect(store.size).toBe(2)
  })

  it("never holds more than it may and never gives one key to two, whatever happens", async () => {
    const step = fc.record({
      verb: fc.constantFrom("claim", "complete", "release", "wait"),
      key: fc.constantFrom("a", "b", "c", "d", "e"),
      owner: fc.constantFrom("1", "2", "3")
    })
    const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const clock = new Clock()
      const store = memoryStore({ maxEntries: 3, retentionSeconds: 40, now: clock.now })
      const wrong: Array<string> = []
      const held = new Map<string, { owner: string; until: number }>()
      const completed = new Map<string, string>()
      for (const { verb, key, owner } of steps) {
        const holder = held.get(key)
        if (verb === "wait") clock.advance(7)
        if (verb === "claim") {
          const { status } = await store.claim(key, owner, 10_000).catch(() => ({ status: "full" }))
          const live = holder !== undefined && holder.until > clock.ms
          if (live && holder.owner !== owner && status === "claimed") wrong.push("one key given to two")
          if (status === "claimed") held.set(key, { owner, until: clock.ms + 10_000 })
        }
        if (verb === "complete" || verb === "release") {
          const done = await store[verb](key, owner)
          const mine = holder?.owner === owner
          const live = holder !== undefined && holder.until > clock.ms
          const again = verb === "complete" && completed.get(key) === owner
          if (done && !mine && !again) wrong.push(`a stranger could ${verb}`)
          if (!done && mine && live) wrong.push(`the owner could not ${verb}`)
          if (done) held.delete(key)
          if (done && verb === "complete") completed.set(key, owner)
        }
        if (store.size > 3) wrong.push("too many entries")
      }
      expect(wrong).toEqual([])
    })
    await fc.assert(property, { numRuns: 1000 })
  })
})
