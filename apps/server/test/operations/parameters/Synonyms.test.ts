/** An unknown parameter is answered with the known one that is spelt almost the same, or that means the same. */
import { assert, describe, it } from "@effect/vitest"
import { operations } from "@heddle/api"
import { suggestName } from "../../../src/operations/parameters/InputFaults.ts"

const parametersOf = (name: string): ReadonlyArray<string> => {
  const found = operations.find(({ endpoint }) => endpoint.identifier === name)
  assert(found !== undefined)
  return Object.keys(found.fields)
}

describe("the known name for", () => {
  it.each([
    ["hotPosts", "limit", "size"],
    ["hotPosts", "days", "hours"],
    ["searchPosts", "size", "limit"],
    ["searchPosts", "q", "keywords"],
    ["searchPosts", "hours", "max_age_hours"],
    ["searchPosts", "from", "since"],
    ["searchPosts", "lang", "language"],
    ["searchPosts", "country", "language"],
    ["likeLadder", "country", "region"],
    ["searchPosts", "page", "cursor"],
    ["searchPosts", "keyword", "keywords"],
    ["searchPosts", "lmit", "limit"],
    ["keywordTrend", "hours", "days"],
    ["forecast", "ids", "codes"],
    ["users", "handle", "usernames"],
    ["balanceHistory", "until", "to"],
    ["listDeliveries", "size", "limit"],
    ["listDeliveries", "status", "outcome"]
  ])("%s: %s is %s", (operation, unknown, known) => {
    assert.strictEqual(suggestName(unknown, parametersOf(operation)), `is unknown; did you mean \`${known}\`?`)
  })

  it("nothing known is the whole list", () => {
    assert.strictEqual(suggestName("bananas", ["limit", "sort"]), "is unknown; use one of limit, sort")
    assert.strictEqual(suggestName("bananas", []), "is unknown; there are no parameters")
  })
})
