/** A customer's app: the receiver package on a real port. Counts requests and handler runs by event. */
import { createReceiver, type WebhookEvent } from "@heddle/receiver"
import { nodeHandler } from "@heddle/receiver/node"
import { createServer } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

export interface TestReceiver {
  readonly url: string
  /** Requests by idempotency key. */
  readonly requests: ReadonlyMap<string, number>
  /** Handler runs by rule and post. */
  readonly runs: ReadonlyMap<string, number>
  readonly events: ReadonlyArray<WebhookEvent>
  close(): Promise<void>
}

export interface ReceiverOptions {
  readonly port: number
  /** Read at each request, because it is known only after the endpoint is created. */
  readonly secret: () => string
  /** How long the handler takes; a delay lets a kill hit it. */
  readonly handlerMillis: () => number
}

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

export const startReceiver = async ({ port, secret, handlerMillis }: ReceiverOptions): Promise<TestReceiver> => {
  const requests = new Map<string, number>()
  const runs = new Map<string, number>()
  const events: Array<WebhookEvent> = []
  const make = () =>
    nodeHandler(
      createReceiver({
        secrets: secret(),
        handler: async (event) => {
          await sleep(handlerMillis())
          count(runs, `${event.rule.id} ${event.post.code}`)
          events.push(event)
        }
      })
    )
  let handler: ReturnType<typeof make> | undefined
  const server = createServer((request, response) => {
    handler ??= make()
    const key = request.headers["x-service-idempotency-key"]
    if (typeof key === "string") count(requests, key)
    void handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    requests,
    runs,
    events,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    }
  }
}
