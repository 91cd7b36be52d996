/**
 * Ports that stay free between two lives of a server: below those that the system gives to outgoing connections, and in
 * a part of that range of its own for each worker, so that neither a connection nor another worker takes them meanwhile.
 */
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:net"

const first = 10_000
/** Where Linux begins with ports of outgoing connections, unless it is told otherwise. */
const usualOutgoing = 32_768
/** More than a worker asks for in a run. */
const portsOfWorker = 256

/** The lowest port that an outgoing connection may get. */
const firstOutgoing = (): number => {
  try {
    const [low] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s+/)
    const lowest = Number(low)
    return lowest >= first + portsOfWorker ? Math.min(lowest, usualOutgoing) : usualOutgoing
  } catch {
    return usualOutgoing
  }
}

const parts = Math.floor((firstOutgoing() - first) / portsOfWorker)
/** Workers that run at the same time have neighboring process ids. */
const start = first + (process.pid % parts) * portsOfWorker
let asked = 0

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, "127.0.0.1")
  const listens = await Promise.race([
    once(server, "listening").then(() => true),
    once(server, "error").then(() => false)
  ]).catch(() => false)
  if (!listens) return false
  server.close()
  await once(server, "close")
  return true
}

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = start + (asked % portsOfWorker)
    asked += 1
    if (await isFree(port)) return port
  }
}
