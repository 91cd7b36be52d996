import { memoryStore } from "@heddle/receiver"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { gate, makeReceiver, sign, storeWith } from "../support/Fixtures.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }))
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})

describe("a step of the store that never ends", () => {
  it.each(["claim", "complete"])("%s: 503 after storeTimeoutSeconds", async (step) => {
    const store = storeWith({ [step]: never })
    const { receiver, errors } = makeReceiver({ store, storeTimeoutSeconds: 2 })
    const reply = receiver.handle(await sign())
    await vi.advanceTimersByTimeAsync(1999)
    expect(errors).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await reply).toMatchObject({ code: "store_failed", status: 503 })
    expect(errors[0]?.cause).toMatchObject({ message: "It did not answer within 2 s." })
    expect(vi.getTimerCount()).toBe(0)
  })

  it("release: reported, and the handler's failure is the answer", async () => {
    const store = storeWith({ release: never })
    const { receiver, errors } = makeReceiver({ store, handler: () => Promise.reject(new Error("no")) })
    const reply = receiver.handle(await sign())
    await vi.advanceTimersByTimeAsync(5000)
    expect((await reply).code).toBe("handler_failed")
    expect(errors.map(({ code }) => code)).toEqual(["store_failed", "handler_failed"])
  })

  it("renew: renewLease rejects with store_failed", async () => {
    const store = storeWith({ renew: never })
    const { receiver, errors } = makeReceiver({ store, handler: (_, { renewLease }) => renewLease() })
    const reply = receiver.handle(await sign())
    await vi.advanceTimersByTimeAsync(5000)
    expect((await reply).code).toBe("handler_failed")
    expect(errors[0]?.cause).toMatchObject({ code: "store_failed" })
  })
})

describe("a claim that comes late", () => {
  /** Claims at once, and tells of it when `open` is called. */
  const slowStore = () => {
    const memory = memoryStore()
    const { open, opened } = gate()
    let claims = 0
    const store = storeWith(
      {
        claim: async (key, owner, leaseMs) => {
          const claim = await memory.claim(key, owner, leaseMs)
          claims += 1
          if (claims === 1) await opened
          return claim
        }
      },
      memory
    )
    return { store, open }
  }

  it("is released at once, so that the next delivery runs", async () => {
    const { store, open } = slowStore()
    const { receiver, handled } = makeReceiver({ store })
    const signed = await sign()
    const first = receiver.handle(signed)
    await vi.advanceTimersByTimeAsync(5000)
    expect((await first).code).toBe("store_failed")
    expect((await receiver.handle(signed)).code).toBe("in_progress")
    open()
    await vi.advanceTimersByTimeAsync(0)
    expect(handled).toEqual([])
    expect((await receiver.handle(signed)).code).toBe("handled")
    expect(handled).toHaveLength(1)
  })

  it("after its lease runs nothing, however long the store may take", async () => {
    const { store, open } = slowStore()
    const { receiver, handled } = makeReceiver({ store, leaseSeconds: 1, storeTimeoutSeconds: 60 })
    const first = receiver.handle(await sign())
    await vi.advanceTimersByTimeAsync(1000)
    open()
    expect((await first).code).toBe("store_failed")
    expect(handled).toEqual([])
  })

  it("within its lease: what it took is taken off, so the signal is never later than the lease", async () => {
    const { store, open } = slowStore()
    const aborted: Array<boolean> = []
    const done = gate()
    const { receiver } = makeReceiver({
      store,
      leaseSeconds: 10,
      handler: async (_, { signal }) => {
        signal.addEventListener("abort", () => aborted.push(true))
        await done.opened
      }
    })
    const reply = receiver.handle(await sign())
    await vi.advanceTimersByTimeAsync(4000)
    open()
    await vi.advanceTimersByTimeAsync(5999)
    expect(aborted).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(aborted).toEqual([true])
    done.open()
    await reply
  })
})

describe("a store that breaks its contract", () => {
  it.each(["undefined", "null", '"claimed"', "[]", '{"status":"ok"}'])("claim answers %s", async (text) => {
    const claim = async () => (text === "undefined" ? undefined : JSON.parse(text))
    const { receiver, handled } = makeReceiver({ store: storeWith({ claim }) })
    expect(await receiver.handle(await sign())).toMatchObject({ code: "store_failed", status: 503 })
    expect(handled).toEqual([])
  })

  it.each(["null", "1", '"OK"'])("complete answers %s: not acknowledged, and not called a lost lease", async (text) => {
    const complete = async () => JSON.parse(text)
    const { receiver } = makeReceiver({ store: storeWith({ complete }) })
    expect(await receiver.handle(await sign())).toMatchObject({ code: "store_failed", status: 503 })
  })

  it("throws what is no error, at once", async () => {
    const claim = () => {
      throw JSON.parse('"down"')
    }
    const { receiver, errors } = makeReceiver({ store: storeWith({ claim }) })
    expect((await receiver.handle(await sign())).code).toBe("store_failed")
    expect(errors[0]?.cause).toBe("down")
  })
})
