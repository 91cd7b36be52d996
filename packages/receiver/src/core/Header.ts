import { refusal } from "./Errors.ts"
import { maxHeaderCharacters, maxSignaturesPerHeader } from "./Limits.ts"

export type HeaderSource = Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

export const signatureHeader = "X-Service-Signature"
export const idempotencyHeader = "X-Service-Idempotency-Key"
export const attemptHeader = "X-Service-Delivery-Attempt"

const isHeaders = (source: HeaderSource): source is Headers => "get" in source && typeof source.get === "function"

/** Repeated headers are joined with ", " as HTTP stacks do, which every strict grammar downstream then refuses. */
export function readHeader(source: HeaderSource, name: string): string | null {
  // Whoever passes none, or something that is no text, sent no such header.
  if (typeof source !== "object" || source === null) return null
  if (isHeaders(source)) return source.get(name) ?? null
  const wanted = name.toLowerCase()
  let found: string | null = null
  for (const key of Object.keys(source)) {
    if (key.toLowerCase() !== wanted) continue
    for (const one of [source[key]].flat()) {
      if (typeof one === "string") found = found === null ? one : `${found}, ${one}`
    }
  }
  return found
}

export interface SignatureHeader {
  /** As written, because that text is what was signed. */
  readonly timestamp: string
  readonly signatures: ReadonlyArray<string>
}

const timestampPattern = /^(?:0|[1-9][0-9]{0,11})$/
// One spelling for one signature: the sender writes lower case, so upper case is refused.
const signaturePattern = /^[0-9a-f]{64}$/
// A later scheme (`v2=…`) may stand beside `v1`; it is skipped, never compared.
const extensionPattern = /^[a-z][a-z0-9_]{0,31}=[\x21-\x2b\x2d-\x7e]+$/

const malformed = (message: string) => refusal("malformed_header", message)

export function parseSignatureHeader(value: string): SignatureHeader {
  if (value.length > maxHeaderCharacters) throw malformed("The signature header is too long.")
  let timestamp: string | null = null
  const signatures: Array<string> = []
  for (const part of value.split(",")) {
    if (part.startsWith("t=")) {
      if (timestamp !== null) throw malformed("The signature header has more than one t.")
      timestamp = part.slice(2)
      if (!timestampPattern.test(timestamp)) throw malformed("t is not a whole number of Unix seconds.")
    } else if (part.startsWith("v1=")) {
      const signature = part.slice(3)
      if (!signaturePattern.test(signature)) throw malformed("A v1 is not 64 lower-case hex digits.")
      signatures.push(signature)
    } else if (!extensionPattern.test(part)) {
      throw malformed("A part of the signature header is not key=value.")
    }
  }
  if (timestamp === null) throw malformed("The signature header has no t.")
  if (signatures.length === 0) throw malformed("The signature header has no v1.")
  if (signatures.length > maxSignaturesPerHeader) throw malformed("The signature header has too many v1.")
  return { timestamp, signatures }
}
