import { idempotencyHeader, signatureHeader } from "../core/Headers.ts"
import { type SignedRequest, type SignEventInput, signEvent } from "./SignEvent.ts"

export const withHeader = (signed: SignedRequest, name: string, value: string): SignedRequest => ({
  ...signed,
  headers: { ...signed.headers, [name]: value }
})

/** Changes one bit of the body and keeps the signature. An empty body gets one byte. */
export function tamperBody(signed: SignedRequest, bit = 0): SignedRequest {
  const body = signed.body.byteLength === 0 ? new Uint8Array(1) : new Uint8Array(signed.body)
  const index = Math.floor(bit / 8) % body.byteLength
  body[index] = (body[index] ?? 0) ^ (1 << (bit % 8))
  return { ...signed, body }
}

/** Replaces the last digit of the header, which belongs to the last `v1`. */
export function tamperSignature(signed: SignedRequest): SignedRequest {
  const value = signed.headers[signatureHeader] ?? ""
  return withHeader(signed, signatureHeader, value.slice(0, -1) + (value.endsWith("0") ? "1" : "0"))
}

/** A genuine request, captured and sent again after `ageSeconds`. */
export const signExpired = (input: SignEventInput, ageSeconds = 301): Promise<SignedRequest> =>
  signEvent({ ...input, timestamp: (input.timestamp ?? Math.floor(Date.now() / 1000)) - ageSeconds })

/** The same signed bytes under another idempotency key, which nothing signs. */
export const replayWithKey = (signed: SignedRequest, idempotencyKey: string): SignedRequest =>
  withHeader(signed, idempotencyHeader, idempotencyKey)
