import { importKey } from "#crypto"
import { ReceiverConfigError } from "./Errors.ts"
import { maxCachedKeys, maxSecrets, minSecretBytes } from "./Limits.ts"

type Key = ReturnType<typeof importKey>

/** One secret, or several while one is being rotated: as a list, or as one text with commas between them. */
export type Secrets = string | ReadonlyArray<string>

/** The key is the whole secret as shown, `whsec_` included, as UTF-8 bytes. */
export const keyBytes = (secret: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(secret)

const weak = (message: string) => new ReceiverConfigError("weak_secret", message)

/** Never repeats the secret in a message. */
function checkSecret(secret: unknown, name: string): string {
  if (typeof secret !== "string" || secret === "") {
    throw new ReceiverConfigError(
      "missing_secret",
      `${name} is missing, empty or not text. Copy it from the endpoint: GET /webhook/endpoints shows it (it starts with whsec_); ` +
        "without one anybody could forge events."
    )
  }
  if (/[\s\p{C}"'`]/u.test(secret)) {
    throw weak(`${name} contains white space, a quote or an invisible character. Copy it without what surrounds it.`)
  }
  if (secret.startsWith("hdl_")) {
    throw weak(`${name} is an API key. Use the secret of the endpoint, which starts with whsec_.`)
  }
  const random = secret.replace(/^whsec_/, "")
  if (keyBytes(random).byteLength < minSecretBytes) {
    throw weak(`${name} is shorter than ${minSecretBytes} bytes. Copy it whole.`)
  }
  if (new Set(random).size === 1) throw weak(`${name} is one repeated character: a placeholder, not a secret.`)
  return secret
}

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

/** A secret is base64 and has no comma. */
const separate = (secrets: unknown): ReadonlyArray<unknown> =>
  typeof secrets === "string" ? secrets.split(",") : [secrets]

/** One for each different secret. Refuses everything an attacker could guess, an empty key first of all. */
export function keysOf(secrets: unknown): ReadonlyArray<Key> {
  const given = Array.isArray(secrets) ? secrets.flatMap(separate) : separate(secrets)
  if (given.length === 0) throw new ReceiverConfigError("missing_secret", "The list of webhook secrets is empty.")
  if (given.length > maxSecrets) {
    throw new ReceiverConfigError("invalid_option", `At most ${maxSecrets} webhook secrets are allowed.`)
  }
  const nameOf = (index: number) => (given.length === 1 ? "The webhook secret" : `Webhook secret ${index + 1}`)
  return [...new Set(given.map((secret, index) => keyOf(secret, nameOf(index))))]
}
