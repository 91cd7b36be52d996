import { maxSecrets, minSecretBytes } from "./Limits.ts"
import { ReceiverConfigError } from "./ReceiverConfigError.ts"

const weak = (message: string) => new ReceiverConfigError("weak_secret", message)

const describe = (index: number, count: number) => (count === 1 ? "The webhook secret" : `Webhook secret ${index + 1}`)

function checkSecret(secret: unknown, name: string): string {
  if (typeof secret !== "string" || secret === "") {
    throw new ReceiverConfigError(
      "missing_secret",
      `${name} is missing or empty. Copy it from the endpoint: GET /webhook/endpoints shows it (it starts with whsec_); ` +
        "without one anybody could forge events."
    )
  }
  if (/[\s\p{Cc}]/u.test(secret)) throw weak(`${name} contains white space or a control character. Copy it again.`)
  const random = secret.replace(/^whsec_/, "")
  if (new TextEncoder().encode(random).byteLength < minSecretBytes) {
    throw weak(`${name} is shorter than ${minSecretBytes} bytes. Copy it whole.`)
  }
  if (new Set(random).size === 1) throw weak(`${name} is one repeated character: a placeholder, not a secret.`)
  return secret
}

/** Refuses everything an attacker could guess, an empty key first of all; never repeats the secret in a message. */
export function checkSecrets(secrets: unknown): ReadonlyArray<string> {
  const list: ReadonlyArray<unknown> = Array.isArray(secrets) ? secrets : [secrets]
  if (list.length === 0) throw new ReceiverConfigError("missing_secret", "The list of webhook secrets is empty.")
  if (list.length > maxSecrets) {
    throw new ReceiverConfigError("invalid_option", `At most ${maxSecrets} webhook secrets are allowed.`)
  }
  return [...new Set(list.map((secret, index) => checkSecret(secret, describe(index, list.length))))]
}
