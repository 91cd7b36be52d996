import { serve } from "@hono/node-server"
import type { Receiver } from "@heddle/receiver"
import { Hono } from "hono"
import { once } from "node:events"
import { Server } from "node:http"
import { type Framework, running } from "./Framework.ts"
import { path } from "./Wire.ts"

type Handler = (request: Request) => Response | Promise<Response>

/** Node in front of a handler of web requests. */
export async function serveFetch(fetch: Handler, port: number) {
  const server = serve({ fetch, port, hostname: "127.0.0.1" })
  if (!(server instanceof Server)) throw new Error("not a server of node:http")
  if (!server.listening) await once(server, "listening")
  return running(server)
}

const through = (name: string, handlerOf: (receiver: Receiver) => Handler): Framework => ({
  name,
  start: (receiver, port) => serveFetch(handlerOf(receiver), port)
})

/** What Next calls: the export named like the method, with a second argument. */
const nextRoute = (receiver: Receiver): Handler => {
  const route: { POST: (request: Request, context?: unknown) => Promise<Response> } = { POST: receiver.fetch }
  return (request) => route.POST(request, { params: Promise.resolve({}) })
}

/** What Remix and React Router call. */
const remixAction = (receiver: Receiver): Handler => {
  const action = ({ request }: { readonly request: Request }) => receiver.fetch(request)
  return (request) => action({ request })
}

const hono = (receiver: Receiver): Handler => {
  const app = new Hono()
  app.all(path, (context) => receiver.fetch(context.req.raw))
  return (request) => app.fetch(request)
}

export const fetchFrameworks: ReadonlyArray<Framework> = [
  through("Hono", hono),
  through("Next.js route handler", nextRoute),
  through("Remix action", remixAction)
]
