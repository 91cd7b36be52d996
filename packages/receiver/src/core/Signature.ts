import { equals } from "#crypto"

/** The key is the whole secret as shown, `whsec_` included, as UTF-8 bytes. */
export const keyBytes = (secret: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(secret)

/** What is signed in front of the body. */
export const signedPrefix = (timestamp: string): string => `${timestamp},`

/** Looks at every pair even after a match, so that the time taken tells nothing about which one it was. */
export function anyMatch(macs: ReadonlyArray<string>, candidates: ReadonlyArray<string>): boolean {
  let matched = false
  for (const candidate of candidates) {
    for (const mac of macs) {
      const equal = equals(mac, candidate)
      matched = matched || equal
    }
  }
  return matched
}
