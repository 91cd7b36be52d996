import { digest } from "#crypto"
import { maxStoredKeyCharacters } from "../core/Limits.ts"

const plain = /^[\x21-\x7e]+$/

/** What a key is stored under: itself, or its digest where a database would refuse its length or its characters. */
export async function storedKey(key: string): Promise<string> {
  if (key.length <= maxStoredKeyCharacters && plain.test(key)) return key
  return `v1:sha256:${await digest(key)}`
}
