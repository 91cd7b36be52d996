/** The test event of an endpoint: one attempt at once, free, without an idempotency key (service.md, "Delivery"). */
import type { AccountId, EndpointId, NotFound } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { now } from "../../runtime/Time.ts"
import { Endpoints } from "../management/Endpoints.ts"
import { testEvent } from "./EventBody.ts"
import { Outbox } from "./Outbox.ts"
import { Sender } from "./Sender.ts"

export interface TestOutcome {
  readonly delivered: boolean
  readonly statusCode: number | null
  readonly durationMs: number
  readonly error: string | null
}

export class TestDelivery extends Context.Service<
  TestDelivery,
  { send(accountId: AccountId, endpointId: EndpointId): Effect.Effect<TestOutcome, NotFound> }
>()("@heddle/server/webhooks/delivery/TestDelivery") {
  static readonly layer = Layer.effect(
    TestDelivery,
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const outbox = yield* Outbox
      const sender = yield* Sender

      const send = Effect.fn("TestDelivery.send")(function* (accountId: AccountId, endpointId: EndpointId) {
        const { url, secret } = yield* endpoints.address(accountId, endpointId)
        const startedAt = yield* now
        const result = yield* sender.send({
          url,
          secrets: [secret],
          body: JSON.stringify(testEvent(startedAt)),
          attempt: 1,
          idempotencyKey: null
        })
        yield* outbox.recordTest(accountId, endpointId, startedAt, result)
        return {
          delivered: result.delivered,
          statusCode: result.statusCode,
          durationMs: result.durationMillis,
          error: result.error
        }
      })

      return TestDelivery.of({ send })
    })
  )
}
