import { describe, expect, it } from "vitest"
import { clientOf, makeClientAddress, makeContains, siteOf } from "../../src/runtime/Networks.ts"

describe("clientOf", () => {
  it("is an IPv4 address itself, also inside IPv6", () => {
    expect(clientOf("192.0.2.7")).toBe("192.0.2.7")
    expect(clientOf("::ffff:192.0.2.7")).toBe("192.0.2.7")
  })

  it("is the /64 of an IPv6 address", () => {
    const client = clientOf("2001:db8:0:7::1")
    expect(clientOf("2001:db8:0:7:ffff:ffff:ffff:ffff")).toBe(client)
    expect(clientOf("2001:db8:0:7::")).toBe(client)
    expect(clientOf("2001:db8:0:8::1")).not.toBe(client)
    expect(clientOf("2001:db8::1")).toBe("2001:db8:0:0")
    expect(clientOf("2001:0DB8:0000:7::1")).toBe(client)
    expect(clientOf("::1")).toBe("0:0:0:0")
    expect(clientOf("fe80::1%eth0")).toBe("fe80:0:0:0")
  })
})

describe("siteOf", () => {
  it("is the /48 of an IPv6 address, and an IPv4 address itself", () => {
    expect(siteOf("2001:db8:0:7::1")).toBe("2001:db8:0")
    expect(siteOf("2001:db8:0:ffff::1")).toBe("2001:db8:0")
    expect(siteOf("2001:db8:1:7::1")).not.toBe("2001:db8:0")
    expect(siteOf("::ffff:192.0.2.7")).toBe("192.0.2.7")
  })
})

describe("makeContains", () => {
  it("knows addresses and subnets of both families", () => {
    const contains = makeContains(["127.0.0.1", "::1", "10.0.0.0/8", "2001:db8::/32"])
    const inside = ["127.0.0.1", "::1", "10.1.2.3", "::ffff:10.1.2.3", "::ffff:127.0.0.1", "2001:db8:1::1"]
    expect(inside.filter((address) => !contains(address))).toEqual([])
    expect(["127.0.0.2", "::2", "11.0.0.1", "::ffff:11.0.0.1", "2001:db9::1"].filter(contains)).toEqual([])
    expect(contains("fe80::1%eth0")).toBe(false)
    expect(makeContains(["fe80::/10"])("fe80::1%eth0")).toBe(true)
    expect(makeContains([])("127.0.0.1")).toBe(false)
  })
})

describe("makeClientAddress", () => {
  const clientAddress = makeClientAddress(["127.0.0.1", "10.0.0.0/8"])

  it("believes proxies of ours, and nobody before them", () => {
    expect(clientAddress("10.0.0.2", "198.51.100.1")).toBe("198.51.100.1")
    expect(clientAddress("::ffff:10.0.0.2", "203.0.113.9, 198.51.100.1, 10.0.0.3")).toBe("198.51.100.1")
    expect(clientAddress("10.0.0.2", " 2001:db8::1 ")).toBe("2001:db8::1")
  })

  it("is the address of the connection without a proxy or its word", () => {
    expect(clientAddress("192.0.2.7", "198.51.100.1")).toBe("192.0.2.7")
    expect(clientAddress("10.0.0.2", undefined)).toBe("10.0.0.2")
    expect(clientAddress("10.0.0.2", "198.51.100.1, unknown")).toBe("10.0.0.2")
    expect(clientAddress("", "198.51.100.1")).toBe("")
  })
})
