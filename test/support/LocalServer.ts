/** Servers of tests on ports of this machine. */
import { once } from "node:events"
import type { Server } from "node:http"

export interface Running {
  readonly port: number
  readonly close: () => Promise<void>
}

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
