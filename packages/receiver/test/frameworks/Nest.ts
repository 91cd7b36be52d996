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
  Res
} from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { ExpressAdapter } from "@nestjs/platform-express"
import { FastifyAdapter } from "@nestjs/platform-fastify"
import { nestHandler, type NestRequest, type NestResponse } from "@heddle/receiver/nest"
import type { Receiver } from "@heddle/receiver"
import { type Framework, portOf } from "./Framework.ts"
import { path } from "./Wire.ts"

class Empty {
  readonly controllers = 0
}
Module({})(Empty)

/** Decorators as the calls they are: Node runs these files as they stand, and its type stripping has no decorators. */
export function controllerModule(receiver: Pick<Receiver, "handle">) {
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

const middleware = (platform: keyof typeof platforms): Framework => ({
  name: `Nest on ${platform}, middleware`,
  start: async (receiver, port) => {
    const app = await NestFactory.create(Empty, platforms[platform](), { logger: false })
    app.use(path, nestHandler(receiver))
    return run(app, port)
  }
})

/** For bodies of any type a controller needs the raw stream or `rawBody`. */
export const nestController = (
  platform: keyof typeof platforms,
  receiver: Pick<Receiver, "handle">,
  options: { readonly rawBody: boolean }
) =>
  NestFactory.create(controllerModule(receiver), platforms[platform](), { logger: false, ...options }).then((app) =>
    run(app, 0)
  )

/** A module that puts a middleware before its routes. */
export function runNest(
  platform: keyof typeof platforms,
  options: { readonly rawBody: boolean },
  apply: (consumer: MiddlewareConsumer) => ReturnType<MiddlewareConsumer["apply"]>
) {
  class App implements NestModule {
    configure(consumer: MiddlewareConsumer) {
      apply(consumer).forRoutes({ path, method: RequestMethod.ALL })
    }
  }
  Module({})(App)
  return NestFactory.create(App, platforms[platform](), { logger: false, ...options }).then((app) => run(app, 0))
}

export const nest: ReadonlyArray<Framework> = [middleware("Express"), middleware("Fastify")]
