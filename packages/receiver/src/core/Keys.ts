import { importKey } from "#crypto"
import { maxCachedKeys, maxSecrets } from "./Limits.ts"
import { ReceiverConfigError } from "./ReceiverConfigError.ts"
import { checkSecret } from "./Secrets.ts"
import { keyBytes } from "./Signature.ts"

type Key = ReturnType<typeof importKey>

/** Checking and importing a secret takes longer than hashing an event, and `verify` is given its secrets each time. */
const known = new Map<unknown, Key>()

function keyOf(secret: unknown, name: string): Key {
  const cached = known.get(secret)
  if (cached !== undefined) return cached
  const key = importKey(keyBytes(checkSecret(secret, name)))
  if (known.size >= maxCachedKeys) known.delete(known.keys().next().value)
  known.set(secret, key)
  return key
}

/** One for each different secret. Refuses everything an attacker could guess, an empty key first of all. */
export function keysOf(secrets: unknown): ReadonlyArray<Key> {
  if (!Array.isArray(secrets)) return [keyOf(secrets, "The webhook secret")]
  if (secrets.length === 0) throw new ReceiverConfigError("missing_secret", "The list of webhook secrets is empty.")
  if (secrets.length > maxSecrets) {
    throw new ReceiverConfigError("invalid_option", `At most ${maxSecrets} webhook secrets are allowed.`)
  }
  return [...new Set(secrets.map((secret, index) => keyOf(secret, `Webhook secret ${index + 1}`)))]
}
