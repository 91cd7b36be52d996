export type HeaderSource = Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

export const signatureHeader = "X-Service-Signature"
export const idempotencyHeader = "X-Service-Idempotency-Key"
export const attemptHeader = "X-Service-Delivery-Attempt"

const isHeaders = (source: HeaderSource): source is Headers => "get" in source && typeof source.get === "function"

/** Repeated headers are joined with ", " as HTTP stacks do, which every strict grammar downstream then refuses. */
export function readHeader(source: HeaderSource, name: string): string | null {
  if (isHeaders(source)) return source.get(name)
  const wanted = name.toLowerCase()
  const found = Object.entries(source).flatMap(([key, value]) =>
    value !== undefined && key.toLowerCase() === wanted ? value : []
  )
  return found.length === 0 ? null : found.join(", ")
}
