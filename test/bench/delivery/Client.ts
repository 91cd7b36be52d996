/** The HTTP client of the floor and the peers: the same library, settings, headers and signature as the product's. */
import { createHmac } from "node:crypto"
import { Agent, request } from "undici"

export interface Job {
  readonly key: string
  readonly endpoint: string
  readonly url: string
  readonly secret: string
  readonly body: string
}

const keepAliveMillis = 4_000
const deadlineMillis = 10_000

const agent = new Agent({
  allowH2: false,
  keepAliveTimeout: keepAliveMillis,
  keepAliveMaxTimeout: keepAliveMillis,
  connect: { timeout: 5_000 },
  pipelining: 1
})

const signed = (secret: string, seconds: number, body: Buffer): string =>
  `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds},`).update(body).digest("hex")}`

export interface Attempt {
  readonly startedAt: Date
  readonly millis: number
  readonly status: number
  readonly response: string
  readonly requestHeaders: string
  readonly responseHeaders: string
}

export const send = async ({ key, url, secret, body: text }: Job): Promise<Attempt> => {
  const startedAt = new Date()
  const body = Buffer.from(text)
  const headers = {
    "content-type": "application/json",
    "user-agent": "Bench-Webhooks/1",
    "x-service-signature": signed(secret, Math.floor(startedAt.getTime() / 1000), body),
    "x-service-delivery-attempt": "1",
    "x-service-idempotency-key": key
  }
  const signal = AbortSignal.timeout(deadlineMillis)
  const response = await request(url, { dispatcher: agent, method: "POST", headers, body, signal })
  const answer = await response.body.text()
  return {
    startedAt,
    millis: Date.now() - startedAt.getTime(),
    status: response.statusCode,
    response: answer,
    requestHeaders: JSON.stringify(headers),
    responseHeaders: JSON.stringify(response.headers)
  }
}
