import { AsyncLocalStorage } from "node:async_hooks"
import type { HeaderSource } from "../../core/Headers.ts"
import { defaultBodyTimeoutSeconds, maxBodyBytesRange } from "../../core/Limits.ts"
import { type BodyReader, readBody } from "../../core/ReadBody.ts"
import type { IncomingRequest } from "../../core/ReadBody.ts"
import type { Receiver } from "../../core/Receiver.ts"
import type { Reply } from "../../core/Reply.ts"

/** One request and its answer, known to the handler that runs inside it. */
export interface Exchange {
  readonly headers: HeaderSource
  /** Null when it could not be read. */
  readonly body: Uint8Array | null
  /** Set by a handler that fails, where another status than that of `handler_failed` is wanted. */
  failureStatus: number | null
}

/** Reads the body even of a request whose header is refused, because that one is worth keeping. */
async function readAhead(body: Uint8Array | BodyReader) {
  try {
    const limits = { maxBytes: maxBodyBytesRange.fallback, timeoutSeconds: defaultBodyTimeoutSeconds }
    const bytes = await readBody(body, limits)
    return { bytes, again: bytes }
  } catch (error) {
    return { bytes: null, again: () => Promise.reject(error) }
  }
}

export class Exchanges {
  readonly #current = new AsyncLocalStorage<Exchange>()

  current(): Exchange {
    const exchange = this.#current.getStore()
    if (exchange === undefined) throw new Error("There is no request.")
    return exchange
  }

  /** A receiver whose handler can see and answer the request that it runs for. */
  around(receiver: Pick<Receiver, "handle">): Pick<Receiver, "handle"> {
    return {
      handle: async (request: IncomingRequest): Promise<Reply> => {
        const { bytes, again } = await readAhead(request.body)
        const exchange: Exchange = { headers: request.headers, body: bytes, failureStatus: null }
        const reply = await this.#current.run(exchange, () => receiver.handle({ ...request, body: again }))
        return exchange.failureStatus === null ? reply : { ...reply, status: exchange.failureStatus }
      }
    }
  }
}
