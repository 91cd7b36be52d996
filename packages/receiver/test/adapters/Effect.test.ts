import { createReceiver } from "@heddle/receiver"
import { layer, respond, verifyRequest, type WebhookOptions } from "@heddle/receiver/effect"
import { sampleTrendingEvent, tamperBody } from "@heddle/receiver/testing"
import { Context, Effect, Fiber, Layer, Logger, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { describe, expect, it } from "vitest"
import { Clock, otherSecret, secret, sign } from "../support/Fixtures.ts"

class Inbox extends Context.Service<Inbox, { readonly add: (key: string) => Effect.Effect<void, "full"> }>()(
  "test/Inbox"
) {}

function begin(options: Partial<WebhookOptions<"full", Inbox>> = {}) {
  const keys: Array<string> = []
  const logged: Array<string> = []
  const inbox = Layer.succeed(Inbox, {
    add: (key) => (key.includes("trending") ? Effect.fail("full" as const) : Effect.sync(() => void keys.push(key)))
  })
  const logger = Logger.make(({ message }) => void logged.push([message].flat().join(" ")))
  const webhook = layer({
    path: "/webhook",
    secrets: Redacted.make(secret),
    now: new Clock().now,
    handler: (_event, { eventKey }) => Effect.flatMap(Inbox, ({ add }) => add(eventKey)),
    ...options
  })
  const app = webhook.pipe(Layer.provide(inbox), Layer.provideMerge(Logger.layer([logger])))
  return { ...HttpRouter.toWebHandler(app, { disableLogger: true }), keys, logged }
}

describe("layer", () => {
  it("runs the handler with its services, once", async () => {
    const { handler, keys } = begin()
    const signed = await sign()
    expect(await (await handler(signed.request())).json()).toEqual({ code: "handled" })
    expect(await (await handler(signed.request())).json()).toEqual({ code: "duplicate" })
    expect(keys).toEqual(["v1:keyword:C9xSample01:rule_sample"])
  })

  it("a failing handler frees the event, and the log says why", async () => {
    const { handler, logged } = begin()
    const response = await handler((await sign({ body: sampleTrendingEvent() })).request())
    expect([response.status, (await response.json()).code]).toEqual([500, "handler_failed"])
    expect(logged.join()).toMatch(/Webhook refused: The handler failed.*full/)
  })

  it("what a stranger can cause is not logged", async () => {
    const { handler, logged } = begin()
    expect((await handler(tamperBody(await sign()).request())).status).toBe(401)
    expect(logged).toEqual([])
  })

  it("hooks are effects with the same services", async () => {
    const codes: Array<string> = []
    const { handler, logged } = begin({
      secrets: [Redacted.make(otherSecret), Redacted.make(secret)],
      onError: ({ code }) => Effect.flatMap(Inbox, ({ add }) => Effect.ignore(add(code))),
      onDuplicate: (_event, { eventKey }) => Effect.sync(() => void codes.push(eventKey))
    })
    const signed = await sign()
    for (const one of [signed, signed, tamperBody(signed)]) await handler(one.request())
    expect(codes).toHaveLength(1)
    expect(logged).toEqual([])
  })

  it.each(["", "whsec_"])("does not start with the secret %j", async (secrets) => {
    const { handler } = begin({ secrets })
    await expect(handler((await sign()).request())).rejects.toMatchObject({ _tag: "WebhookMisconfigured" })
  })
})

it("a client that goes away half-way is no failure of this side", async () => {
  const codes: Array<string> = []
  const receiver = createReceiver({
    secrets: secret,
    now: new Clock().now,
    handler: () => {},
    onError: ({ code }) => codes.push(code)
  })
  const { headers } = await sign()
  let reading = false
  const body = new ReadableStream({ pull: () => void (reading = true) })
  const init = { method: "POST", headers, body, duplex: "half" } as const
  const request = HttpServerRequest.fromWeb(new Request("http://127.0.0.1/webhook", init))
  const answering = Effect.runFork(
    Effect.provideService(respond(receiver), HttpServerRequest.HttpServerRequest, request)
  )
  await expect.poll(() => reading).toBe(true)
  await Effect.runPromise(Fiber.interrupt(answering))
  await expect.poll(() => codes).toEqual(["body_aborted"])
})

describe("verifyRequest", () => {
  const route = HttpRouter.add(
    "POST",
    "/webhook",
    verifyRequest({ secrets: Redacted.make(secret), now: new Clock().now }).pipe(
      Effect.map(({ body }) => HttpServerResponse.text(String(body.byteLength))),
      Effect.catchTag("WebhookRefused", ({ code, status }) =>
        Effect.succeed(HttpServerResponse.text(code, { status }))
      ),
      Effect.catchTag("WebhookMisconfigured", (error) => Effect.die(error))
    )
  )

  it("gives the bytes, or a typed error", async () => {
    const { handler } = HttpRouter.toWebHandler(route, { disableLogger: true })
    const signed = await sign()
    expect(await (await handler(signed.request())).text()).toBe(String(signed.body.byteLength))
    const refused = await handler(tamperBody(signed).request())
    expect([refused.status, await refused.text()]).toEqual([401, "no_match"])
    const large = signed.with({ body: new Uint8Array(2_000_000) }).request()
    expect(await (await handler(large)).text()).toBe("body_too_large")
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("a limit of %s is no limit", async (maxBodyBytes) => {
    const program = verifyRequest({ secrets: secret, maxBodyBytes }).pipe(
      Effect.flip,
      Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb((await sign()).request()))
    )
    expect(await Effect.runPromise(program)).toMatchObject({ _tag: "WebhookMisconfigured", code: "invalid_option" })
  })

  it("needs nothing but the request", async () => {
    const used = (await sign()).request()
    await used.text()
    const program = verifyRequest({ secrets: secret }).pipe(
      Effect.flip,
      Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(used))
    )
    expect(await Effect.runPromise(program)).toMatchObject({ _tag: "WebhookRefused", code: "body_consumed" })
  })
})
