import { fetchWith } from "../adapters/Fetch.ts"
import type { IdempotencyStore } from "../stores/IdempotencyStore.ts"
import { checkStore } from "../stores/CheckStore.ts"
import { MemoryStore } from "../stores/MemoryStore.ts"
import { makeContext } from "./EventContext.ts"
import type { DedupeBy } from "./EventKey.ts"
import { handleOnce } from "./HandleOnce.ts"
import type { EventHandler } from "./Handler.ts"
import { type Hooks, makeHooks, stopwatch, type Timing } from "./Hooks.ts"
import {
  defaultBodyTimeoutSeconds,
  defaultLeaseSeconds,
  defaultStoreTimeoutSeconds,
  maxBodyBytesRange,
  maxBodyTimeoutSeconds,
  maxLeaseSeconds,
  maxStoreTimeoutSeconds,
  maxWaitSeconds
} from "./Limits.ts"
import { choiceOption, functionOption, numberOption } from "./Options.ts"
import { parseEvent } from "./ParseEvent.ts"
import { type IncomingRequest, readBody } from "./ReadBody.ts"
import { failure } from "./Failure.ts"
import { ReceiverError } from "./ReceiverError.ts"
import { acknowledge, type Reply, refuse } from "./Reply.ts"
import { makeVerifier, noMatch, type VerifierOptions } from "./Verifier.ts"

export interface ReceiverOptions extends VerifierOptions, Hooks {
  readonly handler: EventHandler
  /** Default: a `MemoryStore`, for one process. */
  readonly store?: IdempotencyStore | undefined
  /** How long a handler may hold an event before another delivery may run it. Default 60. */
  readonly leaseSeconds?: number | undefined
  /** Default `event`, one run per post and rule; `post` runs once per post, whichever rules match it. */
  readonly dedupeBy?: DedupeBy | undefined
  /**
   * How long a delivery waits while another one of the same event runs, at most 9. Default 0: it is sent away at once
   * with `in_progress`.
   */
  readonly waitSeconds?: number | undefined
  /** How long each step of the store may take before the event is refused with `store_failed`. Default 5, at most 60. */
  readonly storeTimeoutSeconds?: number | undefined
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined
  /** Default 10. */
  readonly bodyTimeoutSeconds?: number | undefined
}

export interface Receiver {
  /** The core of every adapter. Never rejects. */
  readonly handle: (request: IncomingRequest) => Promise<Reply>
  /** For Next.js, Remix, Hono, Bun, Deno, Workers: `export const POST = receiver.fetch`. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>
}

function readOptions(options: ReceiverOptions) {
  const now = functionOption("now", options.now ?? Date.now)
  const leaseSeconds = { fallback: defaultLeaseSeconds, above: 0, max: maxLeaseSeconds }
  const storeSeconds = { fallback: defaultStoreTimeoutSeconds, above: 0, max: maxStoreTimeoutSeconds }
  const waitSeconds = { fallback: 0, above: 0, max: maxWaitSeconds }
  const timeoutSeconds = { fallback: defaultBodyTimeoutSeconds, above: 0, max: maxBodyTimeoutSeconds }
  return {
    now,
    verifier: makeVerifier(options),
    handler: functionOption("handler", options.handler),
    store: options.store === undefined ? new MemoryStore({ now: options.now }) : checkStore(options.store),
    dedupeBy: choiceOption("dedupeBy", options.dedupeBy, ["event", "post"]),
    waitMs: (options.waitSeconds ?? 0) === 0 ? 0 : numberOption("waitSeconds", options.waitSeconds, waitSeconds) * 1000,
    leaseMs: numberOption("leaseSeconds", options.leaseSeconds, leaseSeconds) * 1000,
    storeTimeoutMs: numberOption("storeTimeoutSeconds", options.storeTimeoutSeconds, storeSeconds) * 1000,
    limits: {
      maxBytes: numberOption("maxBodyBytes", options.maxBodyBytes, maxBodyBytesRange),
      timeoutSeconds: numberOption("bodyTimeoutSeconds", options.bodyTimeoutSeconds, timeoutSeconds)
    },
    hooks: makeHooks(options)
  }
}

export function createReceiver(options: ReceiverOptions): Receiver {
  const receiver = readOptions(options)

  async function acceptEvent(request: IncomingRequest, timing: () => Timing): Promise<Reply> {
    if ((request.method ?? "POST") !== "POST") throw failure("method_not_allowed", "The method is not POST.")
    const header = receiver.verifier.inspect(request.headers)
    const body = await readBody(request.body, receiver.limits)
    const confirmed = receiver.verifier.confirm(header, body)
    const rawBody = confirmed instanceof Promise ? await confirmed : confirmed
    if (rawBody === null) throw noMatch()
    const event = parseEvent(rawBody)
    const signed = { headers: request.headers, signedAt: Number(header.timestamp), rawBody }
    const context = makeContext(event, signed, receiver.now())
    receiver.hooks.seen(context)
    const report = (error: ReceiverError) => receiver.hooks.error(error, timing())
    const outcome = await handleOnce({ ...receiver, report }, event, context)
    receiver.hooks[outcome](event, context, timing())
    return acknowledge(outcome)
  }

  async function handleRead(read: () => IncomingRequest): Promise<Reply> {
    const timing = stopwatch()
    try {
      return await acceptEvent(read(), timing)
    } catch (cause) {
      const error =
        cause instanceof ReceiverError
          ? cause
          : failure("internal_error", "The receiver failed unexpectedly.", { cause })
      receiver.hooks.error(error, timing())
      return refuse(error)
    }
  }

  return { handle: (request) => handleRead(() => request), fetch: fetchWith(handleRead) }
}
