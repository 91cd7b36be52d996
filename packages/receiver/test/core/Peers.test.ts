/** What other libraries accept, as of the versions installed here, and this one refuses: the reason for the tests beside it. */
import { createHmac } from "node:crypto"
import { verify } from "@heddle/receiver"
import { expect, it } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { secret, sign } from "../support/Fixtures.ts"
import { peers as installed } from "../support/Peers.ts"

const nowSeconds = Math.floor(Date.now() / 1000)
const own = async (change: {
  timestamp?: number
  header?: (value: string) => string
  body?: Uint8Array
  text?: string
}) => {
  const signed = await sign({ at: change.timestamp ?? nowSeconds, body: change.text ?? "{}" })
  const value = signed.headers["X-Service-Signature"] ?? ""
  const headers = { "X-Service-Signature": change.header?.(value) ?? value }
  return verify({ secrets: secret, headers, body: change.body ?? signed.body }).then(
    () => "verified",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error)
  )
}

const replaced = '{"caption":"\uFFFD"}'
const malformed = Buffer.concat([Buffer.from('{"caption":"'), Uint8Array.of(0xff), Buffer.from('"}')])
const standardSecret = "whsec_QmFzZTY0IG9mIHRoaXJ0eS10d28gcmFuZG9tIGJ5dGVz"
const empty = Buffer.from("{}")

describeWith(installed, "compared with other libraries", (peers) => {
  it("a signature of next year: stripe accepts it", async () => {
    const { stripe } = await peers(secret)
    const timestamp = nowSeconds + 365 * 86_400
    expect(() => stripe.verify(empty, stripe.sign("{}", timestamp))).not.toThrow()
    expect(await own({ timestamp })).toBe("too_new")
  })

  it("junk behind the time: stripe accepts it", async () => {
    const { stripe } = await peers(secret)
    const header = stripe.sign("{}", nowSeconds)["stripe-signature"] ?? ""
    const mac = createHmac("sha256", secret).update(`${nowSeconds}.{}`).digest("hex")
    expect(header).toContain(mac)
    expect(() => stripe.verify(empty, { "stripe-signature": `t=${nowSeconds}junk,v1=${mac}` })).not.toThrow()
    expect(() => stripe.verify(empty, { "stripe-signature": `t=${nowSeconds},v1=${"0".repeat(64)}` })).toThrow(
      "signature"
    )
    expect(await own({ header: (value) => value.replace(",", "junk,") })).toBe("malformed_header")
  })

  it.each(["svix", "standardwebhooks"] as const)(
    "a byte that is not UTF-8 in place of the character that was signed: %s accepts it",
    async (name) => {
      const peer = (await peers(standardSecret))[name]
      expect(() => peer.verify(malformed, peer.sign(replaced, nowSeconds))).not.toThrow()
      expect(() => peer.verify(empty, peer.sign(replaced, nowSeconds))).toThrow("signature")
      expect(await own({ text: replaced, body: malformed })).toBe("no_match")
    }
  )

  it("a capture of any age: octokit accepts it, its scheme has no time", async () => {
    const { octokit } = await peers(secret)
    await octokit.verify(empty, octokit.sign("{}", nowSeconds))
    await expect(octokit.verify(malformed, octokit.sign("{}", nowSeconds))).rejects.toThrow("does not verify")
    expect(await own({ timestamp: nowSeconds - 30 * 86_400 })).toBe("too_old")
  })
})
