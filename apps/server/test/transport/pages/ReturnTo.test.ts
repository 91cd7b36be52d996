import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { safeReturnTo, withReturnTo } from "../../../src/transport/pages/ReturnTo.ts"

const here = "https://heddle.example"

describe("safeReturnTo", () => {
  it("lets nothing through that a browser would read as another place", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      "//",
      ".",
      "..",
      ":",
      "@",
      "evil.example",
      "%2f",
      "%5c",
      "?",
      "#",
      "\t",
      "\n",
      " ",
      "a",
      "&",
      "https:",
      "javascript:",
      "台"
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = safeReturnTo(pieces.join(""))
        if (path === undefined) return
        assert.strictEqual(new URL(path, here).origin, here)
        assert.isTrue(/^\/(?![/\\])/.test(path))
        assert.strictEqual(safeReturnTo(path), path)
      }),
      { numRuns: runs(2_000) }
    )
  })

  it("keeps a path with its query", () => {
    const path = "/oauth/authorize?client_id=https%3A%2F%2Fa.example%2F&state=a%20b#c"
    assert.strictEqual(safeReturnTo(path), path)
    assert.strictEqual(new URL(withReturnTo("/sign-in", path), here).searchParams.get("return_to"), path)
    assert.strictEqual(withReturnTo("/sign-in", undefined), "/sign-in")
  })
})
