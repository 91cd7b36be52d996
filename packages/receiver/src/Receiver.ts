import { BoundedBody, type IncomingRequest, readBody, tooLarge } from "./core/Body.ts"
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
import { type RuleMapOption, ruleFinder } from "./core/RuleMap.ts"
import { acknowledge, type Handles, refuse, type Reply } from "./core/Reply.ts"
import { checkStore, type IdempotencyStore } from "./core/Store.ts"
import { makeVerifier, type VerifierOptions } from "./core/Verify.ts"
import { memoryStore } from "./stores/MemoryStore.ts"

const untouchedHint =
  "The signature covers the raw bytes, so pass the untouched Request: do not call request.json(), text() or formData() " +
  "before, nor in a middleware (clone() there), and in Hono pass context.req.raw."

const requestHint =
  "Pass the Request itself: ({ request }) => receiver.fetch(request), in Hono (c) => receiver.fetch(c.req.raw). " +
  "For the request and response of Node, use nodeHandler of @heddle/receiver/node."

const aborted = (cause: unknown) =>
  cause instanceof ReceiverError ? cause : failure("body_aborted", "The body could not be read.", { cause })

async function readStream(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal
): Promise<Uint8Array> {
  const body = new BoundedBody(maxBytes)
  const reader = stream.getReader()
  // Not cancelled: React Router's server takes that for a wish to hang up, and the sender would get no answer.
  // workerd does not let go of a stream while it waits for it.
  const release = () => {
    try {
      reader.releaseLock()
    } catch {}
  }
  signal.addEventListener("abort", release)
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) body.add(next.value)
    return body.bytes()
  } catch (cause) {
    throw aborted(cause)
  } finally {
    release()
    signal.removeEventListener("abort", release)
  }
}

async function readRequest(request: Request, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  if (request.bodyUsed || request.body?.locked === true) {
    throw failure("body_consumed", "The body of this Request was already read.", { hint: untouchedHint })
  }
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes)
  return request.body === null ? new Uint8Array() : readStream(request.body, maxBytes, signal)
}

/** Frameworks hand over contexts and events; what is in them is found out here rather than by a TypeError. */
function readIncoming(request: Request): IncomingRequest {
  if (typeof request?.headers?.get !== "function") {
    throw failure("internal_error", "receiver.fetch was not given a web Request.", { hint: requestHint })
  }
  const { method, headers } = request
  return { method, headers, body: (maxBytes, signal) => readRequest(request, maxBytes, signal) }
}

/** `handle` answers what `read` throws, too. */
const fetchWith =
  (handle: (read: () => IncomingRequest) => Promise<Reply>) =>
  async (request: Request): Promise<Response> => {
    const reply = await handle(() => readIncoming(request))
    return new Response(reply.body, { status: reply.status, headers: reply.headers })
  }

export interface ReceiverOptions extends VerifierOptions, Hooks {
  readonly handler: EventHandler
  /** Default: a `memoryStore`, for one process. */
  readonly store?: IdempotencyStore | undefined
  /** How long a handler may hold an event before another delivery may run it. Default 60. */
  readonly leaseSeconds?: number | undefined
  /** Default `event`, one run per post and rule; `post` runs once per post, whichever rules match it. */
  readonly dedupeBy?: DedupeBy | undefined
  /**
   * The `rule-map.json` of `heddle-rules`, parsed: a rule that replaced another counts as the first of them, so a post runs
   * once for all of them. With `dedupeBy: "post"`, which joins more, it only gives names and event keys.
   */
  readonly ruleMap?: RuleMapOption | undefined
  /**
   * How long each step of the store may take before the event is refused with `store_failed`, and a function `ruleMap`
   * before `rule_map_failed`. Default 5, at most 60.
   */
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

const storeTimeoutMsOf = ({ storeTimeoutSeconds }: ReceiverOptions): number =>
  numberOption("storeTimeoutSeconds", storeTimeoutSeconds, storeTimeoutSecondsRange) * 1000

const readOptions = (options: ReceiverOptions) => ({
  now: functionOption("now", options.now ?? Date.now),
  verifier: makeVerifier(options),
  handler: functionOption("handler", options.handler),
  store: options.store === undefined ? memoryStore({ now: options.now }) : checkStore(options.store),
  dedupeBy: choiceOption("dedupeBy", options.dedupeBy, ["event", "post"]),
  leaseMs: numberOption("leaseSeconds", options.leaseSeconds, leaseSecondsRange) * 1000,
  storeTimeoutMs: storeTimeoutMsOf(options),
  findRule: ruleFinder(options.ruleMap, storeTimeoutMsOf(options)),
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
    const context = makeContext(event, await receiver.findRule(event), signed, receiver.now())
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
