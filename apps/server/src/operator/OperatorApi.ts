/** The operator's API, served on the operator port only (decisions, "Running it"). */
import { AccountId, InputErrors } from "@heddle/api"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { LedgerReport, LedgerStep } from "../credits/ledger/LedgerAnswers.ts"
import { IngestSummary } from "../sources/ingestion/IngestSummary.ts"
import { OperatorAccounts } from "./AccountsApi.ts"
import { OperatorBilling } from "./BillingApi.ts"
import { OperatorState } from "./StateApi.ts"
import { OperatorEndpoints } from "./EndpointsApi.ts"
import { OperatorDeliveries } from "./DeliveriesApi.ts"
import { OperatorKeys } from "./KeysApi.ts"
import { OperatorNotices } from "./NoticesApi.ts"

class OperatorLedger extends HttpApiGroup.make("ledger").add(
  HttpApiEndpoint.get("check", "/ledger", { success: LedgerReport }),
  HttpApiEndpoint.get("step", "/ledger/step", {
    query: Schema.Struct({ after: Schema.optionalKey(AccountId) }),
    success: LedgerStep
  }).middleware(InputErrors)
) {}

class OperatorIngest extends HttpApiGroup.make("posts").add(
  HttpApiEndpoint.post("ingest", "/ingest", {
    payload: HttpApiSchema.StreamUint8Array({ contentType: "application/x-ndjson" }),
    success: IngestSummary
  })
) {}

export class OperatorApi extends HttpApi.make("operator")
  .add(
    OperatorAccounts,
    OperatorKeys,
    OperatorNotices,
    OperatorEndpoints,
    OperatorDeliveries,
    OperatorBilling,
    OperatorState
  )
  .middleware(InputErrors)
  // Collectors and monitoring tools may add their own query parameters to these two.
  .add(OperatorLedger, OperatorIngest)
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error", errors: "all" }) {}
