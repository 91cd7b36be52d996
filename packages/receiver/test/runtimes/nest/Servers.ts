import "reflect-metadata"
import {
  All,
  Controller,
  type INestApplication,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  RequestMethod,
  Req,
  Res,
  type Type
} from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { ExpressAdapter } from "@nestjs/platform-express"
import { FastifyAdapter } from "@nestjs/platform-fastify"
import { nestHandler, type NestRequest, type NestResponse } from "@heddle/receiver/nest"
import type { Receiver } from "@heddle/receiver"
import { portOf } from "../../../../../test/support/LocalServer.ts"
import type { NestServers } from "../../frameworks/Nest.ts"
import { path } from "../../frameworks/Wire.ts"

class Empty {
  readonly controllers = 0
}
Module({})(Empty)

/** Decorators as the calls they are: Node runs these files as they stand, and its type stripping has no decorators. */
function controllerModule(receiver: Pick<Receiver, "handle">) {
  const handle = nestHandler(receiver)
  class Webhooks {
    receive(request: NestRequest, response: NestResponse): Promise<void> {
      return handle(request, response)
    }
  }
  const method = Object.getOwnPropertyDescriptor(Webhooks.prototype, "receive")
  Req()(Webhooks.prototype, "receive", 0)
  Res()(Webhooks.prototype, "receive", 1)
  if (method !== undefined) All()(Webhooks.prototype, "receive", method)
  Controller(path)(Webhooks)
  class App {
    readonly controllers = 1
  }
  Module({ controllers: [Webhooks] })(App)
  return App
}

async function run(app: INestApplication, port: number) {
  await app.listen(port, "127.0.0.1")
  const server = app.getHttpServer()
  return {
    port: portOf(server),
    close: async () => {
      server.closeAllConnections()
      await app.close()
    }
  }
}

const platforms = { Express: () => new ExpressAdapter(), Fastify: () => new FastifyAdapter() }

const create = (module: Type, platform: keyof typeof platforms, rawBody: boolean): Promise<INestApplication> =>
  NestFactory.create(module, platforms[platform](), { logger: false, rawBody })

export const servers: NestServers = {
  middleware: async (platform, receiver, port) => {
    const app = await create(Empty, platform, false)
    app.use(path, nestHandler(receiver))
    return run(app, port)
  },
  controller: async (platform, receiver, rawBody) =>
    run(await create(controllerModule(receiver), platform, rawBody), 0),
  consumer: async (platform, receiver, rawBody) => {
    class App implements NestModule {
      configure(consumer: MiddlewareConsumer) {
        consumer.apply(nestHandler(receiver)).forRoutes({ path, method: RequestMethod.ALL })
      }
    }
    Module({})(App)
    return run(await create(App, platform, rawBody), 0)
  }
}
