/** Stripe's library calls the stand-in without a socket, through the interface it has for other HTTP clients. */
import { Stripe } from "stripe"
import type { StripeStandIn } from "./StripeStandIn.ts"

class Response extends Stripe.HttpClientResponse {
  private readonly body: object
  constructor(status: number, body: object) {
    super(status, { "request-id": "req_stand_in" })
    this.body = body
  }
  override getRawResponse() {
    return {}
  }
  override toJSON() {
    return Promise.resolve(structuredClone(this.body))
  }
}

class InProcessClient extends Stripe.HttpClient {
  private readonly standIn: StripeStandIn
  constructor(standIn: StripeStandIn) {
    super()
    this.standIn = standIn
  }
  override getClientName() {
    return "in process"
  }
  override makeRequest(
    ...[, , path, method, headers, body]: Parameters<Stripe.HttpClient["makeRequest"]>
  ): ReturnType<Stripe.HttpClient["makeRequest"]> {
    const key = headers["Idempotency-Key"]
    const idempotencyKey = key === undefined ? undefined : String(key)
    // The library waits for ever when a client throws instead.
    return new Promise((resolve, reject) => {
      const answer = this.standIn.answer({ method, path, body, idempotencyKey })
      if (answer === undefined) reject(new Error("The connection broke."))
      else resolve(new Response(answer.status, answer.body))
    })
  }
}

/** Without repeats by the library, which would wait. */
export const inProcess = (standIn: StripeStandIn) => ({
  httpClient: new InProcessClient(standIn),
  maxNetworkRetries: 0
})
