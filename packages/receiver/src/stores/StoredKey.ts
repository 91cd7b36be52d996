import { maxStoredKeyCharacters } from "../core/Limits.ts"

const plain = /^[\x21-\x7e]+$/

/** What a key is stored under: itself, or its digest where a database would refuse its length or its characters. */
export async function storedKey(key: string): Promise<string> {
  if (key.length <= maxStoredKeyCharacters && plain.test(key)) return key
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)))
  return `v1:sha256:${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
}
