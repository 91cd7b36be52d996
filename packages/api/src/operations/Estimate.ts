/** What a call would cost, as an operation of its own, so that each answer in the document has one type: an addition of ours. */
import { Schema } from "effect"
import { Estimate } from "../DryRun.ts"
import { Envelope } from "../Operation.ts"
import { askOperation } from "../OperationKinds.ts"

const EstimateResult = Envelope("The estimate.", { data: Estimate })

/** `names` are the operations with a price, which only the whole table knows. */
export const estimateOf = (names: ReadonlyArray<string>) => {
  const EstimateInput = Schema.Struct({
    operation: Schema.Literals(names).annotate({
      message: `must be an operation with a price (all others are free): ${names.join(", ")}`,
      description: "The operation, as in `operationId` after the dot.",
      examples: ["searchPosts"]
    }),
    parameters: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)).annotate({
      description: "Its parameters by name: those of the path, the query and the body. A list is an array.",
      examples: [{ keywords: ["marzipan"], limit: 100 }]
    })
  }).annotate({ identifier: "EstimateInput" })
  return askOperation({
    name: "estimate",
    path: "/estimate",
    payload: EstimateInput,
    result: EstimateResult,
    summary: "Estimate a call",
    description:
      "Checks the parameters of a call and returns what it would cost at most, without running it. Errors are those of the call itself. Estimates are not in the usage history.",
    apiType: "estimate",
    tool: null,
    requires: "nothing",
    parameters: ({ payload }: { readonly payload: typeof EstimateInput.Type }) => payload
  })
}
