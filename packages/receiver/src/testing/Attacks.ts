import { idempotencyHeader, signatureHeader } from "../core/Header.ts"
import { type SignedRequest, toUnixSeconds } from "./SignedRequest.ts"

/** One second more than the default tolerance. */
const tooOldSeconds = 301
/** Half a minute more, because time goes by until it arrives and would bring it back into the tolerance. */
const tooNewSeconds = 330

/** The same request once more: captured and sent again, or a retry. Another `key` is what only an attacker would send. */
export const replay = (signed: SignedRequest, { key }: { readonly key?: string } = {}): SignedRequest =>
  signed.with(key === undefined ? {} : { headers: { [idempotencyHeader]: key } })

/** Changes one bit of the body and keeps the signature. An empty body gets one byte. */
export function tamperBody(signed: SignedRequest, bit = 0): SignedRequest {
  const body = signed.body.byteLength === 0 ? new Uint8Array(1) : new Uint8Array(signed.body)
  const index = Math.floor(bit / 8) % body.byteLength
  body[index] = (body[index] ?? 0) ^ (1 << (bit % 8))
  return signed.with({ body })
}

/** Replaces the last digit of the header, which belongs to the last `v1`. */
export function tamperSignature(signed: SignedRequest): SignedRequest {
  const value = signed.headers[signatureHeader] ?? ""
  return signed.with({ headers: { [signatureHeader]: value.slice(0, -1) + (value.endsWith("0") ? "1" : "0") } })
}

/** A genuine request that arrives `seconds` after it was signed. */
export const expire = (signed: SignedRequest, seconds = tooOldSeconds): Promise<SignedRequest> =>
  signed.resign(({ at }) => ({ at: toUnixSeconds(at) - seconds }))

/** A genuine request of a sender whose clock is `seconds` ahead. */
export const postdate = (signed: SignedRequest, seconds = tooNewSeconds): Promise<SignedRequest> =>
  expire(signed, -seconds)

/** Signed without the right secret. */
export const wrongSecret = (
  signed: SignedRequest,
  secret = "whsec_TheSecretOfAnotherEndpoint00000="
): Promise<SignedRequest> => signed.resign(() => ({ secrets: secret }))

/** As in the days after a rotation: one `v1` of the new secret, then one of each secret that it replaces. */
export const rotate = (signed: SignedRequest, newSecret: string): Promise<SignedRequest> =>
  signed.resign(({ secrets }) => ({ secrets: [newSecret, ...(typeof secrets === "string" ? [secrets] : secrets)] }))
