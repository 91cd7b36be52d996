import { expect, it } from "vitest"
import { gate, makeReceiver, sign } from "../support/Fixtures.ts"

it("a duplicate that waits is acknowledged as soon as the run it waits for has ended", async () => {
  const { open, opened } = gate()
  let runs = 0
  const { receiver } = makeReceiver({
    waitSeconds: 9,
    handler: () => {
      runs += 1
      return opened
    }
  })
  const signed = await sign()
  const replies = [receiver.handle(signed), receiver.handle(signed), receiver.handle(signed)]
  await expect.poll(() => runs).toBe(1)
  open()
  const codes = (await Promise.all(replies)).map(({ code }) => code)
  expect(codes.toSorted()).toEqual(["duplicate", "duplicate", "handled"])
  expect(runs).toBe(1)
})

it("a duplicate that waits runs the event itself when the run it waits for fails", async () => {
  const { open, opened } = gate()
  let runs = 0
  const { receiver } = makeReceiver({
    waitSeconds: 9,
    handler: async () => {
      runs += 1
      if (runs > 1) return
      await opened
      throw new Error("no")
    }
  })
  const signed = await sign()
  const first = receiver.handle(signed)
  await expect.poll(() => runs).toBe(1)
  const second = receiver.handle(signed)
  open()
  expect([(await first).code, (await second).code]).toEqual(["handler_failed", "handled"])
})

it("a duplicate that waits is sent away when the wait is over", async () => {
  const { opened } = gate()
  let runs = 0
  const { receiver } = makeReceiver({
    waitSeconds: 0.05,
    handler: () => {
      runs += 1
      return opened
    }
  })
  const signed = await sign()
  void receiver.handle(signed)
  await expect.poll(() => runs).toBe(1)
  expect(await receiver.handle(signed)).toMatchObject({ code: "in_progress", headers: { "retry-after": "60" } })
})
