/** Bodies as they are shown. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { shownBody } from "../../../src/features/deliveries/RequestResponse.tsx"

test("a JSON document is laid out and means the same", () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      const body = JSON.stringify(value)
      const shown = shownBody(body)
      expect(shown.language).toBe("json")
      expect(JSON.parse(shown.text)).toEqual(JSON.parse(body))
    })
  )
})

test.each(["OK", "<html>", '{"cut": tru', "", "42"])("%j stays as it came", (body) =>
  expect(shownBody(body)).toEqual({ text: body, language: "text" })
)
