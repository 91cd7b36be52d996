import {
  attemptHeader,
  type BodyReader,
  type Handles,
  type HeaderSource,
  idempotencyHeader,
  type IncomingRequest,
  type Reply,
  signatureHeader
} from "@heddle/receiver"
import { AsyncLocalStorage } from "node:async_hooks"
import { messageOf } from "../Terminal.ts"

/** The receiver's own defaults. */
const maxBodyBytes = 1_048_576
const bodyTimeoutMs = 10_000

/** One request and its answer, known to the handler that runs inside it. */
export interface Exchange {
  /** Names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** Also of a request whose header is refused, because that one is worth keeping. Null when it cannot be read. */
  readonly body: () => Promise<Uint8Array | null>
  /** Set by a handler that fails, where another status than that of `handler_failed` is wanted. */
  failureStatus: number | null
}

/** A body can be read once; whoever asks first reads it. */
function readOnce(source: IncomingRequest["body"]): BodyReader {
  let bytes: Promise<Uint8Array> | undefined
  return (maxBytes, signal) =>
    (bytes ??= typeof source === "function" ? source(maxBytes, signal) : Promise.resolve(source))
}

const toRecord = (headers: HeaderSource): Exchange["headers"] =>
  headers instanceof Headers ? Object.fromEntries(headers) : headers

export class Exchanges {
  readonly #current = new AsyncLocalStorage<Exchange>()

  current(): Exchange {
    const exchange = this.#current.getStore()
    if (exchange === undefined) throw new Error("There is no request.")
    return exchange
  }

  /** A receiver whose handler can see and answer the request that it runs for. */
  around(receiver: Handles): Handles {
    return {
      handle: async (request: IncomingRequest): Promise<Reply> => {
        const read = readOnce(request.body)
        const exchange: Exchange = {
          headers: toRecord(request.headers),
          body: () => read(maxBodyBytes, AbortSignal.timeout(bodyTimeoutMs)).catch(() => null),
          failureStatus: null
        }
        const reply = await this.#current.run(exchange, () => receiver.handle({ ...request, body: read }))
        // Before the answer, which may end the connection that it comes from.
        await exchange.body()
        return exchange.failureStatus === null ? reply : { ...reply, status: exchange.failureStatus }
      }
    }
  }
}

/** Less than the sender's own 10 s, so that it learns why. */
const forwardTimeoutMs = 9000

/** A 502, where the app gave no answer that the sender would understand as its own. */
const badGateway = 502

/** `reached`: whether the app gave an answer at all. */
export type Forwarded =
  | { readonly ok: true; readonly reached: true; readonly status: number }
  | { readonly ok: false; readonly reached: boolean; readonly status: number; readonly problem: string }

const passed = ["content-type", "user-agent", signatureHeader, idempotencyHeader, attemptHeader]

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED") return "nothing listens there"
  return messageOf(cause)
}

/** The bytes and headers as they came, so that the app can verify the signature itself. */
export async function forward(url: URL, { headers }: Exchange, body: Uint8Array): Promise<Forwarded> {
  const kept = passed.flatMap((name): Array<[string, string]> => {
    const values = [headers[name.toLowerCase()] ?? []].flat()
    return values.length === 0 ? [] : [[name, values.join(", ")]]
  })
  return post(url, kept, body)
}

export async function post(url: URL, headers: Array<[string, string]>, body: Uint8Array): Promise<Forwarded> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(forwardTimeoutMs)
    })
    await response.arrayBuffer()
    const { status } = response
    if (response.ok) return { ok: true, reached: true, status }
    const answered = status >= 400 ? status : badGateway
    return { ok: false, reached: true, status: answered, problem: `${url.href} answered ${status}` }
  } catch (error) {
    const problem = `${url.href} did not answer: ${causeOf(error)}`
    return { ok: false, reached: false, status: badGateway, problem }
  }
}
