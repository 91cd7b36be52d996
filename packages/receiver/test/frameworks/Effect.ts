import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { respond } from "@heddle/receiver/effect"
import { Effect, Exit, Layer, Scope } from "effect"
import { HttpRouter } from "effect/http"
import { createServer } from "node:http"
import { serveFetch } from "./Fetch.ts"
import { portOf } from "../../../../test/support/LocalServer.ts"
import type { Framework } from "./Framework.ts"
import { path } from "./Wire.ts"

const effectNode: Framework = {
  name: "Effect HttpRouter",
  start: async (receiver, port) => {
    const server = createServer()
    const scope = Scope.makeUnsafe()
    const routes = HttpRouter.add("*", path, respond(receiver))
    const app = HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
      Layer.provide(NodeHttpServer.layer(() => server, { port, host: "127.0.0.1" }))
    )
    await Effect.runPromise(Layer.buildWithScope(app, scope))
    return {
      port: portOf(server),
      close: () => {
        server.closeAllConnections()
        return Effect.runPromise(Scope.close(scope, Exit.void))
      }
    }
  }
}

const effectWeb: Framework = {
  name: "Effect toWebHandler",
  start: async (receiver, port) => {
    const { handler, dispose } = HttpRouter.toWebHandler(HttpRouter.add("*", path, respond(receiver)), {
      disableLogger: true
    })
    const { port: bound, close } = await serveFetch((request) => handler(request), port)
    return { port: bound, close: () => close().then(dispose) }
  }
}

export const effect: ReadonlyArray<Framework> = [effectNode, effectWeb]
