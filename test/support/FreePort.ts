/**
 * Ports that stay free between two lives of a server: below those that the system gives to outgoing connections, and in
 * a block of that range that this process alone uses, so that neither a connection nor another worker takes them meanwhile.
 */
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:net"

const first = 10_000
/** Where Linux begins with ports of outgoing connections, unless it is told otherwise. */
const usualOutgoing = 32_768
/** More than a worker asks for in a run. */
const portsOfBlock = 256

/** The lowest port that an outgoing connection may get. */
const firstOutgoing = (): number => {
  try {
    const [low] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s+/)
    const lowest = Number(low)
    return lowest >= first + portsOfBlock ? Math.min(lowest, usualOutgoing) : usualOutgoing
  } catch {
    return usualOutgoing
  }
}

const blocks = Math.floor((firstOutgoing() - first) / portsOfBlock)

/** A server that listens on the port, if nobody else does. */
const listenOn = async (port: number): Promise<Server | undefined> => {
  const server = createServer().listen(port, "127.0.0.1")
  const listens = await Promise.race([
    once(server, "listening").then(() => true),
    once(server, "error").then(() => false)
  ]).catch(() => false)
  return listens ? server : undefined
}

/** The process listens on the first port of its block until it ends, which tells others that the block is taken. */
const claimBlock = async (): Promise<number> => {
  for (let tried = 0; tried < blocks; tried++) {
    const port = first + ((process.pid + tried) % blocks) * portsOfBlock
    const server = await listenOn(port)
    if (server === undefined) continue
    server.unref()
    return port
  }
  throw new Error(`all ${blocks} blocks of ports are taken: end the test runs that were left behind`)
}

let block: Promise<number> | undefined
let asked = 0

export const freePort = async (): Promise<number> => {
  const start = await (block ??= claimBlock())
  for (;;) {
    const port = start + 1 + (asked % (portsOfBlock - 1))
    asked += 1
    const server = await listenOn(port)
    if (server === undefined) continue
    server.close()
    await once(server, "close")
    return port
  }
}
