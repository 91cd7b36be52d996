/** Connections of a hostile client, which neither reads nor closes unless the test does. */
import { once } from "node:events"
import { connect, type Socket } from "node:net"

export interface Hostile {
  readonly url: string
  /** The client's own address, where it matters. */
  readonly localAddress?: string
  /** Sent as soon as the connection stands. */
  readonly bytes?: string
}

/** Stays half open when the server ends its side, and reads nothing. */
export const open = async ({ url, localAddress, bytes = "" }: Hostile): Promise<Socket> => {
  const { hostname, port } = new URL(url)
  const socket = connect({
    host: hostname,
    port: Number(port),
    allowHalfOpen: true,
    ...(localAddress === undefined ? {} : { localAddress })
  })
  // A server that closes at once resets what is written later.
  socket.on("error", () => undefined)
  await once(socket, "connect")
  socket.pause()
  if (bytes !== "") socket.write(bytes, "latin1")
  return socket
}

/** Runs with this many connections, and closes them at the end. */
export const withFlood = async <A>(
  count: number,
  hostile: Hostile,
  run: (sockets: ReadonlyArray<Socket>) => Promise<A>
): Promise<A> => {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(hostile)))
  try {
    return await run(sockets)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}
