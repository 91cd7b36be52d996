import { PlanName, plans } from "@heddle/api/plans"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { topUpPrice } from "../../../src/features/credits/Checkout.ts"
import { courseOf, offerOf } from "../../../src/features/credits/PlanOffers.ts"

const endsAt = "2026-12-23T00:00:00Z"
const plan = fc.constantFrom(...PlanName.literals)
const on = (name: PlanName, nextPlan: PlanName | null) => ({
  current: { plan: name, endsAt, isTrial: false },
  nextPlan,
  subscribed: true
})

describe("offers of plans", () => {
  it("sells any plan while none is in force", () => {
    fc.assert(
      fc.property(plan, fc.option(plan), fc.boolean(), (wanted, nextPlan, subscribed) => {
        expect(offerOf({ current: null, nextPlan, subscribed }, wanted)).toBe("buy")
      })
    )
  })

  it("upgrades upwards and downgrades downwards", () => {
    expect(offerOf(on("standard", "standard"), "plus")).toBe("upgrade")
    expect(offerOf(on("standard", "standard"), "lite")).toBe("downgrade")
    expect(offerOf(on("standard", "standard"), "standard")).toBe("current")
  })

  it("keeps a plan that was cancelled or will change, and names the one that follows", () => {
    expect(offerOf(on("plus", null), "plus")).toBe("keep")
    expect(offerOf(on("plus", "lite"), "plus")).toBe("keep")
    expect(offerOf(on("plus", "lite"), "lite")).toBe("scheduled")
    expect(offerOf(on("plus", "lite"), "standard")).toBe("downgrade")
  })

  it("offers only an upgrade beside a plan that the operator gave", () => {
    const given = { ...on("standard", null), subscribed: false }
    expect(PlanName.literals.map((wanted) => offerOf(given, wanted))).toEqual(["later", "given", "upgrade", "upgrade"])
    expect(courseOf(given)).toBe("given")
  })

  it("sells any plan during a trial", () => {
    const trial = { current: { plan: "standard", endsAt, isTrial: true }, nextPlan: null, subscribed: false } as const
    expect(PlanName.literals.map((wanted) => offerOf(trial, wanted))).toEqual(["buy", "buy", "buy", "buy"])
    expect(courseOf(trial)).toBe("trial")
  })

  it("says how it goes on", () => {
    expect(courseOf({ current: null, nextPlan: null, subscribed: false })).toBe("none")
    expect(courseOf({ current: null, nextPlan: "lite", subscribed: true })).toBe("late")
    expect(courseOf(on("plus", "plus"))).toBe("renews")
    expect(courseOf(on("plus", "lite"))).toBe("changes")
    expect(courseOf(on("plus", null))).toBe("ends")
  })
})

describe("price of a top-up", () => {
  it("is the units at the price of the plan", () => {
    expect(topUpPrice("standard", 30_000)).toEqual({ credits: 30_000, cents: 3_000 })
    expect(topUpPrice("premium", 10_000_000)).toEqual({ credits: 10_000_000, cents: 400_000 })
  })

  it("is none for what cannot be bought", () => {
    fc.assert(
      fc.property(plan, fc.oneof(fc.double(), fc.integer()), (name, units) => {
        const sold = plans[name].topUpUsdPerUnit !== null && Number.isInteger(units) && units >= 1 && units <= 1_000
        expect(topUpPrice(name, units * 10_000) !== undefined).toBe(sold)
      })
    )
  })
})
