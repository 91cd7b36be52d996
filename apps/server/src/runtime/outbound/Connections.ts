/**
 * Connections that serve one request at a time and are kept for the next one to the same origin. An idle one is closed after a
 * second, as soon as its other end closes it, and when anything arrives that nobody asked for.
 */
import type { Socket } from "node:net"
import type { ConnectTo } from "./Connector.ts"

/** A server may close an idle connection at any time, and the longer it is idle, the likelier. */
const idleMillis = 1_000

/** Whoever uses a connection now. */
export interface ConnectionUser {
  onData(bytes: Buffer): void
  /** Also when the other end will send nothing more. */
  onClose(cause: Error | null): void
}

/** This process closed the connection because it stops. */
class Stopped extends Error {
  override readonly name = "Stopped"
  readonly code = "STOPPED"
}

export class Connection {
  /** Whether an earlier request used it. */
  isReused = false
  readonly #socket: Socket
  #user: ConnectionUser | null = null
  #idleTimer: NodeJS.Timeout | undefined

  constructor(socket: Socket, onClose: (connection: Connection) => void) {
    this.#socket = socket
    let cause: Error | null = null
    socket
      .on("data", (bytes) => (this.#user === null ? this.close() : this.#user.onData(bytes)))
      .on("end", () => socket.destroy())
      .on("error", (error) => (cause = error))
      .once("close", () => {
        clearTimeout(this.#idleTimer)
        onClose(this)
        this.#user?.onClose(cause)
        this.#user = null
      })
  }

  send(bytes: Buffer, user: ConnectionUser): void {
    clearTimeout(this.#idleTimer)
    this.#user = user
    this.#socket.write(bytes)
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  /** Ends its use. False when it cannot serve another request. */
  free(): boolean {
    this.#user = null
    this.isReused = true
    this.#idleTimer = setTimeout(() => this.close(), idleMillis)
    return this.isOpen && this.#socket.writableLength === 0
  }

  /** Its user hears of it only if there is a cause. */
  close(cause?: Error): void {
    if (cause === undefined) this.#user = null
    this.#socket.destroy(cause)
  }
}

type Connect = (
  to: ConnectTo,
  callback: (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void
) => void

export type Connections = ReturnType<typeof makeConnections>

export const makeConnections = (connect: Connect) => {
  const open = new Set<Connection>()
  /** By origin, the one that was used last at the end. */
  const idle = new Map<string, Array<Connection>>()
  let isStopped = false

  const onClose = (origin: string) => (connection: Connection) => {
    open.delete(connection)
    const others = idle.get(origin)?.filter((one) => one !== connection) ?? []
    if (others.length === 0) idle.delete(origin)
    else idle.set(origin, others)
  }

  return {
    /** An idle connection, if there is one. */
    take: ({ origin }: URL, callback: (taken: Connection | undefined) => void): void => {
      const taken = idle.get(origin)?.pop()
      if (taken === undefined) return callback(undefined)
      // Its end may have arrived already, and is read first.
      setImmediate(() => callback(taken.isOpen ? taken : undefined))
      return undefined
    },

    open: ({ origin, protocol, hostname, port }: URL, callback: (opened: Connection | Error) => void): void => {
      const to = { protocol, hostname: hostname.replace(/^\[(.*)\]$/, "$1"), port }
      connect(to, (error, socket) => {
        if (error !== null) return callback(error)
        if (isStopped) {
          socket.destroy()
          return callback(new Stopped())
        }
        const connection = new Connection(socket, onClose(origin))
        open.add(connection)
        return callback(connection)
      })
    },

    /** Ends the use of a connection, which the next request to this origin may use. */
    keep: ({ origin }: URL, connection: Connection): void => {
      if (!connection.free()) return connection.close()
      const others = idle.get(origin)
      if (others === undefined) idle.set(origin, [connection])
      else others.push(connection)
    },

    stop: (): void => {
      isStopped = true
      for (const connection of open) connection.close(new Stopped())
    }
  }
}
