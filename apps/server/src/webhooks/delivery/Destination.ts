/**
 * SSRF guard for the URLs of customers: https only, public addresses only (decisions, "Webhooks"). Checks literal
 * addresses before connecting, and every address of a host name at the moment of the lookup that the connection uses.
 */
import { invalidParameter, type InvalidParameter } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import ipaddr from "ipaddr.js"
import { lookup as dnsLookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { Agent } from "undici"
import { Settings } from "../../runtime/Settings.ts"

const maxUrlLength = 2_048
const connectTimeoutMillis = 5_000

/** The host is not a permitted destination; `message` is safe to show to the customer. */
export class ForbiddenAddress extends Error {
  override readonly name = "ForbiddenAddress"
}

export class Destination extends Context.Service<
  Destination,
  {
    /** Validates a URL and returns its canonical form. Host names are checked at every attempt instead. */
    normalize(url: string): Effect.Effect<string, InvalidParameter>
    /** Fails when the host is a literal address that is not permitted. */
    checkLiteral(url: URL): Effect.Effect<void, ForbiddenAddress>
    /** Opens connections to permitted addresses only. */
    readonly dispatcher: Agent
  }
>()("@heddle/server/webhooks/delivery/Destination") {
  static readonly layer = Layer.effect(
    Destination,
    Effect.gen(function* () {
      const { allowLoopback } = yield* Settings
      const permitted = (address: string) => isPermitted(address, allowLoopback)

      const checkLiteral = (url: URL): Effect.Effect<void, ForbiddenAddress> => {
        const host = url.hostname.replace(/^\[|\]$/g, "")
        return ipaddr.isValid(host) && !permitted(host)
          ? Effect.fail(new ForbiddenAddress("The URL's address is not public"))
          : Effect.void
      }

      const normalize = Effect.fn("Destination.normalize")(function* (input: string) {
        const invalidUrl = (message: string) => invalidParameter({ path: "url", message })
        if (input.length > maxUrlLength) return yield* invalidUrl(`must have at most ${maxUrlLength} characters`)
        const url = URL.parse(input)
        if (url === null)
          return yield* invalidUrl("is not a URL; give a full address such as https://example.com/hooks")
        if (url.username !== "" || url.password !== "")
          return yield* invalidUrl("must not contain a user name or password")
        const plainLoopback = url.protocol === "http:" && allowLoopback && isLoopbackHost(url.hostname)
        if (url.protocol !== "https:" && !plainLoopback) return yield* invalidUrl("must begin with https://")
        yield* Effect.mapError(checkLiteral(url), () => invalidUrl("must lead to a public address"))
        url.hash = ""
        return url.href
      })

      const dispatcher = yield* Effect.acquireRelease(
        Effect.sync(
          () =>
            new Agent({
              connect: { lookup: guardedLookup(permitted), timeout: connectTimeoutMillis },
              pipelining: 1
            })
        ),
        (agent) => Effect.promise(() => agent.destroy())
      )

      return Destination.of({ normalize, checkLiteral, dispatcher })
    })
  ).pipe(Layer.provide(Settings.layer))
}

// IPv6 addresses outside 2000::/3 are reserved, translated or local, and some embed private IPv4 addresses.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

const isLoopbackHost = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, "")
  return bare === "localhost" || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === "loopback")
}

/** Permits only public unicast addresses. IPv4-mapped ones count as IPv4; other ranges that embed IPv4 are rejected. */
export const isPermitted = (address: string, allowLoopback: boolean): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (allowLoopback && range === "loopback") return true
  return range === "unicast" && (parsed.kind() === "ipv4" || parsed.match(globalUnicast))
}

/** Rejects a name if any of its addresses is forbidden: one that also resolves to an internal address is suspicious. */
const guardedLookup =
  (permitted: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "", 0)
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => permitted(address))) {
        return callback(new ForbiddenAddress("The URL's name does not lead to a public address"), "", 0)
      }
      if (options.all === true) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
