/** Each framework with what its users put in front of a webhook: the answer comes at once and names the remedy there. */
import { type BodyReader, createReceiver, type ReceiverError } from "@heddle/receiver"
import { respond } from "@heddle/receiver/effect"
import { expressHandler } from "@heddle/receiver/express"
import { fastifyPlugin } from "@heddle/receiver/fastify"
import { koaHandler } from "@heddle/receiver/koa"
import { lambdaHandler } from "@heddle/receiver/lambda"
import { nodeHandler } from "@heddle/receiver/node"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import express5 from "express"
import express4 from "express4"
import Fastify from "fastify"
import { Hono } from "hono"
import Koa from "koa"
import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { describe, expect, it } from "vitest"
import { signedEvent } from "./Cases.ts"
import { customerSecrets, customerTime } from "./Customer.ts"
import { expressKept } from "./Express.ts"
import { serveFetch } from "./Fetch.ts"
import { listen, portOf, type Running } from "../../../../test/support/LocalServer.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { nestServers } from "./Nest.ts"
import { exchange, path } from "./Wire.ts"

/** Its body may take ten minutes: whoever waits for one that cannot come does not pass. */
function makeReceiver() {
  const errors: Array<ReceiverError> = []
  const receiver = createReceiver({
    secrets: customerSecrets,
    handler: () => {},
    onError: (error) => errors.push(error),
    bodyTimeoutSeconds: 600,
    now: () => customerTime * 1000
  })
  return { receiver, errors }
}
type Receiver = ReturnType<typeof makeReceiver>["receiver"]
type Start = (receiver: Receiver) => Promise<Running>

const expressWith =
  (express: typeof express5, ...parsers: ReadonlyArray<express5.RequestHandler>): Start =>
  (receiver) => {
    const app = express()
    for (const parser of parsers) app.use(parser)
    app.post(path, expressHandler(receiver))
    return listen(createServer(app), 0)
  }

const koaWithParser: Start = (receiver) => {
  const app = new Koa()
  app.use(async (context, next) => {
    Object.assign(context.request, { body: await json(context.req) })
    await next()
  })
  app.use(koaHandler(receiver))
  return listen(createServer(app.callback()), 0)
}

const fastifyWithHook: Start = async (receiver) => {
  const app = Fastify({ forceCloseConnections: true })
  app.addHook("onRequest", async (request) => void (await json(request.raw)))
  await app.register(fastifyPlugin(receiver), { prefix: path })
  await app.listen({ port: 0, host: "127.0.0.1" })
  return { port: portOf(app.server), close: () => app.close() }
}

const honoWithJson: Start = (receiver) => {
  const app = new Hono()
  app.post(path, async (context) => {
    await context.req.json()
    return receiver.fetch(context.req.raw)
  })
  return serveFetch(app.fetch, 0)
}

const effectWithMiddleware: Start = async (receiver) => {
  const server = createServer()
  const reading = HttpRouter.middleware((app) =>
    HttpServerRequest.HttpServerRequest.pipe(
      Effect.flatMap((request) => request.json),
      Effect.orDie,
      Effect.andThen(app)
    )
  ).layer
  const routes = HttpRouter.add("POST", path, respond(receiver)).pipe(Layer.provide(reading))
  const app = HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provide(NodeHttpServer.layer(() => server, { port: 0, host: "127.0.0.1" }))
  )
  const stop = new AbortController()
  const done = Effect.runPromiseExit(Layer.launch(app), { signal: stop.signal })
  await new Promise((resolve) => server.once("listening", resolve))
  return {
    port: portOf(server),
    close: async () => {
      server.closeAllConnections()
      stop.abort()
      await done
    }
  }
}

const lambdaWithParser: Start = (receiver) => {
  const handler = lambdaHandler(receiver)
  return listen(
    createServer(async (request, response) => {
      const headers = request.headersDistinct
      const event = { httpMethod: "POST", multiValueHeaders: headers, body: await json(request), requestContext: {} }
      const { statusCode, body } = await handler(event)
      response.writeHead(statusCode).end(body)
    }),
    0
  )
}

const nodeWithParser: Start = (receiver) => {
  const handle = nodeHandler(receiver)
  return listen(
    createServer(async (request, response) => {
      Object.assign(request, { body: await json(request) })
      await handle(request, response)
    }),
    0
  )
}

const toRaw: express5.RequestHandler = (request, _response, next) => {
  // What a re-serialising middleware leaves behind.
  request.body = JSON.stringify(request.body)
  next()
}

async function expectConsumed(_: string, start: Start, remedy: string) {
  const { receiver, errors } = makeReceiver()
  const server = await start(receiver)
  try {
    const answer = await exchange(server.port, await signedEvent("consumed"))
    expect(answer.status).toBe(500)
    expect(JSON.parse(answer.body)).toMatchObject({ code: "body_consumed", hint: expect.stringContaining(remedy) })
    expect(errors.map(({ code, hint }) => ({ code, named: hint.includes(remedy) }))).toEqual([
      { code: "body_consumed", named: true }
    ])
  } finally {
    await server.close()
  }
}

async function expectKept(_: string, start: Start) {
  const { receiver } = makeReceiver()
  const server = await start(receiver)
  try {
    const request = await signedEvent("kept")
    expect((await exchange(server.port, request)).body).toBe('{"code":"handled"}')
    const forged = { ...request, body: Buffer.concat([request.body, Buffer.from(" ")]) }
    expect(JSON.parse((await exchange(server.port, forged)).body).code).toBe("no_match")
  } finally {
    await server.close()
  }
}

describe("a body that was read before", () => {
  it.each<[string, Start, string]>([
    ["Express 4 behind express.json()", expressWith(express4, express4.json()), "above app.use(express.json())"],
    ["Express 5 behind express.json()", expressWith(express5, express5.json()), "above app.use(express.json())"],
    ["Express 5 behind express.text()", expressWith(express5, express5.text({ type: "*/*" })), "expressHandler"],
    ["Express 5 re-serialised", expressWith(express5, express5.json(), toRaw), "expressHandler"],
    ["Koa behind a body parser", koaWithParser, "above the body parser"],
    ["Fastify behind a hook that reads", fastifyWithHook, "fastifyPlugin"],
    ["Hono after context.req.json()", honoWithJson, "context.req.raw"],
    ["Effect behind a middleware that reads", effectWithMiddleware, "HttpRouter middleware"],
    ["Lambda behind a JSON parser", lambdaWithParser, "httpJsonBodyParser"],
    ["node:http after reading", nodeWithParser, "bodyParser: false"]
  ])("is refused, and the answer names the remedy: %s", expectConsumed)
})

describe("a parser that keeps the bytes", () => {
  const kept: ReadonlyArray<[string, Start]> = [
    ["Express 5, express.json({ verify: keepRawBody })", (receiver) => expressKept.start(receiver, 0)],
    ["Express 4, express.raw", expressWith(express4, express4.raw({ type: "*/*" }))],
    ["Express 5, express.raw", expressWith(express5, express5.raw({ type: "*/*" }))]
  ]

  it.each(kept)("lets an event be verified: %s", expectKept)
})

describeWith(nestServers, "Nest", (load) => {
  const controller =
    (platform: "Express" | "Fastify", rawBody: boolean): Start =>
    async (receiver) =>
      (await load()).controller(platform, receiver, rawBody)
  const consumer =
    (platform: "Express" | "Fastify", rawBody: boolean): Start =>
    async (receiver) =>
      (await load()).consumer(platform, receiver, rawBody)

  it.each<[string, Start, string]>([
    ["Nest on Express, controller", controller("Express", false), "rawBody: true"],
    ["Nest on Fastify, controller", controller("Fastify", false), "rawBody: true"]
  ])("names the remedy: %s", expectConsumed)

  it.each<[string, Start]>([
    ["Nest on Express, controller with rawBody", controller("Express", true)],
    ["Nest on Fastify, controller with rawBody", controller("Fastify", true)],
    ["Nest on Express, consumer.apply with rawBody", consumer("Express", true)],
    ["Nest on Fastify, consumer.apply", consumer("Fastify", false)]
  ])("verifies: %s", expectKept)
})

it("a custom reader of the core's own is told the same way", async () => {
  const { receiver } = makeReceiver()
  const body: BodyReader = async () => JSON.parse("{}")
  const { headers } = await signedEvent("core")
  expect(await receiver.handle({ headers: Object.fromEntries(headers), body })).toMatchObject({ code: "body_consumed" })
})
