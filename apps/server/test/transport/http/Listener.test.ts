/** How long a client can hold a connection, or a stop: limits of a few hundred milliseconds, and real sockets. */
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { text as readText } from "node:stream/consumers"
import type { ConnectionTimes } from "../../../src/transport/http/ConnectionLimits.ts"
import { listener } from "../../../src/transport/http/Listener.ts"
import { serve } from "../../../src/transport/http/Serving.ts"

const times = { headersMillis: 100, requestMillis: 300, idleMillis: 400, readMillis: 800 }
const limits = { name: "public", maxConnections: 50, maxConnectionsPerAddress: 5, proxies: [] } as const

/** More than the operating system keeps for a client that does not read. */
const large = HttpServerResponse.uint8Array(new Uint8Array(30_000_000))
const slowly = Effect.as(Effect.sleep(3 * times.idleMillis), HttpServerResponse.text("done"))
const begun = HttpServerResponse.stream(
  Stream.concat(Stream.make(Buffer.from("begun")), Stream.drain(Stream.fromEffect(Effect.sleep(3 * times.idleMillis))))
)
const echo = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ text }) =>
  Effect.map(text, (body) => HttpServerResponse.text(body))
)

const Routes = Layer.mergeAll(
  HttpRouter.add("GET", "/large", large),
  HttpRouter.add("GET", "/slow", slowly),
  HttpRouter.add("GET", "/begun", begun),
  HttpRouter.add("POST", "/echo", Effect.orDie(echo))
)

/** A connection that has sent this, and closes only when the test or the server does. */
const connected = (bytes: string) =>
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const { port } = new URL(HttpServer.formatAddress(address))
    return yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const socket = connect({ host: "127.0.0.1", port: Number(port), allowHalfOpen: true })
        socket.on("error", () => undefined)
        await once(socket, "connect")
        socket.write(bytes)
        return socket
      }),
      (socket) => Effect.sync(() => socket.destroy())
    )
  })

const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`
const post = (body: string) => `POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n${body}`

/** How many bytes arrived until the connection ended, also by a reset. */
const receivedBy = (socket: Socket): Promise<number> =>
  new Promise((resolve) => {
    const done = () => resolve(socket.bytesRead)
    if (socket.destroyed || socket.readableEnded) done()
    socket.on("close", done).on("end", done).resume()
  })

/** Everything the server sends until it closes the connection. */
const answersTo = (bytes: string) =>
  Effect.flatMap(connected(bytes), (socket) => Effect.promise(() => readText(socket.setEncoding("latin1"))))

const statuses = (text: string) => Array.from(text.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => Number(status))

const servedWithin = (times: ConnectionTimes) =>
  serve(HttpRouter.toHttpEffect(Routes)).pipe(
    Layer.provideMerge(listener({ port: 0, host: "127.0.0.1", times, limits })),
    Layer.fresh
  )

const onListener = <A, E>(effect: Effect.Effect<A, E, HttpServer.HttpServer | Scope.Scope>) =>
  Effect.scoped(effect).pipe(Effect.provide(servedWithin(times)))

it.live("a request whose headers or body do not come is a 408, and the connection ends", () =>
  Effect.gen(function* () {
    for (const bytes of ["GET / HTTP/1.1\r\n", post("ab")]) {
      assert.deepStrictEqual(statuses(yield* answersTo(bytes)), [408], bytes)
    }
  }).pipe(onListener)
)

it.live("a server that is at work keeps the connection, however long there is no byte", () =>
  Effect.gen(function* () {
    assert.match(yield* answersTo(get("/slow", "connection: close\r\n")), /^HTTP\/1\.1 200 [^]*done$/)
  }).pipe(onListener)
)

it.live("what is malformed is answered after the requests before it, not instead of them", () =>
  Effect.gen(function* () {
    const text = yield* answersTo(`${get("/slow")}${get("/slow")}nonsense\r\n\r\n`)
    assert.deepStrictEqual(statuses(text), [200, 200, 400])
    assert.match(text, /done[^]*done[^]*"status":400/)
  }).pipe(onListener)
)

it.live("a client that does not read its answer, or hardly, loses the connection", () =>
  Effect.gen(function* () {
    const silent = yield* connected(get("/large"))
    const hardly = yield* connected(get("/large"))
    const drip = setInterval(() => hardly.read(1_000_000), times.idleMillis / 4)
    yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(drip)))
    yield* Effect.sleep(times.readMillis + 2 * times.idleMillis)
    clearInterval(drip)
    for (const socket of [silent, hardly]) {
      const received = yield* Effect.promise(() => receivedBy(socket))
      assert.isBelow(received, large.body._tag === "Uint8Array" ? large.body.contentLength : 0)
    }
  }).pipe(onListener)
)

it.live("the connection beyond the limit of an address is closed at once, and a closed one makes room", () =>
  Effect.gen(function* () {
    const [first] = yield* Effect.all(Array.from({ length: limits.maxConnectionsPerAddress }, () => connected("")))
    assert.strictEqual(yield* answersTo(get("/slow")), "")
    first?.destroy()
    yield* Effect.sleep(50)
    assert.match(yield* answersTo(get("/slow", "connection: close\r\n")), /done$/)
  }).pipe(onListener)
)

/** Sends one request after the other. Everything the server sends until it closes the connection. */
const answersInTurn = (socket: Socket) =>
  readText(
    socket
      .on("data", (bytes) => {
        if (/done$|^0\r/.test(String(bytes))) socket.write(get("/slow"))
      })
      .setEncoding("latin1")
  )

it.live("a stop waits for the answers in progress, and for nothing that their clients send after them", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const server = yield* Layer.buildWithScope(
      servedWithin({ ...times, headersMillis: 60_000, requestMillis: 60_000 }),
      scope
    )
    const open = (bytes: string) => Effect.provideContext(connected(bytes), server)
    yield* open("")
    const sockets = yield* Effect.forEach([get("/slow"), get("/begun"), get("/slow").repeat(2)], open)
    yield* Effect.sleep(times.idleMillis)
    const stopped = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    const [slow = "", begun = "", both = ""] = yield* Effect.promise(() => Promise.all(sockets.map(answersInTurn)))
    assert.match(slow, /connection: close[^]*done$/i)
    assert.match(begun, /begun\r\n0\r\n\r\n$/)
    assert.deepStrictEqual(statuses(both), [200, 200])
    yield* Fiber.join(stopped)
  }).pipe(Effect.scoped)
)
