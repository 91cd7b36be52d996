/** Operations as REST handlers: maps the request to a call, and the answer to body and headers. */
import { Api, type Authorization, Caller, type InputErrors } from "@heddle/api"
import { Effect, Layer, type Scope, Stream, Struct } from "effect"
import { HttpMethod, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { operationHandlers } from "../../operations/Handlers.ts"
import type { HistoryFile } from "../../operations/handlers/AccountHandlers.ts"
import { type Answer, type MeteredOperation, retryAfterOf, TooManyCalls } from "../../operations/metering/Call.ts"
import type { StreamItem } from "../../webhooks/listening/EventStreams.ts"
import { RequestId } from "../http/Conventions.ts"
import { withoutServices } from "../http/Serving.ts"
import { addRateLimit, setResponseHeaders } from "../http/RateLimit.ts"
import { historyResponse, tableResponse } from "./tables/TableResponse.ts"

/** A stream of events as server-sent events (text/event-stream). */
const encoder = new TextEncoder()

/** JSON has no line breaks, so each message has one line of data. */
const textOf = (item: StreamItem): string => {
  switch (item._tag) {
    case "KeepAlive":
      return ": keep-alive\n\n"
    case "Delivery":
      return `id: ${item.id}\nevent: delivery\ndata: ${JSON.stringify(item.delivery)}\n\n`
    case "End":
      return `event: end\ndata: ${JSON.stringify({ reason: item.reason })}\n\n`
  }
}

/**
 * Neither we nor a proxy may compress or collect it: each message has to leave at once. The connection ends with the
 * stream, so that a client cannot come back on it while the server stops.
 */
const eventStreamResponse = <E>(items: Stream.Stream<StreamItem, E>) =>
  HttpServerResponse.stream(
    Stream.map(items, (item) => encoder.encode(textOf(item))),
    {
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no", connection: "close" }
    }
  )

/** The parts of a decoded request that belong to the transport. */
interface DecodedRequest {
  readonly endpoint: { readonly identifier: string }
  readonly headers?: { readonly "idempotency-key"?: string | undefined }
  readonly query?: { readonly dry_run?: boolean | undefined }
}

/** Method, path, sorted query and body. */
const fingerprintOf = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  // Later question marks are part of a value.
  const [path, ...query] = request.url.split("?")
  const parameters = new URLSearchParams(query.join("?"))
  parameters.sort()
  const body = HttpMethod.hasBody(request.method) ? yield* Effect.orDie(request.text) : ""
  return [request.method, path, parameters.toString(), body].join("\n")
})

const callOf = Effect.fnUntraced(function* ({ headers, query }: DecodedRequest) {
  const key = headers?.["idempotency-key"]
  return {
    caller: yield* Caller,
    requestId: yield* RequestId,
    idempotency: key === undefined ? null : { key, fingerprint: yield* fingerprintOf },
    dryRun: query?.dry_run === true,
    fits: null
  }
})

// Copies, because the request belongs to the framework.
const withoutDryRun = <Request extends DecodedRequest>(request: Request): Request => {
  if (request.query?.dry_run === undefined) return request
  const { dry_run: _, ...query } = request.query
  return { ...request, query }
}

const headersOf = ({ consumed, remaining, replayed }: Answer<unknown>) => ({
  "x-credits-consumed": String(consumed),
  "x-credits-remaining": String(remaining),
  ...(replayed ? { "idempotent-replayed": "true" } : {})
})

type Handler<Request, Success, E, R = never> = (
  request: Request & DecodedRequest
) => Effect.Effect<Success, E, R | Caller | HttpServerRequest.HttpServerRequest>

const handle = <Request, Body, E, Success, R = never>(
  { call }: MeteredOperation<Request, Body, E, R>,
  respond: (body: Body, operation: string, accept: string | undefined) => Success
): Handler<Request, Success, E, R> =>
  Effect.fnUntraced(function* (request: Request & DecodedRequest) {
    const answer = yield* Effect.tapError(
      call(withoutDryRun(request), yield* callOf(request)),
      Effect.fnUntraced(function* (error) {
        const seconds = retryAfterOf(error)
        if (seconds !== undefined) yield* setResponseHeaders({ "retry-after": String(seconds) })
        if (error instanceof TooManyCalls && error.limit !== null) yield* addRateLimit(error.limit)
      })
    )
    yield* setResponseHeaders(headersOf(answer))
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    return respond(answer.body, request.endpoint.identifier, headers["accept"])
  })

const inTheFormAskedFor = <Body extends object>(body: Body, operation: string, accept: string | undefined) =>
  tableResponse(operation, accept, body) ?? body

interface AsHandler extends Struct.Lambda {
  <Request, Body extends object, E>(
    operation: MeteredOperation<Request, Body, E>
  ): Handler<Request, Body | HttpServerResponse.HttpServerResponse, E>
  readonly "~lambda.out": this["~lambda.in"] extends MeteredOperation<infer Request, infer Body, infer E>
    ? Handler<Request, Body | HttpServerResponse.HttpServerResponse, E>
    : never
}

/** Handlers for a group of operations. */
export const handlersOf = Struct.map(Struct.lambda<AsHandler>((operation) => handle(operation, inTheFormAskedFor)))

/** The handler of an operation that returns a file; the scope of a request closes when the file is sent. */
export const fileHandlerOf = <Request, E>(
  operation: MeteredOperation<Request, HistoryFile, E, Scope.Scope>
): Handler<Request, HttpServerResponse.HttpServerResponse, E, Scope.Scope> => handle(operation, historyResponse)

/** The handler of an operation that streams; the scope of a request closes when its connection does. */
export const streamHandlerOf = <Request, E, E2>(
  operation: MeteredOperation<Request, Stream.Stream<StreamItem, E2>, E, Scope.Scope>
): Handler<Request, HttpServerResponse.HttpServerResponse, E, Scope.Scope> => handle(operation, eventStreamResponse)

/** Binds each family of the contract to its answers. */
export const OperationRoutes = Layer.unwrap(
  Effect.map(operationHandlers, ({ account, posts, authors, live, leaderboards, statistics, webhooks, listening }) => {
    const { exportHistory, ...enveloped } = account
    const { listenToEndpoint, ...acknowledging } = listening
    const groups = Layer.mergeAll(
      HttpApiBuilder.group(Api, "account", (handlers) =>
        handlers.handleAll({ ...handlersOf(enveloped), exportHistory: fileHandlerOf(exportHistory) })
      ),
      HttpApiBuilder.group(Api, "posts", (handlers) => handlers.handleAll(handlersOf(posts))),
      HttpApiBuilder.group(Api, "authors", (handlers) => handlers.handleAll(handlersOf(authors))),
      HttpApiBuilder.group(Api, "live", (handlers) => handlers.handleAll(handlersOf(live))),
      HttpApiBuilder.group(Api, "leaderboards", (handlers) => handlers.handleAll(handlersOf(leaderboards))),
      HttpApiBuilder.group(Api, "statistics", (handlers) => handlers.handleAll(handlersOf(statistics))),
      HttpApiBuilder.group(Api, "webhooks", (handlers) =>
        handlers.handleAll({
          ...handlersOf({ ...webhooks, ...acknowledging }),
          listenToEndpoint: streamHandlerOf(listenToEndpoint)
        })
      )
    )
    return Layer.effectContext(
      Effect.updateContext(Layer.build(groups), withoutServices<Authorization | InputErrors | Scope.Scope>)
    )
  })
)
