import { hash } from "#crypto"
import { isBytes } from "./Bytes.ts"
import type { Hashed } from "./crypto/Hashed.ts"
import { checkFreshness } from "./Freshness.ts"
import { type HeaderSource, readHeader, signatureHeader } from "./Headers.ts"
import { keysOf } from "./Keys.ts"
import { defaultToleranceSeconds, maxToleranceSeconds } from "./Limits.ts"
import { functionOption, numberOption } from "./Options.ts"
import { refusal } from "./Refusal.ts"
import { anyMatch, signedPrefix } from "./Signature.ts"
import { parseSignatureHeader, type SignatureHeader } from "./SignatureHeader.ts"

export interface VerifierOptions {
  /** One secret, or several while one is being rotated. */
  readonly secrets: string | ReadonlyArray<string>
  /** In both directions. Default 300, at most 3600. */
  readonly toleranceSeconds?: number | undefined
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

export interface Verifier {
  /** Grammar and freshness, before the body is even read: a stale flood costs almost nothing. */
  readonly inspect: (headers: HeaderSource) => SignatureHeader
  /**
   * The very bytes that were hashed. At once where the runtime hashes at once, so that nothing can come between
   * hashing and parsing; else a copy. Null when no signature matches, to be answered with `noMatch`: returned and not
   * thrown, because an error costs more with each call that it passes through and forged requests must stay cheap.
   */
  readonly confirm: (header: SignatureHeader, body: Uint8Array) => Uint8Array | null | Promise<Uint8Array | null>
}

export const noMatch = () => refusal("no_match", "No signature matches the body and the configured secret.")

export function makeVerifier(options: VerifierOptions): Verifier {
  const keys = keysOf(options.secrets)
  const now = functionOption("now", options.now ?? Date.now)
  const toleranceSeconds = numberOption("toleranceSeconds", options.toleranceSeconds, {
    fallback: defaultToleranceSeconds,
    above: 0,
    max: maxToleranceSeconds
  })

  return {
    inspect: (headers) => {
      const value = readHeader(headers, signatureHeader)
      if (value === null || value === "") throw refusal("missing_header", `The ${signatureHeader} header is missing.`)
      const header = parseSignatureHeader(value)
      checkFreshness(Number(header.timestamp), now(), toleranceSeconds)
      return header
    },
    confirm: (header, body) => {
      if (!isBytes(body)) {
        throw refusal(
          "body_consumed",
          "The body is not a Uint8Array. Parsed or decoded it cannot be checked; for an ArrayBuffer pass new Uint8Array(it)."
        )
      }
      const judge = ({ macs, body }: Hashed) => (anyMatch(macs, header.signatures) ? body : null)
      const hashed: Hashed | Promise<Hashed> = hash(keys, signedPrefix(header.timestamp), body)
      return hashed instanceof Promise ? hashed.then(judge) : judge(hashed)
    }
  }
}
