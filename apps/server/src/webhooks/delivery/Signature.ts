/** The signatures of a delivery. Each header has one for each live secret, newest first. */
import { createHmac } from "node:crypto"

/**
 * `X-Service-Signature` (service.md, "Delivery"): HMAC-SHA256, hex, over `<timestamp>,<raw request body>`. The key is the
 * whole secret as shown, as UTF-8 bytes.
 */
export const signatureHeader = (secrets: ReadonlyArray<string>, unixSeconds: number, body: Uint8Array): string =>
  [
    `t=${unixSeconds}`,
    ...secrets.map(
      (secret) => `v1=${createHmac("sha256", secret).update(`${unixSeconds},`).update(body).digest("hex")}`
    )
  ].join(",")

const secretPrefix = "whsec_"

/**
 * `webhook-signature` of Standard Webhooks: HMAC-SHA256, base64, over `<id>.<timestamp>.<raw request body>`. The key is the
 * bytes that the secret holds in base64 after its prefix.
 */
export const standardSignatureHeader = (
  secrets: ReadonlyArray<string>,
  id: string,
  unixSeconds: number,
  body: Uint8Array
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret, "base64")
      return `v1,${createHmac("sha256", key).update(`${id}.${unixSeconds}.`).update(body).digest("base64")}`
    })
    .join(" ")
