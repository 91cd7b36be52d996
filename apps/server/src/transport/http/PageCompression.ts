/**
 * Compression of the pages that never change while the process runs, such as the documentation: once for each
 * encoding, and every answer sends the same bytes. Anybody may ask for them, as often as they like.
 */
import { Effect } from "effect"
import { HttpBody, HttpServerRequest, HttpServerResponse } from "effect/http"
import { promisify } from "node:util"
import { brotliCompress, constants, deflate, gzip } from "node:zlib"

type Encoding = "br" | "gzip" | "deflate"

const brotli = promisify(brotliCompress)
const compressors: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
  deflate: promisify(deflate)
}
/** Smaller pages are not worth it; the other middleware thinks so too. */
const minBytes = 1024
const preferred = ["br", "gzip", "deflate"] as const

const member = /^([a-z*]+)(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/

/** The first encoding that the header `Accept-Encoding` permits (RFC 9110, 12.5.3). */
export const encodingOf = (acceptEncoding: string | undefined): Encoding | undefined => {
  const qualities = new Map(
    (acceptEncoding ?? "").split(",").flatMap((part) => {
      const [, name, quality = "1"] = member.exec(part.trim().toLowerCase()) ?? []
      return name === undefined ? [] : [[name, Number(quality)] as const]
    })
  )
  return preferred.find((encoding) => (qualities.get(encoding) ?? qualities.get("*") ?? 0) > 0)
}

/** Of each page, by the bytes it is made of. */
const compressed = new WeakMap<Uint8Array, Map<Encoding, Promise<Uint8Array>>>()

const compressedOnce = (bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> => {
  const known = compressed.get(bytes) ?? new Map<Encoding, Promise<Uint8Array>>()
  compressed.set(bytes, known)
  const made = known.get(encoding) ?? compressors[encoding](bytes)
  known.set(encoding, made)
  return made
}

/** A page as the request wants it. */
export const compressPage = Effect.fnUntraced(function* (response: HttpServerResponse.HttpServerResponse) {
  const { body } = response
  if (response.status !== 200 || body._tag !== "Uint8Array" || body.contentLength < minBytes) return response
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const encoding = encodingOf(headers["accept-encoding"])
  const bytes = encoding === undefined ? body.body : yield* Effect.promise(() => compressedOnce(body.body, encoding))
  // Bytes, because Node would copy a text for every answer.
  const compressedPage = HttpServerResponse.setBody(response, HttpBody.uint8Array(bytes, body.contentType))
  return HttpServerResponse.setHeaders(compressedPage, {
    // With `identity`, the other middleware compresses nothing and removes the header.
    "content-encoding": encoding ?? "identity",
    vary: "Accept-Encoding"
  })
})
