/** Bytes become the same lines however they are cut. */
import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { LineSplitter } from "../../../src/sources/ndjson/LineSplitter.ts"

const textsOf = (lines: ReturnType<LineSplitter["push"]>) =>
  lines.map((line) => (Result.isSuccess(line) ? line.success : `(${line.failure})`))

it("lines are those of the text, whatever pieces it comes in", () => {
  const texts = fc.array(
    fc.string({ unit: "grapheme" }).filter((text) => !/[\r\n\uFEFF]/.test(text) && text.isWellFormed())
  )
  fc.assert(
    fc.property(texts, fc.array(fc.nat(50)), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""))
      const splitter = new LineSplitter()
      const found: Array<string> = []
      let from = 0
      for (const cut of cuts) {
        found.push(...textsOf(splitter.push(bytes.subarray(from, from + cut))))
        from += cut
      }
      found.push(...textsOf(splitter.push(bytes.subarray(from))))
      assert.deepStrictEqual(found, lines)
      assert.strictEqual(splitter.pending, 0)
      assert.deepStrictEqual(splitter.end(), [])
    }),
    { numRuns: runs(200) }
  )
})

it("the last line of a file needs no line break once the file has ended", () => {
  const splitter = new LineSplitter()
  assert.deepStrictEqual(textsOf(splitter.push(Buffer.from("a\nbc"))), ["a"])
  assert.strictEqual(splitter.pending, 2)
  assert.deepStrictEqual(textsOf(splitter.end()), ["bc"])
})

it("a line that is too long is refused, bytes that are not UTF-8 are replaced, and the next line is read", () => {
  const splitter = new LineSplitter()
  const found = [
    ...splitter.push(Buffer.alloc(700_000, "x")),
    ...splitter.push(Buffer.alloc(700_000, "x")),
    ...splitter.push(Buffer.from("x\n")),
    ...splitter.push(Buffer.from([0x61, 0xff, 0x62, 0x0a])),
    ...splitter.push(Buffer.from("good\n"))
  ]
  assert.deepStrictEqual(textsOf(found), ["(a line has more than 1000000 bytes)", "a\uFFFDb", "good"])
})
