import { ReceiverConfigError } from "@heddle/receiver"
import { durableObjectStore, IdempotencyObject } from "@heddle/receiver/cloudflare"
import { describe, expect, it } from "vitest"
import { conformance } from "./Conformance.ts"

/** `state.storage` in memory. Each request waits for the one before, as the runtime's input gate does. */
class FakeObject {
  readonly stored = new Map<string, unknown>()
  alarmAt: number | null = null
  #last: Promise<unknown> = Promise.resolve()
  readonly #make: (state: ConstructorParameters<typeof IdempotencyObject>[0]) => IdempotencyObject

  constructor(make: (state: ConstructorParameters<typeof IdempotencyObject>[0]) => IdempotencyObject) {
    this.#make = make
  }

  readonly storage = {
    get: async (key: string) => this.stored.get(key),
    put: async (key: string, value: unknown) => void this.stored.set(key, structuredClone(value)),
    deleteAll: async () => this.stored.clear(),
    setAlarm: async (time: number) => void (this.alarmAt = time),
    deleteAlarm: async () => void (this.alarmAt = null)
  }

  /** A new instance each time: the runtime may evict an object between any two requests. */
  run<A>(use: (object: IdempotencyObject) => Promise<A>): Promise<A> {
    const result = this.#last.then(() => use(this.#make({ storage: this.storage })))
    this.#last = result.catch(() => {})
    return result
  }
}

function fakeNamespace() {
  const clock = { ms: 1_760_000_000_000 }
  class Timed extends IdempotencyObject {
    protected override readonly now = () => clock.ms
  }
  const objects = new Map<string, FakeObject>()
  const objectOf = (name: string): FakeObject => {
    const object = objects.get(name) ?? new FakeObject((state) => new Timed(state))
    objects.set(name, object)
    return object
  }
  const namespace = {
    idFromName: (name: string) => name,
    get: (name: string) => ({
      fetch: (url: string, init: { method: string; body: string }) =>
        objectOf(name).run((object) => object.fetch(new Request(url, init)))
    })
  }
  /** The runtime fires what is due; an alarm that has fired is gone. */
  const advance = async (seconds: number) => {
    clock.ms += seconds * 1000
    for (const object of objects.values()) {
      if (object.alarmAt === null || object.alarmAt > clock.ms) continue
      object.alarmAt = null
      await object.run((due) => due.alarm())
    }
  }
  return { namespace, objects, advance, clock }
}

describe("in memory", () => {
  conformance(() => {
    const { namespace, advance } = fakeNamespace()
    return { store: durableObjectStore({ namespace }), advance }
  })

  it("an object forgets itself when its event expires, and at once when it is released", async () => {
    const { namespace, objects, advance } = fakeNamespace()
    const store = durableObjectStore({ namespace, retentionSeconds: 100 })
    await store.claim("kept", "a", 1000)
    await store.complete("kept", "a")
    await store.claim("freed", "a", 1000)
    await store.release("freed", "a")
    expect(objects.get("freed")).toMatchObject({ alarmAt: null, stored: new Map() })
    await advance(99)
    expect(objects.get("kept")?.stored.size).toBe(1)
    await advance(1)
    expect(objects.get("kept")).toMatchObject({ alarmAt: null, stored: new Map() })
  })

  it("an alarm that comes too early is set again", async () => {
    const { namespace, objects, clock } = fakeNamespace()
    await durableObjectStore({ namespace, retentionSeconds: 100 }).claim("k", "a", 1000)
    const object = objects.get("k")
    await object?.run((early) => early.alarm())
    expect(object?.stored.size).toBe(1)
    expect(object?.alarmAt).toBe(clock.ms + 101_000)
  })

  it.each(["{}", "null", '{"verb":"drop","owner":"a","leaseMs":1,"retentionMs":1}'])(
    "refuses the step %s",
    async (body) => {
      const { namespace } = fakeNamespace()
      expect((await namespace.get("k").fetch("https://o.invalid/", { method: "POST", body })).status).toBe(400)
    }
  )

  it("an object that answers something else is no permission", async () => {
    const answering = (response: () => Response) => ({
      idFromName: () => "",
      get: () => ({ fetch: async () => response() })
    })
    const odd = durableObjectStore({ namespace: answering(() => Response.json({ status: "ok" })) })
    const broken = durableObjectStore({ namespace: answering(() => new Response("", { status: 500 })) })
    await expect(odd.claim("k", "a", 1)).rejects.toThrow("unknown")
    await expect(broken.complete("k", "a")).rejects.toThrow("refused")
    expect(() => durableObjectStore(JSON.parse('{"namespace":{}}'))).toThrow(ReceiverConfigError)
  })
})
