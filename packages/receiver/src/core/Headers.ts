export type HeaderSource = Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

export const signatureHeader = "X-Service-Signature"
export const idempotencyHeader = "X-Service-Idempotency-Key"
export const attemptHeader = "X-Service-Delivery-Attempt"

const isHeaders = (source: HeaderSource): source is Headers => "get" in source && typeof source.get === "function"

/** Repeated headers are joined with ", " as HTTP stacks do, which every strict grammar downstream then refuses. */
export function readHeader(source: HeaderSource, name: string): string | null {
  if (isHeaders(source)) return source.get(name)
  const wanted = name.toLowerCase()
  let found: string | null = null
  for (const key of Object.keys(source)) {
    // Most names differ in length, and this runs for each of a request's headers.
    const value = key.length === wanted.length && key.toLowerCase() === wanted ? source[key] : undefined
    for (const one of typeof value === "string" ? [value] : (value ?? []))
      found = found === null ? one : `${found}, ${one}`
  }
  return found
}
