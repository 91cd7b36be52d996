/** What other libraries accept, as of the versions installed here, and this one refuses: the reason for the tests beside it. */
import { createHmac } from "node:crypto"
import { verify as octokitVerify } from "@octokit/webhooks-methods"
import { verify } from "@heddle/receiver"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Stripe } from "stripe"
import { Webhook as SvixWebhook } from "svix"
import { expect, it } from "vitest"
import { secret, sign } from "../support/Fixtures.ts"

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
const stripe = new Stripe("sk_test_peers").webhooks

it("a signature of next year: stripe accepts it", async () => {
  const timestamp = nowSeconds + 365 * 86_400
  const header = stripe.generateTestHeaderString({ payload: "{}", secret, timestamp })
  expect(() => stripe.constructEvent("{}", header, secret)).not.toThrow()
  expect(await own({ timestamp })).toBe("too_new")
})

it("junk behind the time: stripe accepts it", async () => {
  const header = stripe.generateTestHeaderString({ payload: "{}", secret, timestamp: nowSeconds })
  const mac = createHmac("sha256", secret).update(`${nowSeconds}.{}`).digest("hex")
  expect(header).toContain(mac)
  expect(() => stripe.constructEvent("{}", `t=${nowSeconds}junk,v1=${mac}`, secret)).not.toThrow()
  expect(await own({ header: (value) => value.replace(",", "junk,") })).toBe("malformed_header")
})

it.each([
  ["svix", SvixWebhook, "svix"],
  ["standardwebhooks", StandardWebhook, "webhook"]
])("a byte that is not UTF-8 in place of the character that was signed: %s accepts it", async (_, Webhook, prefix) => {
  const webhook = new Webhook("whsec_QmFzZTY0IG9mIHRoaXJ0eS10d28gcmFuZG9tIGJ5dGVz")
  const headers = {
    [`${prefix}-id`]: "evt_1",
    [`${prefix}-timestamp`]: String(nowSeconds),
    [`${prefix}-signature`]: webhook.sign("evt_1", new Date(nowSeconds * 1000), replaced)
  }
  expect(() => webhook.verify(malformed, headers)).not.toThrow()
  expect(await own({ text: replaced, body: malformed })).toBe("no_match")
})

it("a capture of any age: octokit accepts it, its scheme has no time", async () => {
  const signature = `sha256=${createHmac("sha256", secret).update("{}").digest("hex")}`
  expect(await octokitVerify(secret, "{}", signature)).toBe(true)
  expect(await own({ timestamp: nowSeconds - 30 * 86_400 })).toBe("too_old")
})
