/** How many rows a tool returns: about 20,000 tokens, whatever they are written in. */
import { assert, describe, it } from "@effect/vitest"
import { fits, tokensOf } from "../../../src/transport/mcp/CallTool.ts"

const rowsOf = (caption: string) => Array.from({ length: 500 }, () => ({ caption }))

describe("fits", () => {
  it("counts four letters of English as a token, and a Chinese character as one", () => {
    assert.strictEqual(tokensOf("four"), 1)
    assert.strictEqual(tokensOf("台積電"), 3)
  })

  it("returns all rows when they fit, and as many as fit when not", () => {
    assert.strictEqual(fits(rowsOf("short")), 500)
    for (const caption of ["x".repeat(400), "字".repeat(100)]) {
      const count = fits(rowsOf(caption))
      assert.isBelow(count, 200)
      assert.isAtMost(tokensOf(JSON.stringify({ data: rowsOf(caption).slice(0, count) })), 20_000)
      assert.isAbove(tokensOf(JSON.stringify({ data: rowsOf(caption).slice(0, count + 3) })), 19_750)
    }
  })

  it("returns one row that is too long by itself", () => {
    assert.strictEqual(fits(rowsOf("字".repeat(30_000))), 1)
    assert.strictEqual(fits([]), 0)
  })
})
