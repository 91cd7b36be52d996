/** The address of the usage screen. */
import { expect, test } from "vitest"
import { filterOf, filtersIn, readSearch, searchText } from "../../../src/features/usage/Search.ts"

test("an address comes back from what was read of it", () => {
  const text = "?from=2026-11-01&to=2026-11-22&source=my+key&apiType=keywords&via=mcp&by=apiType&request=r1&cursor=c"
  expect(searchText(readSearch(text))).toBe(text)
})

test("a range of hours begins with one", () => {
  expect(searchText(readSearch("?from=2026-11-22T13"))).toBe("?from=2026-11-22T13")
})

test("what cannot be read is left out, and the rest stays", () => {
  expect(readSearch("from=yesterday&via=carrier+pigeon&source=key")).toEqual({ source: "key" })
})

test("the file has the filters and neither page nor split", () => {
  expect(filterOf(readSearch("from=2026-11-01&by=via&cursor=c&request=r"))).toEqual({ from: "2026-11-01" })
})

test("the page and the split of the chart are no filters", () => {
  expect(filtersIn(readSearch("by=via&cursor=c"))).toBe(0)
  expect(filtersIn(readSearch("from=2026-11-01&via=mcp&by=via"))).toBe(2)
})
