/** The filters of the delivery log, as they stand in the address and as the log takes them. Pure. */
import { DeliveriesQuery, type DeliveryFilter, maxResentEvents } from "@heddle/api/portal"
import { Option, Schema } from "effect"
import type { DeliverySearch } from "../Links.ts"

/** Rows of a page: all of them can be sent again at once. */
export const pageRows = maxResentEvents

/** What the log calls each part, by its name in the address. */
const names = [
  ["endpoint", "endpointId"],
  ["rule", "ruleId"],
  ["event", "eventId"],
  ["post", "postCode"],
  ["outcome", "outcome"],
  ["status", "statusCode"],
  ["from", "from"],
  ["to", "to"]
] as const

const decode = Schema.decodeUnknownOption(DeliveriesQuery)

/** What an address says. What cannot be a filter is left out, so that an address that was cut still shows a page. */
export const filterOf = (search: string): DeliveryFilter => {
  const given = new URLSearchParams(search)
  const parts = names.map(([name, key]) => {
    const value = given.get(name)?.trim() || undefined
    const input = name === "status" && value !== undefined ? Number(value) : value
    return value === undefined ? {} : Option.getOrElse(decode({ [key]: input }), () => ({}))
  })
  return Object.assign({}, ...parts)
}

/** The filter as an address has it. */
export const searchOf = (filter: DeliveryFilter): DeliverySearch => {
  const parts = names.map(([name, key]) => (filter[key] === undefined ? {} : { [name]: String(filter[key]) }))
  return Object.assign({}, ...parts)
}

export const isFiltered = (filter: DeliveryFilter): boolean => Object.keys(filter).length > 0
