import { Data, Effect, type Layer, Redacted, Stream } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { BoundedBody, tooLarge } from "../core/Body.ts"
import type { EventContext } from "../core/Context.ts"
import { type ConfigProblem, failure, type FailureCode, ReceiverConfigError, ReceiverError } from "../core/Errors.ts"
import type { WebhookEvent } from "../core/Event.ts"
import { isOwnFailure } from "../core/Hooks.ts"
import { maxBodyBytesRange, numberOption } from "../core/Limits.ts"
import type { Handles } from "../core/Reply.ts"
import type { Secrets } from "../core/Secrets.ts"
import { type Verified, type VerifierOptions, verify } from "../core/Verify.ts"
import { createReceiver, type ReceiverOptions } from "../Receiver.ts"

type GivenSecrets = Secrets | Redacted.Redacted | ReadonlyArray<Redacted.Redacted>

/** A request that is no verified event; the fields are those of `ReceiverError`, which is the cause. */
export class WebhookRefused extends Data.TaggedError("WebhookRefused")<{
  readonly code: FailureCode
  readonly status: number
  readonly message: string
  readonly hint: string
  readonly cause: ReceiverError
}> {}

/** The receiver cannot start: a missing or weak secret, an option out of range. */
export class WebhookMisconfigured extends Data.TaggedError("WebhookMisconfigured")<{
  readonly code: ConfigProblem
  readonly message: string
}> {}

export interface WebhookOptions<E, R> extends Omit<ReceiverOptions, "secrets" | "handler" | "onError" | "onDuplicate"> {
  readonly path: HttpRouter.PathInput
  readonly secrets: GivenSecrets
  /** Succeeding acknowledges the event for good; failing in any way frees it to be sent again. */
  readonly handler: (event: WebhookEvent, context: EventContext) => Effect.Effect<unknown, E, R>
  /** Every request that was not acknowledged. Default: a warning in the log for what failed on this side. */
  readonly onError?: (error: ReceiverError) => Effect.Effect<unknown, never, R>
  /** Every event that was acknowledged without running the handler. */
  readonly onDuplicate?: (event: WebhookEvent, context: EventContext) => Effect.Effect<unknown, never, R>
}

const reveal = (secrets: GivenSecrets): Secrets => {
  const one = (secret: string | Redacted.Redacted) => (Redacted.isRedacted(secret) ? Redacted.value(secret) : secret)
  if (typeof secrets === "string" || Redacted.isRedacted(secrets)) return one(secrets)
  return Array.from<string | Redacted.Redacted, string>(secrets, one)
}

const misconfigured = (cause: unknown) => {
  if (cause instanceof ReceiverConfigError) {
    return new WebhookMisconfigured({ code: cause.code, message: cause.message })
  }
  throw cause
}

const refused = (cause: unknown) => {
  if (!(cause instanceof ReceiverError)) throw cause
  const { code, status, message, hint } = cause
  return new WebhookRefused({ code, status, message, hint, cause })
}

/** What a stranger can cause is not logged. */
const logOwnFailure = (error: ReceiverError) => {
  const { code, status, message, hint, eventKey, cause } = error
  if (!isOwnFailure(error)) return Effect.void
  return Effect.logWarning(`Webhook refused: ${message} ${hint}`, ...(cause === undefined ? [] : [cause])).pipe(
    Effect.annotateLogs({ code, status, ...(eventKey === null ? {} : { eventKey }) })
  )
}

const hint =
  "The signature covers the raw bytes, so no HttpRouter middleware may read request.json, text, arrayBuffer or stream " +
  "on this path before the route."

const consumed = () => failure("body_consumed", "Something read the request before this route.", { hint })

/** What Node's IncomingMessage and a web Request tell about their body. */
interface Source {
  readonly readableDidRead?: unknown
  readonly bodyUsed?: unknown
  readonly body?: unknown
}

const explain = (cause: unknown) =>
  cause instanceof ReceiverError ? cause : failure("body_aborted", "The body could not be read.", { cause })

/** The raw bytes of a request nobody has read, refused beyond `maxBytes` while they arrive. */
const readEffectBody = (
  request: HttpServerRequest.HttpServerRequest,
  maxBytes: number
): Effect.Effect<Uint8Array, ReceiverError> =>
  Effect.suspend(() => {
    const source: Source = request.source
    if (source.readableDidRead === true || source.bodyUsed === true) return Effect.fail(consumed())
    if (Number(request.headers["content-length"]) > maxBytes) return Effect.fail(tooLarge(maxBytes))
    // A web Request without a body; Node always has a stream.
    if (source.body === null) return Effect.succeed(new Uint8Array())
    const body = new BoundedBody(maxBytes)
    const add = (chunk: Uint8Array) => Effect.try({ try: () => body.add(chunk), catch: explain })
    return Stream.runForEach(request.stream, add).pipe(
      Effect.mapError(explain),
      Effect.map(() => body.bytes())
    )
  })

/** Answers the request in scope with a receiver of yours, for a route of your own. Never fails. */
export const respond = (
  receiver: Handles
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest> =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const reply = yield* Effect.promise((signal) =>
      receiver.handle({
        method: request.method,
        headers: request.headers,
        body: (maxBytes, late) =>
          Effect.runPromise(readEffectBody(request, maxBytes), { signal: AbortSignal.any([signal, late]) }).catch(
            // The client is gone, which interrupts all that runs for it.
            (cause: unknown) => Promise.reject(explain(cause))
          )
      })
    )
    return HttpServerResponse.text(reply.body, { status: reply.status, headers: reply.headers })
  }).pipe(Effect.withSpan("heddle.webhook"))

export interface VerifyRequestOptions extends Omit<VerifierOptions, "secrets"> {
  readonly secrets: GivenSecrets
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number
}

/** Signature and freshness of the request in scope: no parsing, no de-duplication. */
export const verifyRequest = ({
  secrets,
  maxBodyBytes,
  ...options
}: VerifyRequestOptions): Effect.Effect<
  Verified,
  WebhookRefused | WebhookMisconfigured,
  HttpServerRequest.HttpServerRequest
> =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const maxBytes = yield* Effect.try({
      try: () => numberOption("maxBodyBytes", maxBodyBytes, maxBodyBytesRange),
      catch: misconfigured
    })
    const body = yield* Effect.mapError(readEffectBody(request, maxBytes), refused)
    return yield* Effect.tryPromise({
      try: () => verify({ ...options, secrets: reveal(secrets), headers: request.headers, body }),
      catch: (cause) => (cause instanceof ReceiverConfigError ? misconfigured(cause) : refused(cause))
    })
  })

/** A route that receives events; the handler runs with the services of the layer. */
export const layer = <E, R>(
  options: WebhookOptions<E, R>
): Layer.Layer<never, WebhookMisconfigured, HttpRouter.HttpRouter | R> =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const { path, secrets, handler, onError = logOwnFailure, onDuplicate = () => Effect.void, ...rest } = options
      const run = Effect.runPromiseWith(yield* Effect.context<R>())
      const receiver = yield* Effect.try({
        try: () =>
          createReceiver({
            ...rest,
            secrets: reveal(secrets),
            handler: async (event, context) => void (await run(handler(event, context))),
            onError: (error) => run(onError(error)),
            onDuplicate: (event, context) => run(onDuplicate(event, context))
          }),
        catch: misconfigured
      })
      yield* router.add("*", path, respond(receiver))
    })
  )
