import type { RequestListener, Server } from "node:http"

/** Every request, also one that waits for `100 Continue` or expects something else; Node has an event for each. */
export const onRequest = (server: Server, handle: RequestListener): void => {
  server.on("request", handle)
  server.on("checkContinue", handle)
}
