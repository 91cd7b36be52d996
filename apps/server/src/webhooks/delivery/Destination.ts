/**
 * SSRF guard for the URLs of customers (decisions, "Webhooks"): https only, permitted hosts and ports only. The URL is
 * checked when it is registered and at every attempt, the addresses of its host when a connection is opened (`Connector.ts`).
 * A name that resolves to an internal address fails with the same text as one that does not resolve: the difference
 * would tell customers which names our network knows.
 */
import { invalidParameter, type InvalidParameter } from "@heddle/api"
import { canonicalUrl, isPermitted, refusalOf } from "@heddle/api/webhooks"
import { Context, Effect, Layer } from "effect"
import { Settings } from "../../runtime/Settings.ts"
import { type Connections, makeConnections } from "../../runtime/outbound/Connections.ts"
import { ForbiddenAddress, makeConnector } from "../../runtime/outbound/Connector.ts"
import { Resolver, UnresolvedName } from "../../runtime/outbound/Resolver.ts"

/** From the name to the end of the TLS handshake. */
const connectTimeoutMillis = 5_000
/** Permitted URLs to keep: whether one is permitted depends on its text alone. */
const maxChecked = 10_000

export class Destination extends Context.Service<
  Destination,
  {
    /** Validates a URL and returns its canonical form. Looks up no name: that happens at every attempt. */
    normalize(url: string): Effect.Effect<string, InvalidParameter>
    /** Parses a normalized URL. Fails when it shows by itself that nothing may be sent to it. */
    check(url: string): Effect.Effect<URL, ForbiddenAddress | UnresolvedName>
    /** Opens connections to permitted addresses only. */
    readonly connections: Connections
  }
>()("@heddle/server/webhooks/delivery/Destination") {
  static readonly layer = Layer.effect(
    Destination,
    Effect.gen(function* () {
      const { allowLoopback } = yield* Settings
      const servers = yield* Resolver

      const normalize = Effect.fn("Destination.normalize")((input: string) =>
        Effect.mapError(Effect.fromResult(canonicalUrl(input, allowLoopback)), (message) =>
          invalidParameter({ path: "url", message })
        )
      )

      const connections = yield* Effect.acquireRelease(
        Effect.sync(() =>
          makeConnections(
            makeConnector({
              servers,
              permitted: (address) => isPermitted(address, allowLoopback),
              timeoutMillis: connectTimeoutMillis
            })
          )
        ),
        ({ stop }) => Effect.sync(stop)
      )

      const checked = new Map<string, URL>()

      const check = (text: string): Effect.Effect<URL, ForbiddenAddress | UnresolvedName> => {
        const known = checked.get(text)
        if (known !== undefined) return Effect.succeed(known)
        const url = new URL(text)
        const refusal = refusalOf(url, allowLoopback)
        if (refusal === null) {
          if (checked.size >= maxChecked) checked.clear()
          checked.set(text, url)
          return Effect.succeed(url)
        }
        if (refusal === "name") return Effect.fail(new UnresolvedName(false))
        return Effect.fail(
          new ForbiddenAddress(
            refusal === "port" ? "The URL's port is not permitted" : "The URL's address is not public"
          )
        )
      }

      return Destination.of({ normalize, check, connections })
    })
  ).pipe(Layer.provide(Settings.layer))
}
