import { equals, hash } from "#crypto"
import { isBytes } from "./Body.ts"
import { refusal } from "./Errors.ts"
import { type HeaderSource, parseSignatureHeader, readHeader, type SignatureHeader, signatureHeader } from "./Header.ts"
import { functionOption, numberOption, toleranceSecondsRange } from "./Limits.ts"
import { keysOf, type Secrets } from "./Secrets.ts"

export interface VerifierOptions {
  /** One secret, or several while one is being rotated: as a list, or as one text with commas between them. */
  readonly secrets: Secrets
  /** In both directions. Default 300, at most 3600. */
  readonly toleranceSeconds?: number | undefined
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

export interface Verifier {
  /** Grammar and freshness, before the body is even read: a stale flood costs almost nothing. */
  readonly inspect: (headers: HeaderSource) => SignatureHeader
  /** The bytes that were hashed: with WebCrypto a copy. Rejects when no signature matches. */
  readonly confirm: (header: SignatureHeader, body: Uint8Array) => Promise<Uint8Array>
}

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

/** What is signed in front of the body. */
export const signedPrefix = (timestamp: string): string => `${timestamp},`

/** Written so that a broken clock (NaN) fails closed. */
function checkFreshness(timestamp: number, nowMs: number, toleranceSeconds: number): void {
  const age = Math.floor(nowMs / 1000) - timestamp
  if (!(age <= toleranceSeconds)) {
    throw refusal("too_old", `The request was signed ${age} s ago; at most ${toleranceSeconds} s are allowed.`)
  }
  if (!(age >= -toleranceSeconds)) {
    throw refusal(
      "too_new",
      `The request was signed ${-age} s in the future; at most ${toleranceSeconds} s are allowed.`
    )
  }
}

/** Looks at every pair even after a match, so that the time taken tells nothing about which one it was. */
function anyMatch(macs: ReadonlyArray<string>, candidates: ReadonlyArray<string>): boolean {
  let matched = false
  for (const candidate of candidates) {
    for (const mac of macs) {
      const equal = equals(mac, candidate)
      matched = matched || equal
    }
  }
  return matched
}

export function makeVerifier(options: VerifierOptions): Verifier {
  const keys = keysOf(options.secrets)
  const now = functionOption("now", options.now ?? Date.now)
  const toleranceSeconds = numberOption("toleranceSeconds", options.toleranceSeconds, toleranceSecondsRange)

  return {
    inspect: (headers) => {
      const value = readHeader(headers, signatureHeader)
      if (value === null || value === "") throw refusal("missing_header", `The ${signatureHeader} header is missing.`)
      const header = parseSignatureHeader(value)
      checkFreshness(Number(header.timestamp), now(), toleranceSeconds)
      return header
    },
    confirm: async (header, body) => {
      if (!isBytes(body)) {
        throw refusal(
          "body_consumed",
          "The body is not a Uint8Array. Parsed or decoded it cannot be checked; for an ArrayBuffer pass new Uint8Array(it)."
        )
      }
      const hashed = await hash(keys, signedPrefix(header.timestamp), body)
      if (anyMatch(hashed.macs, header.signatures)) return hashed.body
      throw refusal("no_match", "No signature matches the body and the configured secret.")
    }
  }
}

/** Signature and freshness only: no parsing, no de-duplication. Rejects with a `ReceiverError`. */
export async function verify(input: VerifyInput): Promise<Verified> {
  const verifier = makeVerifier(input)
  const header = verifier.inspect(input.headers)
  return { signedAt: Number(header.timestamp), body: await verifier.confirm(header, input.body) }
}
