/** Signatures against the command `openssl`. */
import { assert, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { describeWith } from "../../../../../test/support/DescribeWith.ts"
import { opensslHmac } from "../../../../../test/support/Openssl.ts"
import { signatureHeader, standardSignatureHeader } from "../../../src/webhooks/delivery/Signature.ts"

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`
const utf8 = (text: string) => new TextEncoder().encode(text)
const keyBytes = (secret: string) => Buffer.from(secret.slice("whsec_".length), "base64")
const bodies = ["", "{}", JSON.stringify({ text: "台積電 😀 \u2028\u0000" }), "\r\n,.t=1", "咖".repeat(87_381)]

describeWith(opensslHmac, "openssl", (hmac) => {
  it.each(bodies.map((text) => [text.slice(0, 20), text]))("computes the same signatures of %j", (_, text) => {
    const secrets = [newSecret(), newSecret()]
    const expected = (key: Uint8Array, prefix: string) => hmac(key, Buffer.concat([utf8(prefix), utf8(text)]))
    assert.strictEqual(
      signatureHeader(secrets, 1_795_233_162, utf8(text)),
      `t=1795233162,${secrets.map((secret) => `v1=${expected(utf8(secret), "1795233162,").toString("hex")}`).join(",")}`
    )
    assert.strictEqual(
      standardSignatureHeader(secrets, "evt_1", 1_795_233_162, utf8(text)),
      secrets.map((secret) => `v1,${expected(keyBytes(secret), "evt_1.1795233162.").toString("base64")}`).join(" ")
    )
  })
})
