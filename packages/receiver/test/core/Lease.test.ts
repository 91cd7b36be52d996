import { type HandlerContext, memoryStore } from "@heddle/receiver"
import { sampleTestEvent } from "@heddle/receiver/testing"
import { expect, it } from "vitest"
import { Clock, gate, makeReceiver, sign } from "../support/Fixtures.ts"

/** A receiver whose first run is held until `finish`, with the context it got. */
function slowReceiver(leaseSeconds: number) {
  const clock = new Clock()
  const { open, opened } = gate()
  const contexts: Array<HandlerContext> = []
  const made = makeReceiver({
    leaseSeconds,
    now: clock.now,
    store: memoryStore({ now: clock.now }),
    handler: async (_, context) => {
      if (contexts.push(context) === 1) await opened
    }
  })
  return { ...made, clock, finish: open, contexts }
}

it("a handler that renews its lease keeps the event; the lease starts again from then", async () => {
  const { receiver, clock, finish, contexts } = slowReceiver(60)
  const signed = await sign()
  const slow = receiver.handle(signed)
  await expect.poll(() => contexts.length).toBe(1)
  clock.advance(50)
  await contexts[0]?.renewLease()
  clock.advance(50)
  expect(await receiver.handle(signed)).toMatchObject({ code: "in_progress", headers: { "retry-after": "10" } })
  finish()
  expect((await slow).code).toBe("handled")
})

it("renewing what passed to another rejects with lease_lost, aborts the signal and is the answer", async () => {
  const { receiver, clock, contexts, finish } = slowReceiver(60)
  const signed = await sign()
  const slow = receiver.handle(signed)
  await expect.poll(() => contexts.length).toBe(1)
  clock.advance(61)
  expect((await receiver.handle(signed)).code).toBe("handled")
  await expect(contexts[0]?.renewLease()).rejects.toMatchObject({ code: "lease_lost" })
  expect(contexts[0]?.signal.aborted).toBe(true)
  finish()
  expect((await slow).code).toBe("lease_lost")
  expect((await receiver.handle(signed)).code).toBe("duplicate")
})

it("a handler that passes lease_lost on is answered with it, not with handler_failed", async () => {
  const clock = new Clock()
  const { receiver } = makeReceiver({
    now: clock.now,
    store: { ...stolen(), claim: async () => ({ status: "claimed" }) },
    handler: (_, context) => context.renewLease()
  })
  expect(await receiver.handle(await sign())).toMatchObject({ code: "lease_lost", status: 503 })
})

const stolen = () => ({ renew: async () => false, complete: async () => false, release: async () => false })

it("the signal aborts by itself when the lease ends", async () => {
  const { receiver, contexts, finish } = slowReceiver(0.02)
  const slow = receiver.handle(await sign())
  await expect.poll(() => contexts[0]?.signal.aborted).toBe(true)
  expect(contexts[0]?.signal.reason).toMatchObject({ code: "lease_lost" })
  finish()
  // Nobody took over, so the run counts.
  expect((await slow).code).toBe("handled")
})

it("test events hold no lease: renewing does nothing", async () => {
  const { receiver, errors } = makeReceiver({ handler: (_, context) => context.renewLease() })
  expect((await receiver.handle(await sign({ body: sampleTestEvent() }))).code).toBe("handled")
  expect(errors).toEqual([])
})
