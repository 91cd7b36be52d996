/** What is filled in, as it stands in the address of the page and in that of the call. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import { offsetMinutes } from "../../text/TimeZone.ts"

/** By name of the parameter; what is not filled in is absent. */
export type CallValues = Readonly<Record<string, string>>

type Parameters = Pick<PlaygroundOperation, "parameters">

export const valuesIn = (search: URLSearchParams, { parameters }: Parameters): CallValues =>
  Object.fromEntries(
    parameters.flatMap(({ name }) => {
      const value = search.get(name)
      return value === null || value === "" ? [] : [[name, value]]
    })
  )

/** What the reader need not fill in: hours are those of their zone. */
export const presetsOf = ({ parameters }: Parameters): CallValues =>
  parameters.some(({ name }) => name === "utc_offset") ? { utc_offset: String(offsetMinutes()) } : {}

export const withValue = (values: CallValues, name: string, value: string): CallValues => {
  const { [name]: _, ...others } = values
  return value === "" ? others : { ...others, [name]: value }
}

/** Whether there is anything to ask the price of. */
export const isComplete = (values: CallValues, { parameters }: Parameters): boolean =>
  parameters.every(({ name, required }) => !required || (values[name]?.trim() ?? "") !== "")
