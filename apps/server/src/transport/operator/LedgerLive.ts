/** Handler for the ledger check. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { ledgerStep, reportLedger } from "../../credits/ledger/LedgerReport.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"

export const LedgerLive = HttpApiBuilder.group(
  OperatorApi,
  "ledger",
  Effect.fn(function* (handlers) {
    const sql = yield* SqlClient.SqlClient
    return handlers.handleAll({
      check: () => Effect.provideService(reportLedger, SqlClient.SqlClient, sql),
      step: ({ query }) => Effect.provideService(ledgerStep(query.after), SqlClient.SqlClient, sql)
    })
  })
)
