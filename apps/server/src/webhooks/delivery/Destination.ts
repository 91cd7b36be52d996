/**
 * SSRF guard for the URLs of customers: https only, public addresses only (decisions, "Webhooks"). Checks literal
 * addresses before connecting, and every address of a host name at the moment of the lookup that the connection uses.
 * A name that resolves to an internal address fails with the same text as one that does not resolve: the difference
 * would tell customers which names our network knows.
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
/**
 * An idle connection can die without a word. It is given up before an attempt on another one reaches its deadline, so
 * that the attempt after a failed one finds no dead connection left, whatever time the endpoint offers to keep it.
 */
const keepAliveMillis = 4_000

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
              // A connection of HTTP/2 outlives an aborted attempt even when it is dead, and undici sends a refused
              // stream again by itself: two requests in one attempt.
              allowH2: false,
              keepAliveTimeout: keepAliveMillis,
              keepAliveMaxTimeout: keepAliveMillis,
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

/**
 * Addresses that look public but lead to the network of the cloud that Heddle runs in:
 *
 * - 168.63.129.16: the host of every Azure machine ("What is IP address 168.63.129.16?", Microsoft Learn)
 * - 161.26.0.0/16, 166.8.0.0/14: the service network of IBM Cloud ("IBM Cloud IP ranges", IBM Cloud Docs)
 *
 * The metadata services of the other clouds have addresses that are not public anyway: 169.254.0.0/16 (AWS, Azure,
 * Google, Oracle, DigitalOcean, Hetzner, Tencent), 192.0.0.192 (Oracle's first generation), 100.100.100.200 (Alibaba),
 * fd00:ec2::254 (AWS), fd20:ce::254 (Google), fd00:c1::a9fe:a9fe (Oracle), fd00:42::42 (Scaleway).
 */
const cloudHosts = ["168.63.129.16/32", "161.26.0.0/16", "166.8.0.0/14"].map((range) => ipaddr.IPv4.parseCIDR(range))

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
  if (range !== "unicast") return false
  return parsed instanceof ipaddr.IPv4 ? !cloudHosts.some((host) => parsed.match(host)) : parsed.match(globalUnicast)
}

/** Rejects a name if any of its addresses is forbidden: one that also resolves to an internal address is suspicious. */
const guardedLookup =
  (permitted: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      // Without addresses when the lookup failed.
      const [first, ...others] = error === null ? addresses : []
      if (first === undefined || ![first, ...others].every(({ address }) => permitted(address))) {
        return callback(new ForbiddenAddress("The URL's host name does not resolve to a public address"), "", 0)
      }
      if (options.all === true) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
