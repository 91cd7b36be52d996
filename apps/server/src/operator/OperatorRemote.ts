/** The operator's actions through a running server's operator port. */
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpBody, HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { LedgerReport } from "../credits/ledger/LedgerReport.ts"
import { Settings } from "../runtime/Settings.ts"
import { IngestSummary } from "../sources/ingestion/Ingestion.ts"
import { billingRemote } from "./BillingRemote.ts"
import { Operator } from "./Operator.ts"
import { remoteKeyActions } from "./KeyActions.ts"
import { OperatorApi } from "./OperatorApi.ts"
import { refuse, unreachable } from "./RemoteFailure.ts"

export const operatorRemote = (operatorUrl: string) =>
  Layer.effect(
    Operator,
    Effect.gen(function* () {
      const { operatorToken } = yield* Settings
      const authorize = Option.match(operatorToken, {
        onNone: () => (request: HttpClientRequest.HttpClientRequest) => request,
        onSome: (token) => HttpClientRequest.bearerToken(Redacted.value(token))
      })
      const http = (yield* HttpClient.HttpClient).pipe(
        HttpClient.mapRequest((request) => authorize(HttpClientRequest.prependUrl(request, operatorUrl)))
      )
      const client = yield* HttpApiClient.makeWith(OperatorApi, { httpClient: http })
      return Operator.of({
        createAccount: (email) => Effect.mapError(client.accounts.create({ payload: { email } }), refuse),
        grant: (accountId, grant) =>
          Effect.mapError(client.accounts.grant({ params: { account_id: accountId }, payload: grant }), refuse),
        listAccounts: (query) => Effect.mapError(client.accounts.list({ query }), refuse),
        showAccount: (accountId) =>
          Effect.mapError(client.accounts.show({ params: { account_id: accountId } }), refuse),
        keys: remoteKeyActions(client),
        notices: (accountId, change) =>
          Effect.mapError(
            Object.keys(change).length === 0
              ? client.notices.read({ params: { account_id: accountId } })
              : client.notices.change({ params: { account_id: accountId }, payload: change }),
            refuse
          ),
        billing: billingRemote(client.billing, unreachable),
        checkLedger: http
          .execute(HttpClientRequest.get("/ledger"))
          .pipe(
            Effect.flatMap(HttpClientResponse.filterStatusOk),
            Effect.flatMap(HttpClientResponse.schemaBodyJson(LedgerReport)),
            Effect.mapError(unreachable)
          ),
        ingest: (bytes) =>
          http
            .execute(HttpClientRequest.post("/ingest", { body: HttpBody.stream(bytes, "application/x-ndjson") }))
            .pipe(
              Effect.flatMap(HttpClientResponse.filterStatusOk),
              Effect.flatMap(HttpClientResponse.schemaBodyJson(IngestSummary)),
              Effect.mapError(unreachable)
            )
      })
    })
  )
