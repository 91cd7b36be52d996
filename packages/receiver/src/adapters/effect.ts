import { Data, Effect, type Layer, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { FailureCode } from "../core/FailureCodes.ts"
import type { EventContext } from "../core/Handler.ts"
import { maxBodyBytesRange } from "../core/Limits.ts"
import { numberOption } from "../core/Options.ts"
import { createReceiver, type Receiver, type ReceiverOptions } from "../core/Receiver.ts"
import { type ConfigProblem, ReceiverConfigError } from "../core/ReceiverConfigError.ts"
import { ReceiverError } from "../core/ReceiverError.ts"
import type { VerifierOptions } from "../core/Verifier.ts"
import { type Verified, verify } from "../core/Verify.ts"
import type { WebhookEvent } from "../core/WebhookEvent.ts"
import { readEffectBody } from "./EffectBody.ts"

type Secrets = ReceiverOptions["secrets"] | Redacted.Redacted | ReadonlyArray<Redacted.Redacted>

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
  readonly secrets: Secrets
  /** Succeeding acknowledges the event for good; failing in any way frees it to be sent again. */
  readonly handler: (event: WebhookEvent, context: EventContext) => Effect.Effect<unknown, E, R>
  /** Every request that was not acknowledged. Default: a warning in the log. */
  readonly onError?: (error: ReceiverError) => Effect.Effect<unknown, never, R>
  /** Every event that was acknowledged without running the handler. */
  readonly onDuplicate?: (event: WebhookEvent, context: EventContext) => Effect.Effect<unknown, never, R>
}

const reveal = (secrets: Secrets): ReceiverOptions["secrets"] => {
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

const logRefusal = ({ code, status, message, hint, eventKey, cause }: ReceiverError) =>
  Effect.logWarning(`Webhook refused: ${message} ${hint}`, ...(cause === undefined ? [] : [cause])).pipe(
    Effect.annotateLogs({ code, status, ...(eventKey === null ? {} : { eventKey }) })
  )

/** Answers the request in scope with a receiver of yours, for a route of your own. Never fails. */
export const respond = (
  receiver: Pick<Receiver, "handle">
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest> =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const reply = yield* Effect.promise((signal) =>
      receiver.handle({
        method: request.method,
        headers: request.headers,
        body: (maxBytes, late) =>
          Effect.runPromise(readEffectBody(request, maxBytes), { signal: AbortSignal.any([signal, late]) })
      })
    )
    return HttpServerResponse.text(reply.body, { status: reply.status, headers: reply.headers })
  }).pipe(Effect.withSpan("heddle.webhook"))

export interface VerifyRequestOptions extends Omit<VerifierOptions, "secrets"> {
  readonly secrets: Secrets
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
      const { path, secrets, handler, onError = logRefusal, onDuplicate = () => Effect.void, ...rest } = options
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
