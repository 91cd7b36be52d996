/** Whose request it is over real IPv6 and IPv4, on each kind of socket that `HEDDLE_HOST` can open, behind a proxy or not. */
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse, HttpServerRequest } from "effect/http"
import { connect } from "node:net"
import { networkInterfaces } from "node:os"
import { text as readText } from "node:stream/consumers"
import { clientOf } from "../../../src/runtime/Networks.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { makeAddressOf } from "../../../src/transport/pages/ClientAddress.ts"
import { listener } from "../../../src/transport/http/Listener.ts"
import { serve } from "../../../src/transport/http/Serving.ts"
import { anyPort } from "../../support/ServedApi.ts"

const settings = Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({}))))

const WhoAmI = Layer.unwrap(
  Effect.map(makeAddressOf, (addressOf) =>
    HttpRouter.add(
      "GET",
      "/",
      Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
        HttpServerResponse.text(clientOf(addressOf(request)))
      )
    )
  )
)

const maxConnectionsPerAddress = 3

/** On a free port of this host, with the proxies and the limit of an installation. */
const on = (host: string) =>
  serve(HttpRouter.toHttpEffect(WhoAmI)).pipe(
    Layer.provideMerge(
      listener({
        ...anyPort,
        host,
        limits: { ...anyPort.limits, maxConnectionsPerAddress, proxies: ["127.0.0.0/8", "::1"] }
      })
    ),
    Layer.provide(settings)
  )

const portOf = Effect.map(HttpServer.HttpServer, ({ address }) =>
  Number(/\d+$/.exec(HttpServer.formatAddress(address))?.[0])
)

const ask = (host: string, port: number, forwardedFor: string | undefined) =>
  Effect.promise(async () => {
    const socket = connect({ host, port })
    const header = forwardedFor === undefined ? "" : `x-forwarded-for: ${forwardedFor}\r\n`
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\n${header}connection: close\r\n\r\n`)
    const answer = await readText(socket.setEncoding("utf8"))
    return answer.split("\r\n\r\n")[1] ?? ""
  })

/** An address of this machine that is no loopback, as a client from elsewhere has; none on a machine without a network. */
const outside = (family: "IPv4" | "IPv6") =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find((one) => one.family === family && !one.internal && !one.address.startsWith("fe80"))?.address

const v6 = "2001:db8:1:2:3:4:5:6"
const cases: ReadonlyArray<
  readonly [host: string, dialled: string | undefined, forwardedFor: string | undefined, seen: string | undefined]
> = [
  ["::1", "::1", undefined, "0:0:0:0"],
  ["::1", "::1", v6, "2001:db8:1:2"],
  ["::1", "::1", `10.9.9.9, ${v6}`, "2001:db8:1:2"],
  ["::1", "::1", "::ffff:203.0.113.7", "203.0.113.7"],
  ["::", "::1", "203.0.113.7", "203.0.113.7"],
  // A socket of both kinds shows clients of IPv4 as addresses of IPv6.
  ["::", "127.0.0.1", undefined, "127.0.0.1"],
  ["::", "127.0.0.1", v6, "2001:db8:1:2"],
  ["0.0.0.0", "127.0.0.1", v6, "2001:db8:1:2"],
  // Whoever is no proxy may claim what they like.
  ["::", outside("IPv6"), v6, outside("IPv6")],
  ["::", outside("IPv4"), v6, outside("IPv4")]
]

/** How many of five connections at once the server keeps. */
const kept = (host: string, port: number) =>
  Effect.promise(async () => {
    const sockets = Array.from({ length: 5 }, () => connect({ host, port }).on("error", () => undefined))
    const open = sockets.map(
      (socket) =>
        new Promise<boolean>((resolve) => {
          socket.on("close", () => resolve(false)).on("data", () => resolve(true))
          socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        })
    )
    const count = (await Promise.all(open)).filter(Boolean).length
    for (const socket of sockets) socket.destroy()
    return count
  })

it.live.each(["IPv4", "IPv6"] as const)(
  "counts the connections of an address of %s on a socket of both kinds",
  (family) =>
    Effect.gen(function* () {
      const address = outside(family)
      if (address !== undefined) assert.strictEqual(yield* kept(address, yield* portOf), maxConnectionsPerAddress)
    }).pipe(Effect.provide(Layer.unwrap(Effect.sync(() => on("::")))))
)

it.live.each(cases.filter(([, dialled]) => dialled !== undefined))("on %s, dialled at %s, forwarded for %s", (row) =>
  Effect.gen(function* () {
    const [, dialled = "", forwardedFor, seen = ""] = row
    assert.strictEqual(yield* ask(dialled, yield* portOf, forwardedFor), clientOf(seen))
  }).pipe(Effect.provide(Layer.unwrap(Effect.sync(() => on(row[0])))))
)
