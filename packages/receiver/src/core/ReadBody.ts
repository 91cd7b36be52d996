import { isBytes } from "./Bytes.ts"
import { tooLarge } from "./BoundedBody.ts"
import { failure } from "./Failure.ts"

/** Reads the raw body and refuses more than `maxBytes` with `body_too_large`. */
export type BodyReader = (maxBytes: number) => Promise<Uint8Array>

/** So that a sender that stops half-way cannot keep a request open for ever. */
async function withDeadline<A>(work: Promise<A>, seconds: number): Promise<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    const late = failure("body_timeout", `The body did not arrive within ${seconds} s.`)
    timer = setTimeout(reject, seconds * 1000, late)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

export async function readBody(
  source: Uint8Array | BodyReader,
  limits: { readonly maxBytes: number; readonly timeoutSeconds: number }
): Promise<Uint8Array> {
  const body =
    typeof source === "function" ? await withDeadline(source(limits.maxBytes), limits.timeoutSeconds) : source
  if (isBytes(body) && body.byteLength > limits.maxBytes) throw tooLarge(limits.maxBytes)
  return body
}
