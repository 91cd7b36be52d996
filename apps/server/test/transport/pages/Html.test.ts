import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { html } from "../../../src/transport/pages/Html.ts"
import { runs } from "../../../../../test/support/Runs.ts"

/** What a browser reads where the value stands. */
const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")

describe("html", () => {
  it("escapes every text so that it can end neither an attribute nor the text around it", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."&<>\"'`=/; a台amplt#39") }), (value) => {
        const inner = html`${value}`.text
        assert.isFalse(/[<>"']/.test(inner))
        assert.isFalse(/&(?!amp;|lt;|gt;|quot;|#39;)/.test(inner))
        assert.strictEqual(unescaped(inner), value)
      }),
      { numRuns: runs(500) }
    )
  })

  it("keeps HTML, joins lists and leaves out what is absent", () => {
    assert.strictEqual(
      html`<p>${[html`<b>${"1 < 2"}</b>`, " & ", 3]}${undefined}${null}${false}</p>`.text,
      "<p><b>1 &lt; 2</b> &amp; 3</p>"
    )
  })

  it("takes backslashes and dollar signs of a value as they are", () => {
    assert.strictEqual(html`a\\b ${"$& \\n"}`.text, "a\\b $&amp; \\n")
  })
})
