/** The signature of a delivery (service.md, "Delivery"): HMAC-SHA256, hex, over `<timestamp>,<raw request body>`. */
import { createHmac } from "node:crypto"

/** One `v1` for each live secret, newest first; the key is the whole secret as shown, as UTF-8 bytes. */
export const signatureHeader = (secrets: ReadonlyArray<string>, unixSeconds: number, body: Uint8Array): string =>
  [
    `t=${unixSeconds}`,
    ...secrets.map(
      (secret) => `v1=${createHmac("sha256", secret).update(`${unixSeconds},`).update(body).digest("hex")}`
    )
  ].join(",")
