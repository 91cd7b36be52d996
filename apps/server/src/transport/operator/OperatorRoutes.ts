/** Routes of the operator port, which accepts loopback only, or requires a bearer token. */
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { createHash, timingSafeEqual } from "node:crypto"
import { newId } from "../../runtime/Ids.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { Settings } from "../../runtime/Settings.ts"
import { healthz } from "../Serving.ts"
import { AccountsLive } from "./AccountsLive.ts"
import { BillingLive } from "./BillingLive.ts"
import { IngestLive } from "./IngestLive.ts"
import { KeysLive } from "./KeysLive.ts"
import { LedgerLive } from "./LedgerLive.ts"
import { metrics } from "./Metrics.ts"
import { NoticesLive } from "./NoticesLive.ts"
import { StorageLive } from "./StorageLive.ts"
import { TextsLive } from "./TextsLive.ts"
import { InputErrorsLive } from "../rest/InputErrorsLive.ts"
import { completeProblem, handleFailures, problem } from "../rest/ProblemResponses.ts"

/** Ready when the database answers. */
const readyz = HttpRouter.add(
  "GET",
  "/readyz",
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql`SELECT 1`.pipe(
      Effect.as(HttpServerResponse.text("ready\n")),
      Effect.catchCause(() =>
        Effect.succeed(HttpServerResponse.text("the database does not answer\n", { status: 503 }))
      )
    )
  })
)

const sameToken = (given: string, expected: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

const guard = HttpRouter.middleware(
  Effect.gen(function* () {
    const { operatorToken } = yield* Settings
    const rejectRequest = ({ headers, url }: HttpServerRequest.HttpServerRequest, requestId: string) => {
      // Health checks need no token.
      if (url === "/healthz" || url === "/readyz") return undefined
      // Any web page in the operator's browser can reach loopback.
      if (headers["origin"] !== undefined) return problem(403, requestId, "The operator port is not for browsers.")
      if (Option.isNone(operatorToken)) return undefined
      const expected = `Bearer ${Redacted.value(operatorToken.value)}`
      return sameToken(headers["authorization"] ?? "", expected)
        ? undefined
        : problem(401, requestId, "Send HEDDLE_OPERATOR_TOKEN as a bearer token.")
    }
    return (app) =>
      Effect.gen(function* () {
        const requestId = yield* newId("req")
        const rejection = rejectRequest(yield* HttpServerRequest.HttpServerRequest, requestId)
        const response = rejection ?? completeProblem(yield* handleFailures(app, requestId), requestId)
        return HttpServerResponse.setHeaders(response, {
          "x-request-id": requestId,
          ...(response.status === 401 ? { "www-authenticate": "Bearer" } : {})
        })
      })
  }),
  { global: true }
)

export const OperatorRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(OperatorApi).pipe(
    Layer.provide([AccountsLive, KeysLive, NoticesLive, BillingLive, LedgerLive, IngestLive, TextsLive, StorageLive]),
    Layer.provide(InputErrorsLive)
  ),
  healthz,
  readyz,
  metrics,
  guard
)
