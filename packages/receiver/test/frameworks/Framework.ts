import type { Receiver } from "@heddle/receiver"
import { once } from "node:events"
import type { Server } from "node:http"
import type { Optional } from "../../../../test/support/Optional.ts"

export interface Running {
  readonly port: number
  readonly close: () => Promise<void>
}

/** A framework's own server on a real socket, with a receiver at the suite's `path`. */
export interface Framework {
  readonly name: string
  /** Port 0 takes any. */
  readonly start: (receiver: Receiver, port: number) => Promise<Running>
  /** A gateway in front of it passes whole requests only. */
  readonly buffered?: boolean
  /** A gateway in front of it passes only the last of repeated headers. */
  readonly lastHeaderOnly?: boolean
  /** What it runs on, if `npm ci` does not bring it. */
  readonly needs?: Optional<unknown>
  /** Where its receiver stands, if it cannot at the suite's usual path. */
  readonly path?: string
}

export const isInstalled = ({ needs }: Framework): boolean => needs === undefined || needs.isThere

export function portOf(server: Pick<Server, "address">): number {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return address.port
}

export async function listen(server: Server, port: number): Promise<Running> {
  await once(server.listen(port, "127.0.0.1"), "listening")
  return running(server)
}

export const running = (server: Server): Running => ({
  port: portOf(server),
  close: () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
})
