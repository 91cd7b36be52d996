/** When an alert is due, and when the credits will run out, against the rules as the documentation states them. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import type { SpendableGrant } from "../../../src/credits/ledger/SpendableGrant.ts"
import {
  type BalanceState,
  cooldownMillis,
  evaluateAlert,
  type Evaluation
} from "../../../src/credits/alerts/AlertEvaluator.ts"
import { forecastRunway } from "../../../src/credits/usage/RunwayForecast.ts"
import { dayMillis } from "../../../src/runtime/Time.ts"
import { GrantId } from "../../../src/runtime/Ids.ts"

const date = (millis: number) => new Date(millis)

interface Step {
  readonly available: number
  readonly rejectedEstimate: number | null
  readonly credited: boolean
  readonly minutes: number
}

const step: fc.Arbitrary<Step> = fc.record({
  available: fc.integer({ min: 0, max: 200 }),
  rejectedEstimate: fc.option(fc.integer({ min: 1, max: 200 })),
  credited: fc.boolean(),
  minutes: fc.constantFrom(1, 1, 1, 60, cooldownMillis / 60_000)
})

interface Evaluated {
  readonly step: Step
  readonly at: number
  readonly evaluation: Evaluation
}

/** Evaluates step by step and keeps the times of the alerts as the service does. */
const replay = (steps: ReadonlyArray<Step>, threshold: number | null, floor: number): ReadonlyArray<Evaluated> => {
  let at = 1_000_000
  let alerted: Pick<BalanceState, "lowAlertedAt" | "outAlertedAt"> = { lowAlertedAt: null, outAlertedAt: null }
  let newestGrantAt = date(0)
  return steps.map((step) => {
    at += step.minutes * 60_000
    if (step.credited) newestGrantAt = date(at - 1)
    const { available, rejectedEstimate } = step
    const evaluation = evaluateAlert(
      { available, rejectedEstimate, threshold, floor, newestGrantAt, ...alerted },
      date(at)
    )
    alerted = {
      lowAlertedAt:
        evaluation.alert !== null
          ? (alerted.lowAlertedAt ?? date(at))
          : evaluation.rearmLow
            ? null
            : alerted.lowAlertedAt,
      outAlertedAt: evaluation.alert === "run_out" ? date(at) : evaluation.rearmOut ? null : alerted.outAlertedAt
    }
    return { step, at, evaluation }
  })
}

const histories = fc.array(step, { maxLength: 40 })
const threshold = fc.option(fc.integer({ min: 1, max: 200 }))
const floor = fc.constantFrom(1, 20)

describe("an alert", () => {
  it("is raised only below the threshold, and at the first evaluation below it", () => {
    fc.assert(
      fc.property(histories, threshold, floor, (steps, threshold, floor) => {
        for (const [index, { step, evaluation }] of replay(steps, threshold, floor).entries()) {
          const isLow = threshold !== null && step.available < threshold
          const isOut =
            step.available < floor ||
            (isLow && step.rejectedEstimate !== null && step.available < step.rejectedEstimate)
          if (evaluation.alert === "low_balance") assert.isTrue(isLow && !isOut)
          if (evaluation.alert === "run_out") assert.isTrue(isOut)
          if (index === 0) assert.strictEqual(evaluation.alert, isOut ? "run_out" : isLow ? "low_balance" : null)
        }
      }),
      { numRuns: 500 }
    )
  })

  it("repeats only after the balance recovered, and after a grant or a day", () => {
    fc.assert(
      fc.property(histories, threshold, floor, (steps, threshold, floor) => {
        const evaluated = replay(steps, threshold, floor)
        for (const kind of ["low_balance", "run_out"] as const) {
          const line = kind === "run_out" ? floor : (threshold ?? 0)
          const alerts = evaluated.flatMap(({ evaluation }, index) => (evaluation.alert === kind ? [index] : []))
          for (const [position, index] of alerts.entries()) {
            const before = alerts[position - 1]
            if (before === undefined) continue
            const between = evaluated.slice(before + 1, index)
            assert.isTrue(between.some(({ step }) => step.available >= line))
            const elapsed = (evaluated[index]?.at ?? 0) - (evaluated[before]?.at ?? 0)
            const credited = evaluated.slice(before + 1, index + 1).some(({ step }) => step.credited)
            assert.isTrue(credited || elapsed >= cooldownMillis)
          }
        }
      }),
      { numRuns: 500 }
    )
  })

  it("is not raised for a low balance after one for having run out", () => {
    fc.assert(
      fc.property(histories, threshold, floor, (steps, threshold, floor) => {
        let outSince: number | undefined
        for (const { step, evaluation } of replay(steps, threshold, floor)) {
          if (evaluation.alert === "run_out") outSince = step.available
          else if (evaluation.rearmLow) outSince = undefined
          else if (evaluation.alert === "low_balance") assert.isUndefined(outSince)
        }
      }),
      { numRuns: 500 }
    )
  })
})

describe("the runway forecast", () => {
  const now = date(1_000_000)
  const grants = fc.array(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }).map((id) => GrantId.make(id)),
      kind: fc.constantFrom<SpendableGrant["kind"]>("plan", "top_up", "operator", "trial"),
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
        const result = forecastRunway(grants, perDay, now)
        assert.include(["used up", "expired"], result.ends)
        if ("at" in result) assert.closeTo(result.at.getTime(), time, 2 * (dayMillis / perDay) + 5)
      }),
      { numRuns: 200 }
    )
  })

  it("never goes beyond the last expiry", () => {
    fc.assert(
      fc.property(grants, fc.integer({ min: 1, max: 300 }), (grants, perDay) => {
        const last = Math.max(
          now.getTime(),
          ...grants.filter(({ available }) => available > 0).map(({ expiresAt }) => expiresAt.getTime())
        )
        const result = forecastRunway(grants, perDay, now)
        if (!("at" in result)) return
        assert.isAtMost(result.at.getTime(), last)
        if (result.ends === "expired") assert.strictEqual(result.at.getTime(), last)
      }),
      { numRuns: 500 }
    )
  })

  it("has no end without usage, or as long as the pace is unknown", () => {
    assert.deepStrictEqual(forecastRunway([], 0, now), { ends: "never used" })
    assert.deepStrictEqual(forecastRunway([], null, now), { ends: "unknown" })
  })
})
