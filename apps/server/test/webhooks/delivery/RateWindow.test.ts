import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import {
  correctSlot,
  freeSlots,
  nextSlotAt,
  requestsPerWindow,
  type RateWindow,
  slotMillis,
  takeSlots
} from "../../../src/webhooks/delivery/RateWindow.ts"

/** The most requests of any 60 seconds, both ends included. */
const mostInAnyWindow = (times: ReadonlyArray<number>): number => {
  const sorted = times.toSorted((a, b) => a - b)
  let most = 0
  let first = 0
  for (const [last, time] of sorted.entries()) {
    while ((sorted[first] ?? 0) < time - 60_000) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}

const at = (millis: number) => new Date(1_763_800_000_000 + millis)

describe("The rate window of an endpoint", () => {
  it("never lets more than 1,000 requests arrive in any 60 seconds, however late they are sent and arrive", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            wait: fc.oneof(fc.nat(1_500), fc.nat(70_000)),
            wanted: fc.oneof(fc.nat(30), fc.nat(1_200)),
            /** From the claim to the request on the wire; null is never sent. */
            delay: fc.option(fc.oneof({ weight: 5, arbitrary: fc.nat(slotMillis) }, fc.nat(9_999))),
            /** On the network. */
            travel: fc.nat(999)
          }),
          { maxLength: 60 }
        ),
        (steps) => {
          let window: RateWindow = []
          let time = 0
          const arrivals: Array<number> = []
          const results: Array<{ at: number; claimedAt: number; sentAt: number | null; count: number }> = []
          for (const { wait, wanted, delay, travel } of steps) {
            time += wait
            // Results are recorded when they come, at the latest with the deadline of their attempt.
            for (const result of results.splice(0).filter((one) => one.at <= time || void results.push(one))) {
              for (let n = 0; n < result.count; n += 1) {
                window = correctSlot(window, at(result.claimedAt), result.sentAt === null ? null : at(result.sentAt))
              }
            }
            const count = Math.min(wanted, freeSlots(window, at(time)))
            window = takeSlots(window, at(time), count)
            const sentAt = delay === null ? null : time + delay
            results.push({ at: time + 10_000, claimedAt: time, sentAt, count })
            if (sentAt !== null) arrivals.push(...Array<number>(count).fill(sentAt + travel))
          }
          assert.isAtMost(mostInAnyWindow(arrivals), requestsPerWindow)
        }
      ),
      { numRuns: runs(200) }
    )
  })

  it("says when the next slot becomes free: not a moment before, and not later", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(80_000), fc.integer({ min: 1, max: 700 })), { maxLength: 12 }),
        fc.nat(80_000),
        (sends, now) => {
          const window = sends
            .toSorted(([a], [b]) => a - b)
            .filter(([time]) => time <= now)
            .reduce<RateWindow>((one, [time, count]) => takeSlots(one, at(time), count), [])
          const next = nextSlotAt(window, at(now))
          if (next === null) return assert.isAbove(freeSlots(window, at(now)), 0)
          assert.strictEqual(freeSlots(window, new Date(next.getTime() - 1)), 0)
          assert.isAbove(freeSlots(window, next), 0)
        }
      ),
      { numRuns: runs(200) }
    )
  })

  it("gives a thousand at once, and the next thousand 63 seconds later", () => {
    const full = takeSlots([], at(0), requestsPerWindow)
    assert.strictEqual(freeSlots(full, at(0)), 0)
    assert.strictEqual(freeSlots(full, at(62_999)), 0)
    assert.strictEqual(freeSlots(full, at(63_000)), requestsPerWindow)
  })

  it("takes back a slot that was not used, and moves one that was used late", () => {
    const full = takeSlots([], at(0), requestsPerWindow)
    assert.strictEqual(freeSlots(correctSlot(full, at(0), null), at(1)), 1)
    assert.strictEqual(correctSlot(full, at(0), at(slotMillis)), full)
    const late = correctSlot(full, at(0), at(5_000))
    assert.strictEqual(freeSlots(late, at(63_000)), requestsPerWindow - 1)
    assert.strictEqual(freeSlots(late, at(68_000)), requestsPerWindow)
  })
})
