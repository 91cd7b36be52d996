import { concatBytes } from "./Bytes.ts"

const utf8 = new TextEncoder()

/** The key is the whole secret as shown, `whsec_` included, as UTF-8 bytes. */
export const importSecret = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", utf8.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])

/** A fresh copy, so that a body buffer its owner reuses meanwhile cannot differ between hashing and parsing. */
export const signedText = (timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> =>
  concatBytes([utf8.encode(`${timestamp},`), body])

export async function hmac(key: CryptoKey, text: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, text))
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16))

function equalInConstantTime(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.byteLength ^ right.byteLength
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0)
  return difference === 0
}

/** Looks at every pair even after a match, so that the time taken tells nothing about which one it was. */
export function anyMatch(expected: ReadonlyArray<Uint8Array>, candidates: ReadonlyArray<string>): boolean {
  let matched = false
  for (const candidate of candidates) {
    const bytes = fromHex(candidate)
    for (const mac of expected) {
      const equal = equalInConstantTime(mac, bytes)
      matched = matched || equal
    }
  }
  return matched
}
