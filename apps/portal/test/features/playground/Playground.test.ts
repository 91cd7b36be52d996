/** The pure parts of the playground. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { maxRow } from "../../../src/charts/ChartFigure.tsx"
import { drawingOf } from "../../../src/features/playground/Answers.ts"
import { playgroundPath } from "@heddle/api/snippets"
import { isComplete, valuesIn, withValue } from "../../../src/features/playground/CallValues.ts"
import { asParameter, fieldKindOf } from "../../../src/features/playground/ParameterField.tsx"

const parameter = (name: string, required: boolean) => ({
  name,
  required,
  in: "query" as const,
  description: "",
  schema: {},
  default: null,
  example: null
})
const search = { parameters: [parameter("keywords", true), parameter("limit", false)] }

describe("values of a call", () => {
  it("survive in the address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (keywords) => {
        const address = new URL(playgroundPath("searchPosts", { keywords }), "https://heddle.example")
        expect(valuesIn(address.searchParams, search)).toEqual({ keywords })
      })
    )
  })

  it("leave out what was emptied and what the operation does not know", () => {
    expect(withValue({ keywords: "a", limit: "3" }, "limit", "")).toEqual({ keywords: "a" })
    expect(valuesIn(new URLSearchParams("keywords=a&limit=&x=1"), search)).toEqual({ keywords: "a" })
  })

  it("are complete with everything that is required", () => {
    expect(isComplete({ limit: "3" }, search)).toBe(false)
    expect(isComplete({ keywords: "  " }, search)).toBe(false)
    expect(isComplete({ keywords: "a" }, search)).toBe(true)
  })
})

describe("inputs", () => {
  it("follow the JSON Schema of the parameter", () => {
    expect(fieldKindOf({ type: "string", enum: ["any", "all"] })).toEqual({ kind: "choice", options: ["any", "all"] })
    expect(fieldKindOf({ type: "boolean" })).toEqual({ kind: "choice", options: ["true", "false"] })
    expect(fieldKindOf({ type: "integer", minimum: 1, maximum: 500 })).toEqual({
      kind: "number",
      minimum: 1,
      maximum: 500
    })
    expect(fieldKindOf({ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toMatchObject({
      maximum: undefined
    })
    expect(fieldKindOf({ type: "array", maxItems: 10 })).toEqual({ kind: "list", maxItems: 10 })
    expect(fieldKindOf(null).kind).toBe("text")
    expect(fieldKindOf({ enum: 3 }).kind).toBe("text")
  })

  it("write lists with commas", () => {
    expect(asParameter(["coffee", "咖啡"])).toBe("coffee,咖啡")
    expect(asParameter(0)).toBe("0")
    expect(asParameter(null)).toBe("")
  })
})

describe("answers that can be drawn", () => {
  it("trends: one line a keyword, once", () => {
    const days = [{ date: "2026-11-22", post_count: 4 }]
    const body = {
      data: [
        { keyword: "a", days },
        { keyword: "a", days },
        { keyword: "b", days: [] }
      ]
    }
    expect(drawingOf(body)).toEqual({
      kind: "trends",
      series: ["a", "b"],
      points: [{ day: "2026-11-22", values: [4, null] }]
    })
  })

  it("followers, with gaps", () => {
    expect(drawingOf({ data: [{ date: "2026-11-22", follower_count: null }] })).toEqual({
      kind: "trends",
      series: [],
      points: [{ day: "2026-11-22", values: [null] }]
    })
  })

  it("followers gained, of each author", () => {
    const ann = { rank: 1, value: 3, growth_rate: 0.5, username: "ann", follower_count: 9 }
    expect(drawingOf({ data: [ann] })).toEqual({
      kind: "growth",
      authors: [{ name: "ann", gained: 3, followers: 9 }]
    })
  })

  it("ladders and hours of the week", () => {
    const ladder = { data: { language: "zh", population: 9, rungs: [{ percentile: 99.9, at_least: 12 }] } }
    expect(drawingOf(ladder)).toEqual({ kind: "ladder", population: 9, rungs: [{ percentile: 99.9, atLeast: 12 }] })
    const cell = { weekday: 7, hour: 23, post_count: 2, median_likes: 5, lift: 1 }
    const hours = drawingOf({ data: { post_count: 2, median_likes: 5, cells: [cell] } })
    expect(hours?.kind === "hours" && hours.weeks[6]?.[23]).toBe(5)
    expect(hours?.kind === "hours" && hours.weeks.flat().filter((value) => value === null).length).toBe(167)
  })

  it("posts of every list; nothing for an empty list, a profile or an error", () => {
    const post = { code: "a", caption: "咖啡", username: "ann", language: "zh", post_timestamp: 1, like_count: 2 }
    expect(drawingOf({ data: [post] })?.kind).toBe("posts")
    expect(drawingOf({ data: [] })).toBeUndefined()
    expect(drawingOf({ data: [{ username: "ann", status: "ok" }] })).toBeUndefined()
    expect(drawingOf(null)).toBeUndefined()
  })

  it("the row with the maximum is the first of the greatest", () => {
    expect(maxRow([{ value: null }, { value: 0 }])).toBeUndefined()
    expect(
      maxRow([
        { value: 1, at: "a" },
        { value: 3, at: "b" },
        { value: 3, at: "c" }
      ])?.at
    ).toBe("b")
  })
})
