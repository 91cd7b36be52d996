/** The id of the request that is being answered, as its answer and its usage entry carry it. */
import { Context } from "effect"

export const RequestId = Context.Reference<string | null>("@heddle/server/transport/rest/RequestId", {
  defaultValue: () => null
})
