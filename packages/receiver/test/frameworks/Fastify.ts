import { fastifyPlugin } from "@heddle/receiver/fastify"
import Fastify from "fastify"
import { portOf } from "../../../../test/support/LocalServer.ts"
import type { Framework } from "./Framework.ts"
import { path } from "./Wire.ts"

export const fastify: Framework = {
  name: "Fastify",
  start: async (receiver, port) => {
    const app = Fastify({ forceCloseConnections: true })
    await app.register(fastifyPlugin(receiver), { prefix: path })
    await app.listen({ port, host: "127.0.0.1" })
    return { port: portOf(app.server), close: () => app.close() }
  }
}
