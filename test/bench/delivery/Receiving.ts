/**
 * Receives deliveries in a process of its own: `fork(Receiving.ts)`, controlled by messages. A customer's server would
 * cost more than what is measured, so this one parses HTTP/1.1 only as far as it must.
 *
 * The path of an endpoint says how it answers: `/now/…` 204 at once, `/after/MILLIS/…` later, `/never/…` not at all, and
 * `/until/…` at once until it is made to hang.
 */
import { once } from "node:events"
import { createServer, type Socket } from "node:net"

export type ReceiverRequest =
  /** Listens on this many loopback addresses, one for each endpoint. */
  | { readonly do: "listen"; readonly addresses: number }
  /** From now on `/until/…` hangs. */
  | { readonly do: "hang" }
  | { readonly do: "count" }
  /** Hands over what was received and forgets it. */
  | { readonly do: "take" }

export interface Arrival {
  readonly path: string
  /** The idempotency key. */
  readonly key: string
  readonly attempt: number
  /** Unix time. */
  readonly millis: number
}

export interface ReceiverReply {
  readonly port: number
  readonly count: number
  readonly arrivals: ReadonlyArray<Arrival>
  /** Of the latest request. */
  readonly body: string
}

const noContent = Buffer.from("HTTP/1.1 204 No Content\r\n\r\n")
const headEnd = Buffer.from("\r\n\r\n")
let arrivals: Array<Arrival> = []
let body = ""
let hangs = false
let port = 0

const header = (head: string, name: string): string => {
  const from = head.toLowerCase().indexOf(`\r\n${name}: `)
  return from < 0 ? "" : head.slice(from + name.length + 4, head.indexOf("\r\n", from + 2))
}

const answer = (socket: Socket, path: string): void => {
  if (path.startsWith("/never/") || (path.startsWith("/until/") && hangs)) return
  const delay = path.startsWith("/after/") ? Number(path.split("/")[2]) : 0
  if (delay === 0) socket.write(noContent)
  else setTimeout(() => socket.writable && socket.write(noContent), delay)
}

const receive = (socket: Socket): void => {
  let rest: Buffer = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on("error", () => socket.destroy())
  socket.on("data", (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(headEnd); end >= 0; end = rest.indexOf(headEnd)) {
      const head = `${rest.toString("latin1", 0, end)}\r\n`
      const from = end + headEnd.length
      const until = from + Number(header(head, "content-length"))
      if (rest.length < until) return
      const path = head.slice(head.indexOf(" ") + 1, head.indexOf(" HTTP/"))
      arrivals.push({
        path,
        key: header(head, "x-service-idempotency-key"),
        attempt: Number(header(head, "x-service-delivery-attempt")),
        millis: Date.now()
      })
      body = rest.toString("utf8", from, until)
      rest = rest.subarray(until)
      answer(socket, path)
    }
  })
}

/** The address of an endpoint's server; customers do not share one. */
export const addressOf = (index: number): string => `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`

const listen = async (addresses: number): Promise<void> => {
  for (let index = 0; index < addresses; index += 1) {
    const server = createServer(receive).listen(port, addressOf(index))
    await once(server, "listening")
    const address = server.address()
    if (address !== null && typeof address === "object") port = address.port
  }
}

const reply = (some: Partial<ReceiverReply>): void => {
  process.send?.({ port, count: arrivals.length, arrivals: [], body, ...some })
}

process.on("message", (request: ReceiverRequest) => {
  if (request.do === "listen") return void listen(request.addresses).then(() => reply({}))
  if (request.do === "hang") hangs = true
  if (request.do !== "take") return reply({})
  reply({ arrivals })
  arrivals = []
})
process.on("disconnect", () => process.exit(0))
