import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Trie } from "../src/Trie.ts"

const text = fc.string({
  unit: fc.constantFrom("a", "b", "\u0041", "台", "積", "\ud842", "\udfb7"),
  minLength: 1,
  maxLength: 6
})

describe("a trie", () => {
  it("finds exactly the texts that were added and not removed", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ text, added: fc.boolean() }), { maxLength: 200 }), (steps) => {
        const trie = new Trie()
        const live = new Set<string>()
        for (const { text, added } of steps) {
          if (added) trie.add(text)
          else trie.remove(text)
          if (added) live.add(text)
          else live.delete(text)
        }
        const found = steps.filter(({ text }) => trie.find(text) !== 0).map(({ text }) => text)
        expect(new Set(found)).toEqual(live)
        expect(new Set(found.map((text) => trie.find(text))).size).toBe(live.size)
      }),
      { numRuns: 300 }
    )
  })

  it("finds the texts within a longer one, each once, also after others were removed", () => {
    const some = fc.array(text, { maxLength: 30 })
    fc.assert(
      fc.property(some, some, fc.array(text, { maxLength: 6 }), (kept, removed, parts) => {
        const trie = new Trie()
        for (const one of [...kept, ...removed]) trie.add(one)
        const live = kept.filter((one) => !removed.includes(one))
        for (const one of removed) trie.remove(one)
        const whole = [...parts, ...live.slice(0, 3)].join("")
        const expected = new Set(live.filter((one) => whole.includes(one)).map((one) => trie.find(one)))
        const found = trie.within(whole)
        expect(found).toHaveLength(expected.size)
        expect(new Set(found)).toEqual(expected)
      }),
      { numRuns: 500 }
    )
  })

  it("does not grow when texts come and go a million times", () => {
    const trie = new Trie()
    const live = 10
    const textOf = (number: number): string =>
      String.fromCharCode(0x4e00 + (number % 97), 0x4e00 + (number % 1_009), 0x61)
    for (let number = 0; number < 1_000_000; number += 1) {
      trie.add(textOf(number))
      if (number >= live) trie.remove(textOf(number - live))
    }
    expect(trie.capacity).toBeLessThanOrEqual(256)
  })
})
