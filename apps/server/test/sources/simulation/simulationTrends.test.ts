import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { languages } from "../../../src/sources/simulation/Languages.ts"
import { simulationDefaults } from "../../../src/sources/simulation/Simulation.ts"
import { slotOf } from "../../../src/sources/simulation/Slots.ts"
import { topicsAt } from "../../../src/sources/simulation/Trends.ts"

const hour = 3_600_000
const days = 30
const vocabularies = languages.flatMap(({ vocabularies }) => vocabularies)
const anyVocabulary = fc.constantFrom(...vocabularies)
const anySlot = fc.integer({ min: 28_000_000, max: 33_000_000 })
const anySeed = fc.oneof(fc.constant(simulationDefaults.seed), fc.integer({ min: 0, max: 2 ** 31 }))

/** The share of each topic in the conversations that start in a slot. */
const sharesAt = (seed: number, vocabulary: (typeof vocabularies)[number], slot: number): ReadonlyArray<number> => {
  const topics = topicsAt(seed, vocabulary, { slot, index: 0 })
  const total = topics.reduce((sum, { weight }) => sum + weight, 0)
  return topics.map(({ weight }) => weight / total)
}

describe("the topics of the simulation", () => {
  it("are never silent, and none is all there is", () => {
    fc.assert(
      fc.property(anySeed, anyVocabulary, anySlot, (seed, vocabulary, slot) => {
        const usual = vocabulary.topics.reduce((sum, { weight }) => sum + weight, 0)
        for (const [index, share] of sharesAt(seed, vocabulary, slot).entries()) {
          expect(share).toBeGreaterThan(0.02 * ((vocabulary.topics[index]?.weight ?? 0) / usual))
          expect(share).toBeLessThanOrEqual(vocabulary.topics.length > 1 ? 0.98 : 1)
        }
      })
    )
  })

  it("change little from one minute to the next", () => {
    fc.assert(
      fc.property(anySeed, anyVocabulary, anySlot, (seed, vocabulary, slot) => {
        const later = sharesAt(seed, vocabulary, slot + 1)
        for (const [index, share] of sharesAt(seed, vocabulary, slot).entries()) {
          expect(Math.abs((later[index] ?? 0) - share)).toBeLessThan(0.02)
        }
      })
    )
  })

  it("rise and fall within 30 days: some to more than twice their usual share", () => {
    fc.assert(
      fc.property(anySeed, anySlot, (seed, end) => {
        const found = vocabularies.flatMap((vocabulary) => {
          const perDay = Array.from({ length: days }, (_, day) =>
            sharesAt(seed, vocabulary, end - day * slotOf(24 * hour))
          )
          return vocabulary.topics.filter((_, index) => {
            const shares = perDay.map((one) => one[index] ?? 0).toSorted((a, b) => a - b)
            return (shares.at(-1) ?? 0) > 2 * (shares[days / 2] ?? 1)
          })
        })
        expect(found.length).toBeGreaterThan(2)
      })
    )
  })
})
