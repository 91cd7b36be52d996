import { Context } from "effect"
import type { HttpApiClient } from "effect/http-api"
import type { OperatorApi } from "./OperatorApi.ts"

/** Typed client of the operator's API. Names its types only: every command loads this file, and few call the API. */
export class OperatorClient extends Context.Service<OperatorClient, HttpApiClient.ForApi<typeof OperatorApi>>()(
  "@heddle/server/operator/OperatorClient"
) {}
