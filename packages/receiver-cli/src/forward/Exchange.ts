import { AsyncLocalStorage } from "node:async_hooks"
import type { BodyReader, Handles, HeaderSource, IncomingRequest, Reply } from "@heddle/receiver"

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
