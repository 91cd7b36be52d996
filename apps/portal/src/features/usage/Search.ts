/** Which entries the screen shows: its address. What cannot be read there is left out. */
import { Option, Schema } from "effect"

const Day = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/))
/** A range of hours begins with one, as `2026-11-22T13`. */
const DayOrHour = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}(T\d{2})?$/))

const Search = Schema.Struct({
  from: Schema.optionalKey(DayOrHour),
  to: Schema.optionalKey(Day),
  source: Schema.optionalKey(Schema.NonEmptyString),
  apiType: Schema.optionalKey(Schema.NonEmptyString),
  via: Schema.optionalKey(Schema.Literals(["mcp", "rest", "webhook"])),
  by: Schema.optionalKey(Schema.Literals(["source", "apiType", "via"])),
  request: Schema.optionalKey(Schema.NonEmptyString),
  cursor: Schema.optionalKey(Schema.NonEmptyString)
})
export type Search = typeof Search.Type

const names = ["from", "to", "source", "apiType", "via", "by", "request", "cursor"] as const
const decode = Schema.decodeUnknownOption(Search)

/** One name at a time, so that a wrong one does not undo the others. */
export const readSearch = (text: string): Search => {
  const given = new URLSearchParams(text)
  const parts = names.map((name) => {
    const value = given.get(name)
    return value === null ? {} : Option.getOrElse(decode({ [name]: value }), () => ({}))
  })
  return Object.assign({}, ...parts)
}

export const searchText = (search: { readonly [Name in keyof Search]?: string | undefined }): string => {
  const entries = names.flatMap((name) => {
    const value = search[name]
    return value === undefined || value === "" ? [] : [[name, value]]
  })
  const text = new URLSearchParams(entries).toString()
  return text === "" ? "" : `?${text}`
}

/** What the procedures and the CSV take. */
export const filterOf = ({ from, to, source, apiType, via }: Search) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
  ...(source === undefined ? {} : { source }),
  ...(apiType === undefined ? {} : { apiType }),
  ...(via === undefined ? {} : { via })
})

/** How many filters are set; the split of the chart and the page are none. */
export const filtersIn = (search: Search): number =>
  Object.keys(search).filter((name) => name !== "by" && name !== "cursor").length
