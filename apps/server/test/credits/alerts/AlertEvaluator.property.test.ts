/** When a notice is due, and when the credits will have run out: against what the rules say in words. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import type { SpendableGrant } from "../../../src/credits/ledger/SpendableGrant.ts"
import { type Crossing, crossingOf, quietMillis, type Standing } from "../../../src/credits/alerts/AlertEvaluator.ts"
import { outlook } from "../../../src/credits/alerts/RunwayForecast.ts"
import { dayMillis } from "../../../src/runtime/Time.ts"
import { GrantId } from "../../../src/runtime/Ids.ts"

const date = (millis: number) => new Date(millis)

interface Step {
  readonly available: number
  readonly refused: number | null
  readonly credited: boolean
  readonly minutes: number
}

const step: fc.Arbitrary<Step> = fc.record({
  available: fc.integer({ min: 0, max: 200 }),
  refused: fc.option(fc.integer({ min: 1, max: 200 })),
  credited: fc.boolean(),
  minutes: fc.constantFrom(1, 1, 1, 60, quietMillis / 60_000)
})

interface Seen {
  readonly step: Step
  readonly at: number
  readonly crossing: Crossing
}

/** A history of looks, with what was told kept as the service keeps it. */
const replay = (steps: ReadonlyArray<Step>, threshold: number | null, floor: number): ReadonlyArray<Seen> => {
  let at = 1_000_000
  let told: Pick<Standing, "lowToldAt" | "outToldAt"> = { lowToldAt: null, outToldAt: null }
  let newestGrantAt = date(0)
  return steps.map((step) => {
    at += step.minutes * 60_000
    if (step.credited) newestGrantAt = date(at - 1)
    const { available, refused } = step
    const crossing = crossingOf({ available, refused, threshold, floor, newestGrantAt, ...told }, date(at))
    told = {
      lowToldAt: crossing.tell !== null ? (told.lowToldAt ?? date(at)) : crossing.rearmLow ? null : told.lowToldAt,
      outToldAt: crossing.tell === "run_out" ? date(at) : crossing.rearmOut ? null : told.outToldAt
    }
    return { step, at, crossing }
  })
}

const histories = fc.array(step, { maxLength: 40 })
const threshold = fc.option(fc.integer({ min: 1, max: 200 }))
const floor = fc.constantFrom(1, 20)

describe("a crossing", () => {
  it("is told only below the line, and at the first look below it", () => {
    fc.assert(
      fc.property(histories, threshold, floor, (steps, threshold, floor) => {
        for (const [index, { step, crossing }] of replay(steps, threshold, floor).entries()) {
          const isLow = threshold !== null && step.available < threshold
          const isOut = step.available < floor || (isLow && step.refused !== null && step.available < step.refused)
          if (crossing.tell === "low_balance") assert.isTrue(isLow && !isOut)
          if (crossing.tell === "run_out") assert.isTrue(isOut)
          if (index === 0) assert.strictEqual(crossing.tell, isOut ? "run_out" : isLow ? "low_balance" : null)
        }
      }),
      { numRuns: 500 }
    )
  })

  it("between two mails of a kind credits came in, or a day went by, and the balance was above the line", () => {
    fc.assert(
      fc.property(histories, threshold, floor, (steps, threshold, floor) => {
        const seen = replay(steps, threshold, floor)
        for (const kind of ["low_balance", "run_out"] as const) {
          const line = kind === "run_out" ? floor : (threshold ?? 0)
          const tellings = seen.flatMap(({ crossing }, index) => (crossing.tell === kind ? [index] : []))
          for (const [position, index] of tellings.entries()) {
            const before = tellings[position - 1]
            if (before === undefined) continue
            const between = seen.slice(before + 1, index)
            assert.isTrue(between.some(({ step }) => step.available >= line))
            const elapsed = (seen[index]?.at ?? 0) - (seen[before]?.at ?? 0)
            const credited = seen.slice(before + 1, index + 1).some(({ step }) => step.credited)
            assert.isTrue(credited || elapsed >= quietMillis)
          }
        }
      }),
      { numRuns: 500 }
    )
  })

  it("who was told that nothing is left is not told that little is left", () => {
    fc.assert(
      fc.property(histories, threshold, floor, (steps, threshold, floor) => {
        let outSince: number | undefined
        for (const { step, crossing } of replay(steps, threshold, floor)) {
          if (crossing.tell === "run_out") outSince = step.available
          else if (crossing.rearmLow) outSince = undefined
          else if (crossing.tell === "low_balance") assert.isUndefined(outSince)
        }
      }),
      { numRuns: 500 }
    )
  })
})

describe("the outlook", () => {
  const now = date(1_000_000)
  const grants = fc.array(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }).map((id) => GrantId.make(id)),
      kind: fc.constantFrom<SpendableGrant["kind"]>("plan", "top_up", "operator"),
      available: fc.integer({ min: 0, max: 1_000 }),
      expiresAt: fc.integer({ min: 1, max: 40 }).map((days) => date(now.getTime() + days * dayMillis))
    }),
    { maxLength: 5 }
  )

  it("agrees with spending credit by credit", () => {
    fc.assert(
      fc.property(grants, fc.integer({ min: 1, max: 300 }), (grants, perDay) => {
        // One credit at a time, from the grant that expires first and is in force still.
        const left = grants.map((grant) => ({ ...grant }))
        let time = now.getTime()
        while (true) {
          const next = left
            .filter(({ available, expiresAt }) => available > 0 && expiresAt.getTime() > time)
            .toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime())[0]
          if (next === undefined) break
          next.available -= 1
          time = Math.min(time + dayMillis / perDay, next.expiresAt.getTime())
        }
        const result = outlook(grants, perDay, now)
        assert.notStrictEqual(result.ends, "never used")
        if (result.ends !== "never used") assert.closeTo(result.at.getTime(), time, 2 * (dayMillis / perDay) + 5)
      }),
      { numRuns: 200 }
    )
  })

  it("never goes beyond the last expiry, and says so", () => {
    fc.assert(
      fc.property(grants, fc.integer({ min: 1, max: 300 }), (grants, perDay) => {
        const last = Math.max(
          now.getTime(),
          ...grants.filter(({ available }) => available > 0).map(({ expiresAt }) => expiresAt.getTime())
        )
        const result = outlook(grants, perDay, now)
        if (result.ends === "never used") return
        assert.isAtMost(result.at.getTime(), last)
        if (result.ends === "expired") assert.strictEqual(result.at.getTime(), last)
      }),
      { numRuns: 500 }
    )
  })

  it("without use there is none", () => {
    assert.deepStrictEqual(outlook([], 0, now), { ends: "never used" })
  })
})
