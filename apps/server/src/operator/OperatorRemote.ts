/** The operator's actions through a running server's operator port. */
import { Conflict, InvalidParameter, NotFound } from "@heddle/api"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpBody, HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { LedgerFault } from "../credits/LedgerCheck.ts"
import { Settings } from "../Settings.ts"
import { IngestSummary } from "../sources/Ingestion.ts"
import { billingRemote } from "./BillingRemote.ts"
import { Operator } from "./Operator.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorApi } from "./OperatorApi.ts"

/** What the server refused is told as it said it; whatever else went wrong is told as a failure of the way there. */
const refuse = <E extends { readonly message: string }>(error: E) =>
  error instanceof NotFound || error instanceof Conflict ? error : unreachable(error)

const unreachable = (error: { readonly message: string }) =>
  new CommandFailed({
    detail: error instanceof InvalidParameter ? error.detail : `The running server did not answer: ${error.message}`
  })

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
        createKey: (accountId, name) =>
          Effect.mapError(client.accounts.key({ params: { account_id: accountId }, payload: { name } }), refuse),
        billing: billingRemote(client.billing, unreachable),
        checkLedger: http
          .execute(HttpClientRequest.get("/ledger"))
          .pipe(
            Effect.flatMap(HttpClientResponse.filterStatusOk),
            Effect.flatMap(HttpClientResponse.schemaBodyJson(Schema.Array(LedgerFault))),
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
