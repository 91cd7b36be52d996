/** A call's entry in the usage history, and its span. */
import { Effect } from "effect"
import type { UsageDetails } from "../../credits/ledger/LedgerCommands.ts"
import { boundedParameters } from "../../credits/usage/BoundedParameters.ts"
import type { Call } from "./Call.ts"

export interface UsageSource<Request> {
  readonly apiType: string
  readonly parameters: (request: Request) => Readonly<Record<string, unknown>>
}

export const usageOf = <Request>(
  operation: UsageSource<Request>,
  request: Request,
  { caller, requestId }: Pick<Call, "caller" | "requestId">,
  source: string
): UsageDetails => ({
  keyId: caller.keyId,
  requestId,
  source,
  apiType: caller.apiTypePrefix + operation.apiType,
  parameters: boundedParameters(operation.parameters(request))
})

export const withOperationSpan = (operation: { readonly apiType: string }) =>
  Effect.withSpan(`operation ${operation.apiType}`)
