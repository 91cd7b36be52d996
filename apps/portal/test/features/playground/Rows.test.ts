/** Answers as rows: which columns are shown, in which order, and which page comes next. */
import { describe, expect, it } from "vitest"
import { detailsOf, listedRows, nextCall, shownColumns, sorted } from "../../../src/features/playground/Rows.ts"

const columnsOf = (...names: ReadonlyArray<string>) => names.map((name) => ({ name, path: name.split(".") }))

describe("rows of an answer", () => {
  it("are one for each element of a list within a row", () => {
    const body = { data: [{ keyword: "tea", days: [{ date: "2026-11-21" }, { date: "2026-11-22" }] }] }
    expect(listedRows(body, columnsOf("keyword", "days.date"))).toEqual([
      { keyword: "tea", "days.date": "2026-11-21" },
      { keyword: "tea", "days.date": "2026-11-22" }
    ])
    expect(listedRows({ data: {} }, columnsOf("keyword"))).toBeUndefined()
    expect(listedRows(body, null)).toBeUndefined()
  })

  it("show what tells them apart first, and nothing that no row has", () => {
    const rows = [{ like_count: 3, code: "a", rank: 1, url: "https://network.example/a", message: null }]
    expect(shownColumns(rows, columnsOf("like_count", "url", "code", "message", "rank"))).toEqual([
      "rank",
      "code",
      "like_count"
    ])
  })

  it("are sorted by number or by text, with what is unknown last in both directions", () => {
    const rows = [{ n: 10 }, { n: null }, { n: 9 }]
    expect(sorted(rows, { column: "n", direction: "ascending" })).toEqual([{ n: 9 }, { n: 10 }, { n: null }])
    expect(sorted(rows, { column: "n", direction: "descending" })).toEqual([{ n: 10 }, { n: 9 }, { n: null }])
    expect(sorted(rows, undefined)).toBe(rows)
  })
})

describe("the next page", () => {
  it("follows the cursor, or the number with its anchor, to the last page", () => {
    expect(nextCall({ next_cursor: "c" }, { keywords: "tea" })).toEqual({ keywords: "tea", cursor: "c" })
    expect(nextCall({ next_cursor: null }, {})).toBeUndefined()
    const history = { page: 1, page_size: 50, total: 51, anchor: "a" }
    expect(nextCall(history, {})).toEqual({ page: "2", anchor: "a" })
    expect(nextCall({ ...history, page: 2 }, {})).toBeUndefined()
  })
})

describe("an answer that is one record", () => {
  it("has its values, also those of a record within it, and its lists as tables", () => {
    const details = detailsOf({ data: { remaining: 3, plan: { name: "lite" }, grants: [{ kind: "plan" }] } })
    expect(details?.facts).toEqual([
      ["remaining", 3],
      ["plan.name", "lite"]
    ])
    expect(details?.lists).toEqual([{ name: "grants", rows: [{ kind: "plan" }], columns: columnsOf("kind") }])
  })
})
