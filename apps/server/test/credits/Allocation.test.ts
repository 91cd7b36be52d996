import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import {
  allocate,
  availableOf,
  settleSlices,
  type Slice,
  type SpendableGrant,
  spendingOrder
} from "../../src/credits/Allocation.ts"

const grants = fc
  .uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 4 }),
      kind: fc.constantFrom("plan" as const, "top_up" as const, "operator" as const),
      available: fc.nat(500),
      expiresAt: fc.integer({ min: 0, max: 5 }).map((day) => new Date(day * 86_400_000))
    }),
    { selector: (grant) => grant.id, maxLength: 6 }
  )
  .map((all): ReadonlyArray<SpendableGrant> => all)
const amounts = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 8 })

const total = (slices: ReadonlyArray<Slice>) => slices.reduce((sum, { amount }) => sum + amount, 0)

describe("allocate", () => {
  it("pays each amount whole, in order, and stops where the balance ends", () => {
    fc.assert(
      fc.property(grants, amounts, (grants, amounts) => {
        const result = allocate(grants, amounts)
        assert.deepStrictEqual(result.map(total), amounts.slice(0, result.length))
        const rest = availableOf(grants) - result.reduce((sum, slices) => sum + total(slices), 0)
        assert.isAtLeast(rest, 0)
        const refused = amounts[result.length]
        if (refused !== undefined) assert.isAbove(refused, rest)
      })
    )
  })

  it("takes no grant below zero and none before one that expires sooner is used up", () => {
    fc.assert(
      fc.property(grants, amounts, (grants, amounts) => {
        const slices = allocate(grants, amounts).flat()
        const ordered = grants.toSorted(spendingOrder)
        const taken = ordered.map(({ id }) => total(slices.filter(({ grant }) => grant === id)))
        ordered.forEach((grant, index) => {
          assert.isAtMost(taken[index] ?? 0, grant.available)
          const later = taken.slice(index + 1).reduce((sum, amount) => sum + amount, 0)
          if (later > 0) assert.strictEqual(taken[index], grant.available)
        })
      })
    )
  })
})

describe("settleSlices", () => {
  it("splits what is held into what is spent and what goes back", () => {
    fc.assert(
      fc.property(grants, fc.integer({ min: 1, max: 300 }), fc.nat(300), (grants, amount, cost) => {
        const [held] = allocate(grants, [amount])
        fc.pre(held !== undefined && cost <= amount)
        const { spent, returned } = settleSlices(held ?? [], cost)
        assert.strictEqual(total(spent), cost)
        assert.strictEqual(total(spent) + total(returned), amount)
      })
    )
  })
})
