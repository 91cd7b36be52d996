import { type IncomingRequest, readBody } from "./core/Body.ts"
import { type DedupeBy, type EventHandler, makeContext } from "./core/Context.ts"
import { failure, ReceiverError } from "./core/Errors.ts"
import { parseEvent } from "./core/Event.ts"
import { type Hooks, makeHooks, stopwatch, type Timing } from "./core/Hooks.ts"
import {
  bodyTimeoutSecondsRange,
  choiceOption,
  functionOption,
  leaseSecondsRange,
  maxBodyBytesRange,
  numberOption,
  storeTimeoutSecondsRange
} from "./core/Limits.ts"
import { handleOnce } from "./core/Once.ts"
import { acknowledge, type Handles, type Reply, refuse } from "./core/Reply.ts"
import { checkStore, type IdempotencyStore } from "./core/Store.ts"
import { makeVerifier, type VerifierOptions } from "./core/Verify.ts"
import { fetchWith } from "./Fetch.ts"
import { memoryStore } from "./stores/MemoryStore.ts"

export interface ReceiverOptions extends VerifierOptions, Hooks {
  readonly handler: EventHandler
  /** Default: a `memoryStore`, for one process. */
  readonly store?: IdempotencyStore | undefined
  /** How long a handler may hold an event before another delivery may run it. Default 60. */
  readonly leaseSeconds?: number | undefined
  /** Default `event`, one run per post and rule; `post` runs once per post, whichever rules match it. */
  readonly dedupeBy?: DedupeBy | undefined
  /** How long each step of the store may take before the event is refused with `store_failed`. Default 5, at most 60. */
  readonly storeTimeoutSeconds?: number | undefined
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined
  /** Default 10. */
  readonly bodyTimeoutSeconds?: number | undefined
}

export interface Receiver extends Handles {
  /** For Next.js, Remix, Hono, Bun, Deno, Workers: `export const POST = receiver.fetch`. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>
}

const readOptions = (options: ReceiverOptions) => ({
  now: functionOption("now", options.now ?? Date.now),
  verifier: makeVerifier(options),
  handler: functionOption("handler", options.handler),
  store: options.store === undefined ? memoryStore({ now: options.now }) : checkStore(options.store),
  dedupeBy: choiceOption("dedupeBy", options.dedupeBy, ["event", "post"]),
  leaseMs: numberOption("leaseSeconds", options.leaseSeconds, leaseSecondsRange) * 1000,
  storeTimeoutMs: numberOption("storeTimeoutSeconds", options.storeTimeoutSeconds, storeTimeoutSecondsRange) * 1000,
  limits: {
    maxBytes: numberOption("maxBodyBytes", options.maxBodyBytes, maxBodyBytesRange),
    timeoutSeconds: numberOption("bodyTimeoutSeconds", options.bodyTimeoutSeconds, bodyTimeoutSecondsRange)
  },
  hooks: makeHooks(options)
})

export function createReceiver(options: ReceiverOptions): Receiver {
  const receiver = readOptions(options)

  async function acceptEvent(request: IncomingRequest, timing: () => Timing): Promise<Reply> {
    if ((request.method ?? "POST") !== "POST") throw failure("method_not_allowed", "The method is not POST.")
    const header = receiver.verifier.inspect(request.headers)
    const rawBody = await receiver.verifier.confirm(header, await readBody(request.body, receiver.limits))
    const event = parseEvent(rawBody)
    const signed = { headers: request.headers, signedAt: Number(header.timestamp), rawBody }
    const context = makeContext(event, signed, receiver.now())
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
