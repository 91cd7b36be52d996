/** The operator port: health, metrics, ingest and account administration. Loopback only, or behind a bearer token. */
import { NodeStream } from "@effect/platform-node"
import { Effect, Layer, Option, Redacted, Schema, Stream } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { createHash, timingSafeEqual } from "node:crypto"
import { createGunzip } from "node:zlib"
import { newId } from "../../runtime/Ids.ts"
import { Operator } from "../../operator/Operator.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { Settings } from "../../runtime/Settings.ts"
import { healthz } from "../Health.ts"
import { BillingRoutes } from "./BillingRoutes.ts"
import { Keys } from "./Keys.ts"
import { metrics } from "./Metrics.ts"
import { NoticesLive } from "./NoticesLive.ts"
import { InputErrorsLive } from "../rest/InputErrorsLive.ts"
import { completeProblem, handleFailures, problem } from "../rest/ProblemResponses.ts"

const Accounts = HttpApiBuilder.group(
  OperatorApi,
  "accounts",
  Effect.fn(function* (handlers) {
    const operator = yield* Operator
    // Only the way to a remote server can fail a command; here the operator is this process.
    return handlers.handleAll({
      create: ({ payload }) => operator.createAccount(payload.email).pipe(Effect.catchTag("CommandFailed", Effect.die)),
      grant: ({ params, payload }) =>
        operator.grant(params.account_id, payload).pipe(Effect.catchTag("CommandFailed", Effect.die)),
      list: ({ query }) => operator.listAccounts(query).pipe(Effect.catchTag("CommandFailed", Effect.die)),
      show: ({ params }) => operator.showAccount(params.account_id).pipe(Effect.catchTag("CommandFailed", Effect.die))
    })
  })
)

/** The stream broke or is not what its headers say; lines before the break are written. */
class BrokenStream extends Schema.TaggedError<BrokenStream>()("BrokenStream", { cause: Schema.Defect() }) {}

const ingest = HttpRouter.add(
  "POST",
  "/ingest",
  Effect.gen(function* () {
    const operator = yield* Operator
    const request = yield* HttpServerRequest.HttpServerRequest
    const encoding = (request.headers["content-encoding"] ?? "identity").toLowerCase()
    if (encoding !== "gzip" && encoding !== "identity") {
      return problem(415, "", "Send NDJSON as it is, or compressed with `Content-Encoding: gzip`.")
    }
    const raw = Stream.mapError(request.stream, (cause) => new BrokenStream({ cause }))
    const bytes =
      encoding === "gzip"
        ? NodeStream.pipeThroughDuplex(raw, {
            evaluate: () => createGunzip(),
            onError: (cause) => new BrokenStream({ cause })
          })
        : raw
    return HttpServerResponse.jsonUnsafe(yield* operator.ingest(bytes))
  }).pipe(
    Effect.catchTag("BrokenStream", () =>
      Effect.succeed(
        problem(400, "", "The body broke off or is not what Content-Encoding says; lines before that are in.")
      )
    )
  )
)

const ledger = HttpRouter.add(
  "GET",
  "/ledger",
  Effect.gen(function* () {
    return HttpServerResponse.jsonUnsafe(yield* (yield* Operator).checkLedger)
  })
)

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
    const refuse = ({ headers, url }: HttpServerRequest.HttpServerRequest, requestId: string) => {
      // Whoever watches the process needs no secret to ask whether it lives.
      if (url === "/healthz" || url === "/readyz") return undefined
      // A page in the operator's browser can reach loopback; no page has business here.
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
        const refused = refuse(yield* HttpServerRequest.HttpServerRequest, requestId)
        const response = refused ?? completeProblem(yield* handleFailures(app, requestId), requestId)
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
    Layer.provide([Accounts, Keys, NoticesLive, BillingRoutes]),
    Layer.provide(InputErrorsLive)
  ),
  ingest,
  ledger,
  healthz,
  readyz,
  metrics,
  guard
)
