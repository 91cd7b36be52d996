/** What strangers wrote does not become an address that runs. */
import { expect, test } from "vitest"
import { webAddressOf } from "../../src/text/Formats.ts"

test.each(["javascript:alert(1)", "data:text/html,x", "", "//evil.example", "/portal", "vbscript:x"])(
  "%j is no link",
  (url) => expect(webAddressOf(url)).toBeUndefined()
)

test("a web address is one", () =>
  expect(webAddressOf("https://social.example/p/1")).toBe("https://social.example/p/1"))
