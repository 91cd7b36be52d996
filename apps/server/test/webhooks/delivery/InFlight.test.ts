import { assert, describe, it } from "@effect/vitest"
import { AccountId, EndpointId } from "@heddle/api"
import fc from "fast-check"
import { freeOf } from "../../../src/webhooks/delivery/ClaimQueries.ts"
import { makeInFlight } from "../../../src/webhooks/delivery/InFlight.ts"

const accountId = AccountId.make("acct_1")
const quick = (number: number) => ({ accountId, endpointId: EndpointId.make(`ep_${number}`), slow: false })
const slow = (number: number) => ({ ...quick(number), slow: true })

describe("Attempts in flight", () => {
  it("leaves room for quick endpoints, however many others hang", () => {
    const inFlight = makeInFlight(400)
    let number = 0
    for (let second = 0; second < 3; second += 1) {
      inFlight.age(second * 1_000)
      // Whatever is free goes to endpoints that do not answer.
      for (let free = inFlight.free().quick; free > 0; free -= 1) inFlight.start(quick((number += 1)), second * 1_000)
      assert.strictEqual(inFlight.free().quick, 0)
    }
    assert.strictEqual(number, 300)
    assert.strictEqual(inFlight.free().slow, 0)
    const marked = inFlight.age(3_000)
    assert.deepStrictEqual(
      marked.map(({ endpointId }) => endpointId),
      Array.from({ length: 100 }, (_, index) => quick(201 + index).endpointId)
    )
    assert.deepInclude(inFlight.free(), { quick: 100, slow: 0 })
  })

  it("gives slow endpoints half of the slots and no more", () => {
    const inFlight = makeInFlight(40)
    assert.deepInclude(inFlight.free(), { quick: 10, slow: 20 })
    for (let number = 0; number < 20; number += 1) inFlight.start(slow(number), 0)
    assert.deepInclude(inFlight.free(), { quick: 10, slow: 0 })
    assert.deepStrictEqual(inFlight.age(60_000), [], "they are known already")
  })

  it("gives an account half of either share, and says when it may have more", () => {
    const inFlight = makeInFlight(40)
    const other = AccountId.make("acct_2")
    const room = () => [freeOf(inFlight.free(), accountId), freeOf(inFlight.free(), other)]
    assert.deepStrictEqual(room(), [
      { quick: 5, slow: 10 },
      { quick: 5, slow: 10 }
    ])
    const ends = Array.from({ length: 5 }, (_, number) => inFlight.start(quick(number), 0))
    assert.deepStrictEqual(room(), [
      { quick: 0, slow: 10 },
      { quick: 5, slow: 10 }
    ])
    inFlight.age(1_000)
    assert.deepStrictEqual(room()[0], { quick: 5, slow: 5 })
    const more = Array.from({ length: 5 }, (_, number) => inFlight.start(slow(number), 1_000))
    assert.deepStrictEqual(room()[0], { quick: 5, slow: 0 })
    const [first, second] = [...more, ...ends].map((end) => end())
    assert.deepStrictEqual([first, second], [true, false])
    assert.deepStrictEqual(room()[0], { quick: 5, slow: 10 })
    assert.strictEqual(inFlight.free().taken.size, 0)
  })

  it("says at the end of an attempt whether another one may have waited for it, and when room comes at the latest", () => {
    const inFlight = makeInFlight(4)
    assert.isNull(inFlight.agesAt())
    const end = inFlight.start(quick(1), 500)
    assert.strictEqual(inFlight.agesAt(), 1_500)
    assert.isTrue(end())
    assert.isFalse(makeInFlight(40).start(quick(1), 0)())
  })

  it("counts every attempt once, in whatever order they end", () => {
    const step = fc.record({ wait: fc.nat(700), slow: fc.boolean(), end: fc.option(fc.nat(40)) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const inFlight = makeInFlight(40)
        const all = inFlight.free()
        const running: Array<() => boolean> = []
        let time = 0
        for (const { wait, slow: isSlow, end } of steps) {
          time += wait
          inFlight.age(time)
          if (inFlight.free()[isSlow ? "slow" : "quick"] > 0) {
            running.push(inFlight.start(isSlow ? slow(time) : quick(time), time))
          }
          if (end !== null && running.length > 0) for (const one of running.splice(end % running.length, 1)) one()
          const { quick: young, slow: others } = inFlight.free()
          assert.isAtMost(40 - running.length, 40)
          assert.isAtLeast(young, 0)
          assert.isAtLeast(others, 0)
        }
        for (const end of running) end()
        assert.deepStrictEqual(inFlight.free(), all)
      })
    )
  })
})
