/** What no endpoint may be: registering it is refused, and a request to it opens no connection. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import ipaddr from "ipaddr.js"
import { isPermitted } from "@heddle/api/webhooks"
import { Destination } from "../../../src/webhooks/delivery/Destination.ts"
import { rawEndpoint } from "../../support/RawEndpoint.ts"
import { destinationWith, noNames, senderWith, sendTo } from "../../support/Sending.ts"

const normalize = (url: string, allowLoopback = false) =>
  Destination.use((destination) => Effect.result(destination.normalize(url))).pipe(
    Effect.provide(destinationWith(allowLoopback))
  )

/** Hosts by what is wrong with them. */
const hosts: Readonly<Record<string, ReadonlyArray<string>>> = {
  "this machine by name": [
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "a.b.localhost.",
    "ⓛocalhost",
    "lo\u00ADcalhost",
    "ｌｏｃａｌｈｏｓｔ",
    "%6c%6f%63%61%6c%68%6f%73%74"
  ],
  "names without a dot": ["intranet", "backend", "metadata", "com.", "xn--bcher-kva"],
  "names with an empty label": ["example.com..", "a..example.com", ".example.com"],
  "spellings of 127.0.0.1": [
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "0177.0x0.0.1",
    "１２７.０.０.１",
    "127。0。0。1",
    "127．0．0．1",
    "①②⑦.⓪.⓪.①",
    "127.255.255.254",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[::ffff:0:127.0.0.1]"
  ],
  "this network": ["0", "0.0.0.0", "0.1.2.3", "[::]"],
  "private networks": [
    "10.0.0.1",
    "10.255.255.255",
    "0xa.1",
    "012.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "3232235521",
    "[fc00::1]",
    "[fdff:ffff::1]"
  ],
  "link-local and site-local": ["169.254.0.1", "169.254.169.254", "0xa9fea9fe", "[fe80::1]", "[febf::1]", "[fec0::1]"],
  "shared by carriers": ["100.64.0.1", "100.127.255.255"],
  "hosts of clouds": [
    "168.63.129.16",
    "161.26.0.10",
    "166.8.0.1",
    "192.0.0.192",
    "100.100.100.200",
    "[fd00:ec2::254]",
    "[fd20:ce::254]",
    "[::ffff:168.63.129.16]"
  ],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "[2001:db8::1]", "[3fff::1]"],
  "benchmarks and protocols": [
    "198.18.0.1",
    "198.19.255.255",
    "192.0.0.1",
    "192.88.99.1",
    "192.31.196.1",
    "192.52.193.1"
  ],
  multicast: ["224.0.0.1", "239.255.255.255", "[ff02::1]"],
  "reserved and broadcast": ["240.0.0.1", "255.255.255.255", "[4000::1]", "[5f00::1]", "[100::1]", "[200::1]"],
  "IPv6 that leads to IPv4": [
    "[64:ff9b::7f00:1]",
    "[64:ff9b::10.0.0.1]",
    "[64:ff9b:1::a00:1]",
    "[2002:7f00:1::]",
    "[2002:a00:1::1]",
    "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
    "[2606:2800:220:1:0:5efe:10.0.0.1]",
    "[2606:2800:220:1:200:5efe:7f00:1]"
  ],
  "IPv6 for protocols": ["[2001:2::1]", "[2001:10::1]", "[2001:20::1]", "[2001:1::1]", "[2620:4f:8000::1]"]
}
const hostRows = Object.entries(hosts).flatMap(([why, names]) => names.map((host) => ({ why, host })))

const ports = [1, 22, 25, 53, 80, 110, 389, 445, 587, 1_023, 2_375, 3_306, 3_389, 5_432, 6_379, 9_200, 11_211, 27_017]

/** The rest of the URL is wrong, or it is no URL. */
const urls = [
  "not a url",
  "//127.0.0.1/",
  "http://example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "data:text/plain,a",
  "javascript:0",
  "gopher://127.0.0.1/",
  "https://",
  "https://user@example.com/",
  "https://user:secret@example.com/",
  "https://example.com@127.0.0.1/",
  "https://1.2.3.4.5/",
  "https://example.0x7f/",
  "https://[fe80::1%25eth0]/",
  "https://exa mple.com/",
  "https://example.com:65536/",
  `https://example.com/${"a".repeat(2_048)}`
]

const canaries = Effect.all([rawEndpoint(() => undefined), Effect.option(rawEndpoint(() => undefined, "::1"))])

describe("the guard of destinations", () => {
  it("has a table of at least 80 rows", () => {
    assert.isAtLeast(hostRows.length + ports.length + urls.length, 80)
  })

  it.effect.each(hostRows)("$host is refused ($why)", ({ host }) =>
    Effect.gen(function* () {
      const result = yield* normalize(`https://${host}/hooks`)
      assert.strictEqual(result._tag, "Failure")
      if (result._tag === "Failure") assert.strictEqual(result.failure.errors[0]?.path, "url")
    })
  )

  it.effect.each(ports)("port %s is refused, of a name and of an address", (port) =>
    Effect.gen(function* () {
      for (const host of ["example.com", "93.184.216.34"]) {
        assert.strictEqual((yield* normalize(`https://${host}:${port}/`))._tag, "Failure")
        const result = yield* sendTo(`https://${host}:${port}/`).pipe(Effect.provide(senderWith(false)))
        assert.deepInclude(result, {
          error: "The URL's port is not permitted",
          faultOwner: "customer",
          connected: false
        })
      }
    })
  )

  it.effect.each([443, 1_024, 3_000, 8_080, 8_443, 65_535])("port %s is not", (port) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* normalize(`https://example.com:${port}/`))._tag, "Success")
    })
  )

  it.effect.each(urls)("%s is refused", (url) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* normalize(url))._tag, "Failure")
    })
  )

  it.live("no host of the table leads to a listener on this machine", () =>
    Effect.gen(function* () {
      const listening = yield* canaries
      const [ipv4, ipv6] = [listening[0], listening[1]._tag === "Some" ? listening[1].value : listening[0]]
      for (const { host } of hostRows) {
        for (const { port } of [ipv4, ipv6]) {
          const url = `https://${host}:${port}/hooks`
          if (!URL.canParse(url)) continue
          const result = yield* sendTo(url)
          assert.deepInclude(result, { delivered: false, connected: false, sentAt: null, faultOwner: "customer" }, url)
        }
      }
      assert.deepStrictEqual([ipv4.connections, ipv6.connections], [0, 0])
    }).pipe(Effect.provide(senderWith(false, noNames)))
  )
})

describe("loopback where the setting allows it", () => {
  it.effect.each([
    "http://localhost:4003/",
    "https://localhost/",
    "http://hooks.localhost:4003/",
    "http://127.0.0.1:6379/",
    "http://[::1]:80/",
    "http://0x7f.1/"
  ])("%s can be an endpoint", (url) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* normalize(url, true))._tag, "Success")
    })
  )

  it.effect.each(["http://example.com/", "https://intranet/", "http://10.0.0.1/", "https://localhost.example/"])(
    "%s is no exception",
    (url) =>
      Effect.gen(function* () {
        const result = yield* normalize(url, true)
        assert.strictEqual(result._tag, url.endsWith(".example/") ? "Success" : "Failure")
      })
  )

  it.live("names under localhost reach this machine without a name server", () =>
    Effect.gen(function* () {
      const { port } = yield* rawEndpoint((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"))
      assert.isTrue((yield* sendTo(`http://hooks.localhost:${port}/`)).delivered)
      assert.isTrue((yield* sendTo(`http://localhost:${port}/`)).delivered)
    }).pipe(Effect.provide(senderWith(true)))
  )
})

describe("one endpoint has one URL", () => {
  it.effect.each([
    ["https://example.com./hooks", "https://example.com/hooks"],
    ["https://EXAMPLE.com:443/hooks#part", "https://example.com/hooks"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://ｅｘａｍｐｌｅ。com/", "https://example.com/"],
    // Nothing is looked up.
    ["https://metadata.google.internal/", "https://metadata.google.internal/"],
    ["https://no-such-host.invalid/", "https://no-such-host.invalid/"],
    ["https://[2606:2800:220:1:248:1893:25C8:1946]/", "https://[2606:2800:220:1:248:1893:25c8:1946]/"]
  ] as const)("%s is %s", ([url, canonical]) =>
    Effect.gen(function* () {
      const result = yield* normalize(url)
      assert.strictEqual(result._tag === "Success" ? result.success : result.failure.detail, canonical)
    })
  )
})

/** A random address of the block. */
const inBlock = (block: string): fc.Arbitrary<string> => {
  const [base, bits] = ipaddr.parseCIDR(block)
  const bytes = base.toByteArray()
  return fc.uint8Array({ minLength: bytes.length, maxLength: bytes.length }).map((random) =>
    ipaddr
      .fromByteArray(
        bytes.map((byte, index) => {
          const fixed = Math.max(0, Math.min(8, bits - 8 * index))
          const mask = (0xff00 >> fixed) & 0xff
          return (byte & mask) | ((random[index] ?? 0) & ~mask & 0xff)
        })
      )
      .toString()
  )
}

describe("every address of a special block", () => {
  it.each([
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "161.26.0.0/16",
    "166.8.0.0/14",
    "::/8",
    "::ffff:127.0.0.0/104",
    "64:ff9b::/32",
    "100::/8",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "3fff::/20",
    "4000::/2",
    "8000::/1",
    "fc00::/7",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8"
  ])("%s is refused", (block) => {
    fc.assert(fc.property(inBlock(block), (address) => assert.isFalse(isPermitted(address, false), address)))
  })

  it("of ISATAP under any prefix is refused", () => {
    fc.assert(
      fc.property(inBlock("2600::/12"), fc.constantFrom(0, 0x200), inBlock("0.0.0.0/0"), (prefix, flag, embedded) => {
        const parsed = ipaddr.parse(prefix).toByteArray().slice(0, 8)
        const address = [...parsed, flag >> 8, 0, 0x5e, 0xfe, ...ipaddr.parse(embedded).toByteArray()]
        assert.isFalse(isPermitted(ipaddr.fromByteArray(address).toString(), false))
      })
    )
  })

  it("that is ordinary is permitted", () => {
    const beside = ["168.63.129.17", "166.12.0.1", "172.32.0.1"]
    for (const address of [...beside, "1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a00:1450::1"]) {
      assert.isTrue(isPermitted(address, false), address)
    }
    assert.isFalse(isPermitted("example.com", true), "no address")
  })
})
