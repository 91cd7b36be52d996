/**
 * SSRF guard for the URLs of customers (decisions, "Webhooks"): https only, permitted hosts and ports only. The URL is
 * checked when it is registered and at every attempt, the addresses of its host when a connection is opened (`Connector.ts`).
 * A name that resolves to an internal address fails with the same text as one that does not resolve: the difference
 * would tell customers which names our network knows.
 */
import { invalidParameter, type InvalidParameter } from "@heddle/api"
import { canonicalUrl, isPermitted, refusalOf } from "@heddle/api/webhooks"
import { Context, Effect, Layer } from "effect"
import { Agent } from "undici"
import { Settings } from "../../runtime/Settings.ts"
import { ForbiddenAddress, makeConnector } from "../../runtime/outbound/Connector.ts"
import { Resolver, UnresolvedName } from "../../runtime/outbound/Resolver.ts"

/** From the name to the end of the TLS handshake. */
const connectTimeoutMillis = 5_000
/**
 * Of names and values. An endpoint can send tiny ones and stop before the end; the parser holds more than 100 bytes of memory
 * for each byte of them until the deadline.
 */
const maxHeaderBytes = 8 * 1_024
/**
 * An idle connection can die silently. It is closed before an attempt on another one reaches its deadline, so that the
 * attempt after a failed one finds no dead connection left, whatever time the endpoint offers to keep it.
 */
const keepAliveMillis = 4_000

export class Destination extends Context.Service<
  Destination,
  {
    /** Validates a URL and returns its canonical form. Looks up no name: that happens at every attempt. */
    normalize(url: string): Effect.Effect<string, InvalidParameter>
    /** Fails when the URL itself shows that nothing may be sent to it. */
    check(url: URL): Effect.Effect<void, ForbiddenAddress | UnresolvedName>
    /** Opens connections to permitted addresses only. */
    readonly dispatcher: Agent
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

      const dispatcher = yield* Effect.acquireRelease(
        Effect.sync(
          () =>
            new Agent({
              // A connection of HTTP/2 outlives an aborted attempt even when it is dead, and undici sends a refused
              // stream again by itself: two requests in one attempt.
              allowH2: false,
              keepAliveTimeout: keepAliveMillis,
              keepAliveMaxTimeout: keepAliveMillis,
              maxHeaderSize: maxHeaderBytes,
              connect: makeConnector({
                servers,
                permitted: (address) => isPermitted(address, allowLoopback),
                timeoutMillis: connectTimeoutMillis
              }),
              pipelining: 1
            })
        ),
        (agent) => Effect.promise(() => agent.destroy())
      )

      const check = (url: URL): Effect.Effect<void, ForbiddenAddress | UnresolvedName> => {
        const refusal = refusalOf(url, allowLoopback)
        if (refusal === null) return Effect.void
        if (refusal === "name") return Effect.fail(new UnresolvedName(false))
        return Effect.fail(
          new ForbiddenAddress(
            refusal === "port" ? "The URL's port is not permitted" : "The URL's address is not public"
          )
        )
      }

      return Destination.of({ normalize, check, dispatcher })
    })
  ).pipe(Layer.provide(Settings.layer))
}
