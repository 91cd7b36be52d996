import { isBytes } from "./Bytes.ts"
import { checkFreshness } from "./Freshness.ts"
import { type HeaderSource, readHeader, signatureHeader } from "./Headers.ts"
import { defaultToleranceSeconds, maxToleranceSeconds } from "./Limits.ts"
import { functionOption, numberOption } from "./Options.ts"
import { ReceiverConfigError } from "./ReceiverConfigError.ts"
import { ReceiverError } from "./ReceiverError.ts"
import { checkSecrets } from "./Secrets.ts"
import { anyMatch, hmac, importSecret, signedText } from "./Signature.ts"
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
  /** Returns the very bytes that were hashed. */
  readonly confirm: (header: SignatureHeader, body: Uint8Array) => Promise<Uint8Array>
}

export function makeVerifier(options: VerifierOptions): Verifier {
  if (globalThis.crypto?.subtle === undefined) {
    throw new ReceiverConfigError("unsupported_runtime", "This runtime has no WebCrypto (crypto.subtle).")
  }
  const secrets = checkSecrets(options.secrets)
  const now = functionOption("now", options.now ?? Date.now)
  const toleranceSeconds = numberOption("toleranceSeconds", options.toleranceSeconds, {
    fallback: defaultToleranceSeconds,
    above: 0,
    max: maxToleranceSeconds
  })
  let keys: Promise<ReadonlyArray<CryptoKey>> | undefined

  return {
    inspect: (headers) => {
      const value = readHeader(headers, signatureHeader)
      if (value === null || value === "") {
        throw new ReceiverError("missing_header", `The ${signatureHeader} header is missing.`)
      }
      const header = parseSignatureHeader(value)
      checkFreshness(Number(header.timestamp), now(), toleranceSeconds)
      return header
    },
    confirm: async (header, body) => {
      if (!isBytes(body)) {
        throw new ReceiverError("body_consumed", "The body is not a Uint8Array: something parsed or decoded it before.")
      }
      const text = signedText(header.timestamp, body)
      keys ??= Promise.all(secrets.map(importSecret))
      const expected = await Promise.all((await keys).map((key) => hmac(key, text)))
      if (!anyMatch(expected, header.signatures)) {
        throw new ReceiverError("no_match", "No signature matches the body and the configured secret.")
      }
      return text.subarray(header.timestamp.length + 1)
    }
  }
}
