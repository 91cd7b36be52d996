/** Filters of the log between the address and the query. */
import { EndpointId, EventId, RuleId } from "@heddle/api/portal"
import fc from "fast-check"
import { expect, test } from "vitest"
import { filterOf, searchOf } from "../../../src/features/deliveries/Filter.ts"
import { deliveriesLink } from "../../../src/links/Deliveries.ts"

const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .filter((one) => one.trim() === one && one !== "")
const time = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((one) => one.toISOString())

const filters = fc.record(
  {
    endpointId: text.map((id) => EndpointId.make(id)),
    ruleId: text.map((id) => RuleId.make(id)),
    eventId: text.map((id) => EventId.make(id)),
    postCode: text,
    outcome: fc.constantFrom("delivered" as const, "failed" as const, "sending" as const),
    statusCode: fc.integer({ min: 100, max: 599 }),
    from: time,
    to: time
  },
  { requiredKeys: [] }
)

const searchIn = (address: string): string => address.split("?")[1] ?? ""

test("a filter comes back from its address", () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(filterOf(searchIn(deliveriesLink(searchOf(filter))))).toEqual(filter)
    })
  )
})

test("any address is a filter, and its own address means the same", () => {
  const names = fc.constantFrom("endpoint", "rule", "event", "post", "outcome", "status", "from", "to", "cursor", "x")
  const addresses = fc.array(fc.tuple(names, fc.string())).map((pairs) => new URLSearchParams(pairs).toString())
  fc.assert(
    fc.property(fc.oneof(addresses, fc.string()), (address) => {
      const filter = filterOf(address)
      expect(filterOf(searchIn(deliveriesLink(searchOf(filter))))).toEqual(filter)
    })
  )
})

test("what cannot be a filter is left out", () => {
  expect(filterOf("outcome=lost&status=999&from=yesterday&post=abc")).toEqual({ postCode: "abc" })
})
