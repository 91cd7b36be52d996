/** Names that change their address between the check and the connection, and name servers of every kind. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect, type LookupFunction, type TcpNetConnectOpts } from "node:net"
import { isPermitted } from "@heddle/api/webhooks"
import { makeConnector } from "../../../src/runtime/outbound/Connector.ts"
import type { NameServers } from "../../../src/runtime/outbound/Resolver.ts"
import { dnsServer, type Query } from "../../support/DnsServer.ts"
import { rawEndpoint } from "../../support/RawEndpoint.ts"
import { senderWith, sendTo } from "../../support/Sending.ts"

const publicAddress = "93.184.216.34"
const unresolved = "The URL's host name does not resolve to a public address"
const close = "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"

/** The first answer at the first query, the second from then on; no IPv6. */
const rebinding = (first: string, then: string) => {
  let isFirst = true
  return ({ type }: Query) => {
    if (type !== "A") return []
    const answer = isFirst ? first : then
    isFirst = false
    return [answer]
  }
}

/** Opens a connection as an attempt does, and shows what was dialled; the dialled connection leads to the canary. */
const opening = (servers: NameServers, canaryPort: number) =>
  Effect.promise(async () => {
    const dialled: Array<TcpNetConnectOpts> = []
    const open = makeConnector({
      servers,
      permitted: (address) => isPermitted(address, false),
      timeoutMillis: 1_000,
      dial: (options) => {
        dialled.push(options)
        return connect(canaryPort, "127.0.0.1")
      }
    })
    const error = await new Promise<unknown>((resolve) =>
      open({ protocol: "https:", hostname: "hooks.example.com", port: "" }, (...[failure]) => resolve(failure))
    )
    return { dialled, cause: error instanceof Error ? error.cause : undefined }
  })

const askedAgain = (lookup: LookupFunction | undefined) =>
  new Promise<unknown>((resolve) => lookup?.("hooks.example.com", { all: true }, (_, addresses) => resolve(addresses)))

describe("a name that changes its address", () => {
  it.live("is asked for once, and the connection goes to the address that was checked", () =>
    Effect.gen(function* () {
      const canary = yield* rawEndpoint(() => undefined)
      const { servers, queries } = yield* dnsServer(rebinding(publicAddress, "127.0.0.1"))
      const { dialled, cause } = yield* opening(servers, canary.port)
      assert.lengthOf(dialled, 1)
      const answers = yield* Effect.promise(() => askedAgain(dialled[0]?.lookup))
      assert.deepStrictEqual(answers, [{ address: publicAddress, family: 4 }])
      assert.deepStrictEqual(queries.map(({ type }) => type).toSorted(), ["A", "AAAA"])
      // Wherever it was dialled, the other end is not public: nothing is sent.
      assert.deepInclude(cause, { message: unresolved })
      assert.strictEqual(canary.received, "")
    })
  )

  it.live("is refused at the next connection, though it was good at the last", () =>
    Effect.gen(function* () {
      const canary = yield* rawEndpoint((socket) => socket.end(close))
      const { servers } = yield* dnsServer(rebinding("127.0.0.1", "10.0.0.1"))
      const url = `https://rebind.example.com:${canary.port}/`
      yield* Effect.gen(function* () {
        // The first address is permitted in this test and answers with no TLS.
        assert.isTrue((yield* sendTo(url)).connected)
        assert.deepInclude(yield* sendTo(url), { error: unresolved, connected: false })
      }).pipe(Effect.provide(senderWith(true, servers)))
      assert.strictEqual(canary.connections, 1)
    })
  )

  it.live.each([
    ["all", ["127.0.0.1"], []],
    ["one of several", [publicAddress, "10.0.0.1"], []],
    ["the last of many", [...Array.from({ length: 20 }, (_, index) => `93.184.216.${index + 1}`), "127.0.0.1"], []],
    ["only the one of IPv6", [publicAddress], ["::1"]],
    ["an IPv4 address in IPv6", [publicAddress], ["64:ff9b::7f00:1"]],
    ["the metadata of a cloud", ["169.254.169.254"], []]
  ] as const)("is refused when bad are: %s", ([, ipv4, ipv6]) =>
    Effect.gen(function* () {
      const canary = yield* rawEndpoint((socket) => socket.end(close))
      const { servers } = yield* dnsServer(({ type }) => (type === "A" ? ipv4 : type === "AAAA" ? ipv6 : []))
      const { dialled } = yield* opening(servers, canary.port)
      assert.isEmpty(dialled)
      const result = yield* sendTo(`https://hooks.example.com:${canary.port}/`).pipe(
        Effect.provide(senderWith(false, servers))
      )
      assert.deepInclude(result, { error: unresolved, faultOwner: "customer", connected: false })
      assert.strictEqual(canary.connections, 0)
    })
  )
})

describe("name servers in trouble", () => {
  it.live.each([
    ["the name's own servers", 0, "customer"],
    ["ours", 2, "us"]
  ] as const)("%s do not answer", ([, root, faultOwner]) =>
    Effect.gen(function* () {
      const { servers } = yield* dnsServer(({ type }) => (type === "NS" ? (root === 0 ? [] : root) : 2))
      const result = yield* sendTo("https://hooks.example.com/").pipe(Effect.provide(senderWith(false, servers)))
      assert.deepInclude(result, { error: unresolved, faultOwner, connected: false })
    })
  )

  it.live("one family of addresses is enough", () =>
    Effect.gen(function* () {
      const canary = yield* rawEndpoint(() => undefined)
      const { servers } = yield* dnsServer(({ type }) => (type === "A" ? [publicAddress] : 2))
      const { dialled } = yield* opening(servers, canary.port)
      assert.lengthOf(dialled, 1)
    })
  )

  it.live("a server that is silent is asked no longer than the connection may take", () =>
    Effect.gen(function* () {
      const silent: NameServers = {
        resolve4: () => new Promise(() => undefined),
        resolve6: () => new Promise(() => undefined),
        check: () => new Promise(() => undefined)
      }
      const { cause } = yield* opening(silent, 1)
      assert.deepInclude(cause, { code: "ETIMEDOUT" })
    })
  )
})
