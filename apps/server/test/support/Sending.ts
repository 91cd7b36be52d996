/** A sender for one attempt, without a database. */
import { ConfigProvider, Layer } from "effect"
import { Destination } from "../../src/webhooks/delivery/Destination.ts"
import { type NameServers, Resolver } from "../../src/runtime/outbound/Resolver.ts"
import { type Message, Sender } from "../../src/webhooks/delivery/Sender.ts"

const codeError = (code: string) => Object.assign(new Error(code), { code })

/** Knows no name. */
export const noNames: NameServers = {
  resolve4: () => Promise.reject(codeError("ENOTFOUND")),
  resolve6: () => Promise.reject(codeError("ENOTFOUND")),
  check: () => Promise.resolve()
}

/** Fails every query with this code, and the check of the servers themselves only if they are out of order. */
export const failingNames = (code: string, outOfOrder: boolean): NameServers => ({
  resolve4: () => Promise.reject(codeError(code)),
  resolve6: () => Promise.reject(codeError(code)),
  check: () => (outOfOrder ? Promise.reject(codeError(code)) : Promise.resolve())
})

export const destinationWith = (allowLoopback: boolean, servers: NameServers = noNames) =>
  Destination.layer.pipe(
    Layer.provide(
      ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_WEBHOOK_ALLOW_LOOPBACK: String(allowLoopback) }))
    ),
    Layer.provide(Layer.succeed(Resolver, servers))
  )

export const senderWith = (allowLoopback: boolean, servers?: NameServers) =>
  Sender.layer.pipe(Layer.provide(destinationWith(allowLoopback, servers)))

export const testSecret = "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ="

export const testMessage = (url: string): Message => ({
  url,
  secrets: [testSecret],
  standardWebhooks: false,
  id: "evt_1",
  body: JSON.stringify({ text: "台積電 😀 \u2028" }),
  attempt: 3,
  idempotencyKey: "evt_1"
})

export const sendTo = (url: string, change: Partial<Message> = {}) =>
  Sender.use((sender) => sender.send({ ...testMessage(url), ...change }))
