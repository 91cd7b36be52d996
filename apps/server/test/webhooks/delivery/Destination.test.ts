import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { isPermitted } from "../../../src/runtime/outbound/Addresses.ts"
import { Destination } from "../../../src/webhooks/delivery/Destination.ts"

const withLoopback = (allowed: boolean) =>
  Destination.layer.pipe(
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_WEBHOOK_ALLOW_LOOPBACK: String(allowed) })))
  )

const normalize = (url: string, allowLoopback = false) =>
  Destination.use((destination) => Effect.result(destination.normalize(url))).pipe(
    Effect.provide(withLoopback(allowLoopback))
  )

describe("which URLs can be endpoints", () => {
  it.effect.each([
    { url: "https://example.com/hooks", canonical: "https://example.com/hooks" },
    { url: "HTTPS://Example.COM:443/hooks?x=1#part", canonical: "https://example.com/hooks?x=1" },
    { url: "https://93.184.216.34/", canonical: "https://93.184.216.34/" },
    { url: "https://168.63.129.17/", canonical: "https://168.63.129.17/" },
    { url: "https://166.12.0.1/", canonical: "https://166.12.0.1/" },
    { url: "https://[2606:2800:220:1:248:1893:25c8:1946]/", canonical: "https://[2606:2800:220:1:248:1893:25c8:1946]/" }
  ])("$url can", ({ url, canonical }) =>
    Effect.gen(function* () {
      const result = yield* normalize(url)
      assert.strictEqual(result._tag === "Success" ? result.success : result.failure.detail, canonical)
    })
  )

  it.effect.each([
    "not a url",
    "http://example.com/",
    "ftp://example.com/",
    "https://user:secret@example.com/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://0/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://192.0.2.1/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:db8::1]/",
    "https://[fc00::1]/",
    "https://[fe80::1]/",
    "https://168.63.129.16/",
    "https://[::ffff:168.63.129.16]/",
    "https://161.26.0.10/",
    "https://166.11.255.255/",
    "https://169.254.170.2/",
    "https://192.0.0.192/",
    "https://100.100.100.200/",
    "https://[fd00:ec2::254]/",
    "https://[fd20:ce::254]/",
    "https://[fd00:c1::a9fe:a9fe]/",
    "https://[ff02::1]/",
    `https://example.com/${"a".repeat(2_048)}`
  ])("%s cannot", (url) =>
    Effect.gen(function* () {
      const result = yield* normalize(url)
      assert.strictEqual(result._tag, "Failure")
      if (result._tag === "Failure") assert.strictEqual(result.failure.errors[0]?.path, "url")
    })
  )

  it.effect("plain http to loopback only where the setting allows it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* normalize("http://127.0.0.1:4002/", true))._tag, "Success")
      assert.strictEqual((yield* normalize("http://localhost:4002/", true))._tag, "Success")
      assert.strictEqual((yield* normalize("http://127.0.0.1:4002/", false))._tag, "Failure")
      assert.strictEqual((yield* normalize("http://10.0.0.1/", true))._tag, "Failure")
    })
  )

  it.effect("a name is taken whether or not it resolves: creating an endpoint looks nothing up", () =>
    Effect.gen(function* () {
      for (const host of ["metadata.google.internal", "no-such-host.invalid"]) {
        assert.strictEqual((yield* normalize(`https://${host}/`))._tag, "Success", host)
      }
    })
  )

  it("an address that is none is not permitted", () => {
    assert.isFalse(isPermitted("example.com", true))
  })
})
