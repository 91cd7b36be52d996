/**
 * One request and its response over a dispatcher of undici. However the exchange ends, `Seen` says how far it got. It
 * does not decompress, follow or repeat anything, and reads no further than the part of the body that it keeps.
 */
import { type Clock, Effect } from "effect"
import type { Dispatcher } from "undici"
import { cutToBytes } from "../../runtime/CutText.ts"

export const maxBodyBytes = 16 * 1_024

export interface Seen {
  /** When the request was written to its connection, in Unix milliseconds. */
  sentAt: number | null
  statusCode: number | null
  headers: Readonly<Record<string, string | Array<string> | undefined>>
  readonly body: BoundedBody
}

/** Copies what it keeps: a chunk of one byte would hold a whole read buffer. */
export class BoundedBody {
  #bytes = Buffer.alloc(0)
  #size = 0

  /** False when there is more than it keeps. */
  add(chunk: Uint8Array): boolean {
    const size = Math.min(maxBodyBytes, this.#size + chunk.length)
    const fits = this.#size + chunk.length <= maxBodyBytes
    if (size > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(maxBodyBytes, Math.max(size, 2 * this.#bytes.length)))
      grown.set(this.#bytes.subarray(0, this.#size))
      this.#bytes = grown
    }
    this.#bytes.set(chunk.subarray(0, size - this.#size), this.#size)
    this.#size = size
    return fits
  }

  /** Without a last character that was cut in two. */
  text(): string {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#size), { stream: true })
  }
}

export interface Request {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const stopped = new Error("The attempt is over")

export const makeSeen = (): Seen => ({ sentAt: null, statusCode: null, headers: {}, body: new BoundedBody() })

/** Fails with the cause when the response does not end. The status and headers may have been seen all the same. */
export const exchange = (dispatcher: Dispatcher, { url, headers, body }: Request, seen: Seen) =>
  Effect.clockWith((clock: Clock.Clock) =>
    Effect.callback<void, unknown>((resume) => {
      let isOver = false
      let controller: Dispatcher.DispatchController | undefined
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: (started) => {
          if (isOver) return started.abort(stopped)
          controller = started
          seen.sentAt = clock.currentTimeMillisUnsafe()
        },
        onResponseStart: (_, statusCode, responseHeaders) => {
          // Any number of informational responses may come first.
          if (statusCode < 200) return
          seen.statusCode = statusCode
          seen.headers = responseHeaders
        },
        onResponseData: (started, chunk) => {
          if (isOver || seen.body.add(chunk)) return
          isOver = true
          resume(Effect.void)
          started.abort(stopped)
        },
        onResponseEnd: () => resume(Effect.void),
        onResponseError: (_, cause) => {
          isOver = true
          resume(Effect.fail(cause))
        }
      }
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: "POST",
          headers,
          body,
          // The attempt has one deadline of its own.
          headersTimeout: 0,
          bodyTimeout: 0
        },
        handler
      )
      return Effect.sync(() => {
        isOver = true
        controller?.abort(stopped)
      })
    })
  )

/** Headers as the delivery log keeps them: bounded, without secrets, and storable as `jsonb`. Pure. */
export type Headers = Readonly<Record<string, string>>

const maxHeaders = 64
const maxBytes = 8 * 1_024
const signatureCharacters = 8

const redacted = "[redacted]"
const secretNames =
  /^(?:set-cookie2?|cookie|(?:proxy-)?authenticat(?:e|ion)(?:-info)?|.*(?:authorization|authenticate|authentication-info|token|secret|password|credential|session|api-?key).*)$/

/** PostgreSQL stores neither NUL nor lone surrogates. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\uFFFD")

const byteLength = (text: string): number => Buffer.byteLength(text)

/** At most `bytes` of names and values. */
export const loggedResponseHeaders = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>,
  bytes = maxBytes
): Headers => {
  const kept = new Map<string, string>()
  let left = bytes
  for (const [rawName, value] of Object.entries(headers)) {
    if (kept.size === maxHeaders || left <= 0) break
    if (value === undefined) continue
    const name = cutToBytes(storable(rawName.toLowerCase()), left)
    left -= byteLength(name)
    const text = secretNames.test(name) ? redacted : storable(typeof value === "string" ? value : value.join(", "))
    const cut = cutToBytes(text, left)
    left -= byteLength(cut)
    kept.set(name, cut)
  }
  return Object.fromEntries(kept)
}

/** Enough of a signature to tell two apart, and too little to use it. */
const shorten = (signatures: string): string =>
  signatures.replaceAll(/(?<=v1[=,])[\w+/=]+/g, (signature) => `${signature.slice(0, signatureCharacters)}…`)

export const loggedRequestHeaders = (headers: Headers): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.endsWith("-signature") ? shorten(value) : value])
  )
