import { koaHandler } from "@heddle/receiver/koa"
import Koa from "koa"
import { createServer } from "node:http"
import { listen } from "../../../../test/support/LocalServer.ts"
import type { Framework } from "./Framework.ts"
import { path } from "./Wire.ts"

export const koa: Framework = {
  name: "Koa",
  start: (receiver, port) => {
    const app = new Koa()
    const webhook = koaHandler(receiver)
    app.use((context, next) => (context.path === path ? webhook(context) : next()))
    return listen(createServer(app.callback()), port)
  }
}
