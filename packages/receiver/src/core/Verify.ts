import type { HeaderSource } from "./Headers.ts"
import { makeVerifier, noMatch, type VerifierOptions } from "./Verifier.ts"

export interface VerifyInput extends VerifierOptions {
  readonly headers: HeaderSource
  /** The raw bytes as they came, never text and never re-serialised JSON. */
  readonly body: Uint8Array
}

export interface Verified {
  /** Unix seconds at which the sender signed this attempt. */
  readonly signedAt: number
  /** The bytes that were verified: parse these. On Node the array that was passed; leave it alone until then. */
  readonly body: Uint8Array
}

/** Signature and freshness only: no parsing, no de-duplication. Rejects with a `ReceiverError`. */
export async function verify(input: VerifyInput): Promise<Verified> {
  const verifier = makeVerifier(input)
  const header = verifier.inspect(input.headers)
  const confirmed = verifier.confirm(header, input.body)
  const body = confirmed instanceof Promise ? await confirmed : confirmed
  if (body === null) {
    // A tick later the caller listens; before that, Node books the rejection as unhandled, at the cost of the error.
    await undefined
    throw noMatch()
  }
  return { signedAt: Number(header.timestamp), body }
}
