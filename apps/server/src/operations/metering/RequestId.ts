/** The id of the call that runs now, as its answer and its usage entry carry it. Set by the transports. */
import { Context } from "effect"

export const RequestId = Context.Reference<string | null>("@heddle/server/operations/metering/RequestId", {
  defaultValue: () => null
})
