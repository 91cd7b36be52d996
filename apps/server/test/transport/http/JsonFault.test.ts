/** Where a body stops being JSON, by line and column. */
import fc from "fast-check"
import { assert, it } from "vitest"
import { jsonFaultText } from "../../../src/transport/http/JsonFault.ts"

const at = (line: number, column: number, expected: string) =>
  `the body is not JSON: line ${line}, column ${column} should have ${expected}`

it.each([
  ["{'a':1}", 1, 2, "a name in double quotes or `}`"],
  ['{"a":1,}', 1, 8, "a name in double quotes"],
  ['{"a":\n  tru}', 2, 3, "a value"],
  ['{"a" 1}', 1, 6, "`:`"],
  ['{"a":1 "b":2}', 1, 8, "`,` or the end of the list or object"],
  ['{"a":[1,2}', 1, 10, "`,` or the end of the list or object"],
  ['{"a":"unfinished', 1, 6, "a value"],
  ["[01]", 1, 3, "`,` or the end of the list or object"],
  ['{"a":1', 1, 7, "`,` or the end of the list or object"],
  ["{}\n{}", 2, 1, "the end of the text"],
  ["keyword=x", 1, 1, "a value"],
  ["[\n", 2, 1, "a value or `]`"]
])("%j", (text, line, column, expected) => {
  assert.throws(() => JSON.parse(text))
  assert.strictEqual(jsonFaultText(text), at(line, column, expected))
})

it("reads all JSON up to what follows it", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      assert.strictEqual(jsonFaultText(`${json}\n @`), at(2, 2, "the end of the text"))
    })
  )
})
