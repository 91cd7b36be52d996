import { minSecretBytes } from "./Limits.ts"
import { ReceiverConfigError } from "./ReceiverConfigError.ts"

const weak = (message: string) => new ReceiverConfigError("weak_secret", message)

/** Never repeats the secret in a message. */
export function checkSecret(secret: unknown, name: string): string {
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
  if (secret.includes(",whsec_")) {
    throw weak(`${name} is several secrets separated by commas. Give them as a list, as by secrets.split(",").`)
  }
  const random = secret.replace(/^whsec_/, "")
  if (new TextEncoder().encode(random).byteLength < minSecretBytes) {
    throw weak(`${name} is shorter than ${minSecretBytes} bytes. Copy it whole.`)
  }
  if (new Set(random).size === 1) throw weak(`${name} is one repeated character: a placeholder, not a secret.`)
  return secret
}
