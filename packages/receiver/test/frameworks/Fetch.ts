import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { once } from "node:events"
import { Server } from "node:http"
import { running } from "../../../../test/support/LocalServer.ts"
import type { Framework } from "./Framework.ts"
import { path } from "./Wire.ts"

type Handler = (request: Request) => Response | Promise<Response>

/** Node in front of a handler of web requests. */
export async function serveFetch(fetch: Handler, port: number) {
  const server = serve({ fetch, port, hostname: "127.0.0.1" })
  if (!(server instanceof Server)) throw new Error("not a server of node:http")
  if (!server.listening) await once(server, "listening")
  return running(server)
}

/** Next.js, React Router, Bun, Deno and Workers run in servers of their own: `../runtimes`. */
export const hono: Framework = {
  name: "Hono",
  start: (receiver, port) => {
    const app = new Hono()
    app.all(path, (context) => receiver.fetch(context.req.raw))
    return serveFetch(app.fetch, port)
  }
}
