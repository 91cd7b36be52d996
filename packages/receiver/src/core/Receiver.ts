import { fetchWith } from "../adapters/Fetch.ts"
import type { IdempotencyStore } from "../stores/IdempotencyStore.ts"
import { MemoryStore } from "../stores/MemoryStore.ts"
import { makeContext } from "./EventContext.ts"
import { handleOnce } from "./HandleOnce.ts"
import type { EventContext, EventHandler } from "./Handler.ts"
import type { HeaderSource } from "./Headers.ts"
import {
  defaultBodyTimeoutSeconds,
  defaultLeaseSeconds,
  defaultMaxBodyBytes,
  maxBodyTimeoutSeconds,
  maxLeaseSeconds
} from "./Limits.ts"
import { notifier } from "./Notify.ts"
import { functionOption, numberOption } from "./Options.ts"
import { parseEvent } from "./ParseEvent.ts"
import { type BodyReader, readBody } from "./ReadBody.ts"
import { failure } from "./Failure.ts"
import { ReceiverError } from "./ReceiverError.ts"
import { acknowledge, type Reply, refuse } from "./Reply.ts"
import { makeVerifier, noMatch, type VerifierOptions } from "./Verifier.ts"
import type { WebhookEvent } from "./WebhookEvent.ts"

export interface ReceiverOptions extends VerifierOptions {
  readonly handler: EventHandler
  /** Default: a `MemoryStore`, for one process. */
  readonly store?: IdempotencyStore | undefined
  /** How long a handler may hold an event before another delivery may run it. Default 60. */
  readonly leaseSeconds?: number | undefined
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined
  /** Default 10. */
  readonly bodyTimeoutSeconds?: number | undefined
  /** Every request that was not acknowledged, for logs and metrics. What it throws is ignored. */
  readonly onError?: ((error: ReceiverError) => unknown) | undefined
  /** Every event that was acknowledged without running the handler. What it throws is ignored. */
  readonly onDuplicate?: ((event: WebhookEvent, context: EventContext) => unknown) | undefined
}

export interface IncomingRequest {
  readonly headers: HeaderSource
  /** The raw bytes, or a way to read them, which is used only once the headers have passed. */
  readonly body: Uint8Array | BodyReader
  /** Default POST. */
  readonly method?: string | undefined
}

export interface Receiver {
  /** The core of every adapter. Never rejects. */
  readonly handle: (request: IncomingRequest) => Promise<Reply>
  /** For Next.js, Remix, Hono, Bun, Deno, Workers: `export const POST = receiver.fetch`. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>
}

function readOptions(options: ReceiverOptions) {
  const { store, onError, onDuplicate } = options
  const now = functionOption("now", options.now ?? Date.now)
  const leaseSeconds = { fallback: defaultLeaseSeconds, above: 0, max: maxLeaseSeconds }
  const maxBytes = { fallback: defaultMaxBodyBytes, above: 0, max: Number.MAX_SAFE_INTEGER }
  const timeoutSeconds = { fallback: defaultBodyTimeoutSeconds, above: 0, max: maxBodyTimeoutSeconds }
  return {
    now,
    verifier: makeVerifier(options),
    handler: functionOption("handler", options.handler),
    store: store ?? new MemoryStore({ now }),
    leaseMs: numberOption("leaseSeconds", options.leaseSeconds, leaseSeconds) * 1000,
    limits: {
      maxBytes: numberOption("maxBodyBytes", options.maxBodyBytes, maxBytes),
      timeoutSeconds: numberOption("bodyTimeoutSeconds", options.bodyTimeoutSeconds, timeoutSeconds)
    },
    report: notifier("onError", onError),
    reportDuplicate: notifier("onDuplicate", onDuplicate)
  }
}

export function createReceiver(options: ReceiverOptions): Receiver {
  const receiver = readOptions(options)

  async function acceptEvent(request: IncomingRequest): Promise<Reply> {
    if ((request.method ?? "POST") !== "POST") throw failure("method_not_allowed", "The method is not POST.")
    const header = receiver.verifier.inspect(request.headers)
    const body = await readBody(request.body, receiver.limits)
    const confirmed = receiver.verifier.confirm(header, body)
    const rawBody = confirmed instanceof Promise ? await confirmed : confirmed
    if (rawBody === null) throw noMatch()
    const event = parseEvent(rawBody)
    const signed = { headers: request.headers, signedAt: Number(header.timestamp), rawBody }
    const context = makeContext(event, signed, receiver.now())
    const outcome = await handleOnce(receiver, event, context)
    if (outcome === "duplicate") receiver.reportDuplicate(event, context)
    return acknowledge(outcome)
  }

  async function handle(request: IncomingRequest): Promise<Reply> {
    try {
      return await acceptEvent(request)
    } catch (cause) {
      const error =
        cause instanceof ReceiverError
          ? cause
          : failure("internal_error", "The receiver failed unexpectedly.", { cause })
      receiver.report(error)
      return refuse(error)
    }
  }

  return { handle, fetch: fetchWith(handle) }
}
