/** Signatures against implementations that are not ours: Web Crypto and the library of Standard Webhooks. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { randomBytes, webcrypto } from "node:crypto"
import { Webhook } from "standardwebhooks"
import { isLongRun } from "../../../../../test/support/Runs.ts"
import { signatureHeader, standardSignatureHeader } from "../../../src/webhooks/delivery/Signature.ts"
import { customerServer } from "../../support/CustomerServer.ts"
import { senderWith, sendTo } from "../../support/Sending.ts"

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`
const utf8 = (text: string) => new TextEncoder().encode(text)

const bodies = ["", "{}", JSON.stringify({ text: "台積電 😀 \u2028\u0000" }), "\r\n,.t=1", "咖".repeat(87_381)]

/** Any text of up to 256 KiB; most are short. */
const body = fc
  .tuple(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.oneof({ weight: 19, arbitrary: fc.constant(0) }, fc.nat(262_144))
  )
  .map(([text, size]) => utf8(text.length === 0 ? text : text + text.repeat(size / utf8(text).length)))
  .filter((bytes) => bytes.length <= 262_144)

const webCryptoHmac = async (key: Uint8Array<ArrayBuffer>, ...parts: ReadonlyArray<Uint8Array>) => {
  const imported = await webcrypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  return Buffer.from(await webcrypto.subtle.sign("HMAC", imported, Buffer.concat(parts)))
}

describe("X-Service-Signature", () => {
  it("is what Web Crypto computes, for any body, time and number of secrets", async () => {
    const secrets = fc.array(fc.constant(undefined).map(newSecret), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(body, fc.nat(4_000_000_000), secrets, async (bytes, seconds, live) => {
        const computed = await Promise.all(
          live.map(async (secret) => (await webCryptoHmac(utf8(secret), utf8(`${seconds},`), bytes)).toString("hex"))
        )
        const expected = [`t=${seconds}`, ...computed.map((signature) => `v1=${signature}`)].join(",")
        assert.strictEqual(signatureHeader(live, seconds, bytes), expected)
      }),
      { numRuns: isLongRun ? 10_000 : 500 }
    )
  })

  it.effect("has a fresh time in every attempt, over the same body", () =>
    Effect.gen(function* () {
      const target = yield* customerServer((response) => response.writeHead(500).end())
      for (const attempt of [1, 2, 3]) {
        yield* TestClock.adjust("90 seconds")
        yield* sendTo(target.url, { attempt, standardWebhooks: true })
      }
      const times = target.requests.map(({ headers }) => /^t=(\d+),/.exec(String(headers["x-service-signature"]))?.[1])
      assert.deepStrictEqual(times, ["90", "180", "270"])
      assert.deepStrictEqual(
        target.requests.map(({ headers }) => headers["webhook-timestamp"]),
        times
      )
      assert.lengthOf(new Set(target.requests.map((request) => request.body)), 1)
      assert.lengthOf(new Set(target.requests.map(({ headers }) => headers["webhook-id"])), 1)
    }).pipe(Effect.provide(senderWith(true)))
  )
})

describe("the headers of Standard Webhooks", () => {
  const now = () => Math.floor(Date.now() / 1_000)

  it.each(bodies.map((text) => [text.slice(0, 20), text]))("verify in its own library: %j", (_, text) => {
    const secrets = [newSecret(), newSecret(), newSecret()]
    const seconds = now()
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(seconds),
      "webhook-signature": standardSignatureHeader(secrets, "evt_1", seconds, utf8(text))
    }
    // The library parses what it verified.
    const payload = JSON.stringify(text)
    const signed = {
      ...headers,
      "webhook-signature": standardSignatureHeader(secrets, "evt_1", seconds, utf8(payload))
    }
    for (const secret of secrets) {
      assert.strictEqual(new Webhook(secret).verify(payload, signed), text)
      assert.strictEqual(
        headers["webhook-signature"].split(" ")[secrets.indexOf(secret)],
        new Webhook(secret).sign("evt_1", new Date(seconds * 1_000), text)
      )
    }
    assert.throws(() => new Webhook(newSecret()).verify(payload, signed))
    assert.throws(() => new Webhook(secrets[0] ?? "").verify(payload, { ...signed, "webhook-id": "evt_2" }))
    assert.throws(() => new Webhook(secrets[0] ?? "").verify(`${payload} `, signed))
  })

  it.live("are sent when the endpoint wants them, and each live secret verifies alone", () =>
    Effect.gen(function* () {
      const target = yield* customerServer((response) => response.writeHead(204).end())
      const secrets = [newSecret(), newSecret()]
      yield* sendTo(target.url, { standardWebhooks: true, secrets })
      yield* sendTo(target.url, { standardWebhooks: true, secrets, id: "dlv_test", idempotencyKey: null })
      yield* sendTo(target.url, { secrets })
      const [event, test, without] = target.requests
      for (const secret of secrets) {
        for (const request of [event, test]) {
          const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature } = request?.headers ?? {}
          new Webhook(secret).verify(request?.body ?? "", {
            "webhook-id": String(id),
            "webhook-timestamp": String(time),
            "webhook-signature": String(signature)
          })
        }
      }
      assert.strictEqual(event?.headers["webhook-id"], event?.headers["x-service-idempotency-key"])
      assert.strictEqual(test?.headers["webhook-id"], "dlv_test")
      assert.notProperty(test?.headers, "x-service-idempotency-key")
      for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
        assert.notProperty(without?.headers, name)
      }
    }).pipe(Effect.provide(senderWith(true)))
  )
})
