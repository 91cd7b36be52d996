/** `#crypto` on Node, Bun and Deno: hashes the bytes where they are. */
import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto"

export { randomUUID as randomId } from "node:crypto"

/** SHA-256 of a text in UTF-8, as hex. */
export const digest = (text: string): string => createHash("sha256").update(text).digest("hex")

export const importKey = (secret: Uint8Array): KeyObject => createSecretKey(secret)

/** HMAC-SHA256 of the prefix and the body, one for each key, as lower-case hex; and the very bytes that were hashed. */
export const hash = async (keys: ReadonlyArray<KeyObject>, prefix: string, body: Uint8Array) => ({
  macs: keys.map((key) => createHmac("sha256", key).update(prefix).update(body).digest("hex")),
  body
})

/** In constant time. The length decides at once: that of a MAC is no secret. */
export const equals = (mac: string, candidate: string): boolean =>
  mac.length === candidate.length && timingSafeEqual(Buffer.from(mac, "latin1"), Buffer.from(candidate, "latin1"))
