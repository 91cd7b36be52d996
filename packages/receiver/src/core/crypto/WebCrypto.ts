/** `#crypto` on Cloudflare Workers, edge functions and service workers. */
import { ReceiverConfigError } from "../Errors.ts"

type Key = () => Promise<CryptoKey>

const utf8 = new TextEncoder()

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

export const randomId = (): string => crypto.randomUUID()

/** SHA-256 of a text in UTF-8, as hex. */
export const digest = async (text: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(text))))

/** Imported at its first use, then kept. */
export function importKey(secret: Uint8Array<ArrayBuffer>): Key {
  if (globalThis.crypto?.subtle === undefined) {
    throw new ReceiverConfigError("unsupported_runtime", "This runtime has no WebCrypto (crypto.subtle).")
  }
  let key: Promise<CryptoKey> | undefined
  // Not at once: Workers allow no such work while a module is being loaded.
  return () => (key ??= crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]))
}

/** As on Node, over a copy: a buffer that its owner reuses meanwhile cannot differ between hashing and parsing. */
export async function hash(keys: ReadonlyArray<Key>, prefix: string, body: Uint8Array) {
  const start = utf8.encode(prefix)
  const text = new Uint8Array(start.byteLength + body.byteLength)
  text.set(start)
  text.set(body, start.byteLength)
  const mac = async (key: Key) => toHex(new Uint8Array(await crypto.subtle.sign("HMAC", await key(), text)))
  return { macs: await Promise.all(keys.map(mac)), body: text.subarray(start.byteLength) }
}

/** In constant time. The length decides at once: that of a MAC is no secret. */
export function equals(mac: string, candidate: string): boolean {
  let difference = mac.length ^ candidate.length
  for (let index = 0; index < mac.length; index += 1) difference |= mac.charCodeAt(index) ^ candidate.charCodeAt(index)
  return difference === 0
}
