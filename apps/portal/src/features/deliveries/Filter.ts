/** The filters of the delivery log, as they stand in the address and as the log takes them. Pure. */
import { DeliveriesQuery, type DeliveryFilter } from "@heddle/api/portal"
import { Option, Schema } from "effect"
import type { DeliverySearch } from "../../links/Deliveries.ts"

/** Rows of a page. */
export const pageRows = 50

const { fields } = DeliveriesQuery
const DigitsAsNumber = Schema.FiniteFromString

const read = {
  endpoint: Schema.decodeUnknownOption(Schema.Struct({ endpointId: fields.endpointId })),
  rule: Schema.decodeUnknownOption(Schema.Struct({ ruleId: fields.ruleId })),
  event: Schema.decodeUnknownOption(Schema.Struct({ eventId: fields.eventId })),
  post: Schema.decodeUnknownOption(Schema.Struct({ postCode: fields.postCode })),
  outcome: Schema.decodeUnknownOption(Schema.Struct({ outcome: fields.outcome })),
  status: Schema.decodeUnknownOption(Schema.Struct({ statusCode: fields.statusCode })),
  from: Schema.decodeUnknownOption(Schema.Struct({ from: fields.from })),
  to: Schema.decodeUnknownOption(Schema.Struct({ to: fields.to }))
}

const numberOf = (text: string): number | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(DigitsAsNumber)(text))

/** What an address says. What cannot be a filter is left out, so that an address that was cut still shows a page. */
export const filterOf = (search: string): DeliveryFilter => {
  const given = new URLSearchParams(search)
  const value = (name: string) => given.get(name)?.trim() || undefined
  const part = <A>(read: (input: unknown) => Option.Option<A>, key: string, input: unknown): A | undefined =>
    input === undefined ? undefined : Option.getOrUndefined(read({ [key]: input }))
  const status = value("status")
  return {
    ...part(read.endpoint, "endpointId", value("endpoint")),
    ...part(read.rule, "ruleId", value("rule")),
    ...part(read.event, "eventId", value("event")),
    ...part(read.post, "postCode", value("post")),
    ...part(read.outcome, "outcome", value("outcome")),
    ...part(read.status, "statusCode", status === undefined ? undefined : numberOf(status)),
    ...part(read.from, "from", value("from")),
    ...part(read.to, "to", value("to"))
  }
}

const given = <Key extends string>(key: Key, value: string | undefined) => (value === undefined ? {} : { [key]: value })

/** The filter as an address has it. */
export const searchOf = (filter: DeliveryFilter): DeliverySearch => ({
  ...given("endpoint", filter.endpointId),
  ...given("rule", filter.ruleId),
  ...given("event", filter.eventId),
  ...given("post", filter.postCode),
  ...given("outcome", filter.outcome),
  ...given("status", filter.statusCode?.toString()),
  ...given("from", filter.from),
  ...given("to", filter.to)
})

export const isFiltered = (filter: DeliveryFilter): boolean => Object.keys(filter).length > 0
