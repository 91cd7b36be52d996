import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Trie } from "../src/Trie.ts"

const text = fc.string({
  unit: fc.constantFrom("a", "b", "\u0041", "台", "積", "\ud842", "\udfb7"),
  minLength: 1,
  maxLength: 6
})

const add = (trie: Trie, text: string): void => trie.setMark(trie.add(text), 1)

const remove = (trie: Trie, text: string): void => {
  const node = trie.find(text)
  trie.setMark(node, 0)
  trie.prune(node)
}

describe("a trie", () => {
  it("finds exactly the texts that were added and not removed, and those on the way to them", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ text, added: fc.boolean() }), { maxLength: 200 }), (steps) => {
        const trie = new Trie()
        const live = new Set<string>()
        for (const { text, added } of steps) {
          if (added) {
            add(trie, text)
            live.add(text)
          } else if (live.delete(text)) remove(trie, text)
        }
        for (const { text } of steps) {
          const node = trie.find(text)
          expect(node !== 0).toBe([...live].some((one) => one.startsWith(text)))
          expect(node !== 0 && trie.mark(node) === 1).toBe(live.has(text))
        }
      }),
      { numRuns: 300 }
    )
  })

  it("keeps every text apart while it grows and shrinks", () => {
    const trie = new Trie()
    const texts = Array.from({ length: 20_000 }, (_, number) => `台${number.toString(7)}`)
    for (const text of texts) add(trie, text)
    const [even, odd] = [0, 1].map((rest) => texts.filter((_, number) => number % 2 === rest))
    for (const text of odd ?? []) remove(trie, text)
    expect((even ?? []).every((text) => trie.mark(trie.find(text)) === 1)).toBe(true)
    expect((odd ?? []).some((text) => trie.find(text) !== 0 && trie.mark(trie.find(text)) === 1)).toBe(false)
  })

  it("does not grow when texts come and go a million times", () => {
    const trie = new Trie()
    const live = 10
    const textOf = (number: number): string =>
      String.fromCharCode(0x4e00 + (number % 97), 0x4e00 + (number % 1_009), 0x61)
    for (let number = 0; number < 1_000_000; number += 1) {
      add(trie, textOf(number))
      if (number >= live) remove(trie, textOf(number - live))
    }
    expect(trie.capacity).toBeLessThanOrEqual(256)
  })
})
