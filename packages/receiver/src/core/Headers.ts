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
    // Most names differ in length, and this runs for each of a request's headers.
    if (key.length !== wanted.length || key.toLowerCase() !== wanted) continue
    for (const one of [source[key]].flat()) {
      if (typeof one === "string") found = found === null ? one : `${found}, ${one}`
    }
  }
  return found
}
