/** Operations as handlers of the REST API: what a request says about the call goes in, what the answer says goes out. */
import { Caller } from "@heddle/api"
import { Effect, Struct } from "effect"
import { HttpMethod, HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { HistoryFile } from "../../operations/answers/AccountAnswers.ts"
import { type Answer, FirstCallStillRunning, type MeteredOperation } from "../../operations/metering/Call.ts"
import { answerHeaders } from "./AnswerHeaders.ts"
import { RequestId } from "./Conventions.ts"
import { historyResponse } from "./HistoryResponse.ts"

/** What the transport itself reads of a decoded request. */
interface Decoded {
  readonly headers?: { readonly "idempotency-key"?: string | undefined }
  readonly query?: { readonly dry_run?: boolean | undefined }
}

/** Method, path, query in any order, and body. */
const fingerprintOf = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  // Another question mark is part of a value.
  const [path, ...query] = request.url.split("?")
  const parameters = new URLSearchParams(query.join("?"))
  parameters.sort()
  const body = HttpMethod.hasBody(request.method) ? yield* Effect.orDie(request.text) : ""
  return [request.method, path, parameters.toString(), body].join("\n")
})

const callOf = Effect.fnUntraced(function* ({ headers, query }: Decoded) {
  const key = headers?.["idempotency-key"]
  return {
    caller: yield* Caller,
    requestId: yield* RequestId,
    idempotency: key === undefined ? null : { key, fingerprint: yield* fingerprintOf },
    dryRun: query?.dry_run === true
  }
})

// A copy: the request belongs to the framework.
const withoutDryRun = <Request extends Decoded>(request: Request): Request => {
  if (request.query?.dry_run === undefined) return request
  const { dry_run: _, ...query } = request.query
  return { ...request, query }
}

const headersOf = ({ consumed, remaining, replayed }: Answer<unknown>) => ({
  "x-credits-consumed": String(consumed),
  "x-credits-remaining": String(remaining),
  ...(replayed ? { "idempotent-replayed": "true" } : {})
})

type Handler<Request, Success, E> = (
  request: Request & Decoded
) => Effect.Effect<Success, E, Caller | HttpServerRequest.HttpServerRequest>

const handle = <Request, Body, E, Success>(
  { call }: MeteredOperation<Request, Body, E>,
  respond: (body: Body) => Success
): Handler<Request, Success, E> =>
  Effect.fnUntraced(function* (request: Request & Decoded) {
    const answer = yield* Effect.tapError(call(withoutDryRun(request), yield* callOf(request)), (error) =>
      error instanceof FirstCallStillRunning ? answerHeaders({ "retry-after": "1" }) : Effect.void
    )
    yield* answerHeaders(headersOf(answer))
    return respond(answer.body)
  })

interface AsHandler extends Struct.Lambda {
  <Request, Body, E>(operation: MeteredOperation<Request, Body, E>): Handler<Request, Body, E>
  readonly "~lambda.out": this["~lambda.in"] extends MeteredOperation<infer Request, infer Body, infer E>
    ? Handler<Request, Body, E>
    : never
}

/** All answers of a group of operations as its handlers. */
export const handlersOf = Struct.map(Struct.lambda<AsHandler>((operation) => handle(operation, (body) => body)))

/** An operation whose answer is a file. */
export const fileHandlerOf = <Request, E>(
  operation: MeteredOperation<Request, HistoryFile, E>
): Handler<Request, HttpServerResponse.HttpServerResponse, E> => handle(operation, historyResponse)
