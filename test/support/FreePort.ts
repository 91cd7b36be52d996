import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/** Below the ports that systems give to outgoing connections (Linux: from 32768), so that none takes it between two lives of a server. */
const first = 10_000
const end = 32_768

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
    const port = randomInt(first, end)
    if (await isFree(port)) return port
  }
}
