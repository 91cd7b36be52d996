/** Id of the current request, which appears in its response and usage entry. */
import { Context } from "effect"

export const RequestId = Context.Reference<string | null>("@heddle/server/transport/rest/RequestId", {
  defaultValue: () => null
})
