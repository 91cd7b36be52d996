/** Sends an endpoint's test event: a single immediate attempt, free, without idempotency key (service.md, "Delivery"). */
import type { AccountId, EndpointId, NotFound } from "@heddle/api"
import { Context, Effect, Layer, Schema } from "effect"
import { makeRate } from "../../runtime/RateLimiter.ts"
import { Settings } from "../../runtime/Settings.ts"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import { Endpoints } from "./Endpoints.ts"
import { testEvent } from "../delivery/EventBody.ts"
import { cutToBytes } from "../../runtime/CutText.ts"
import { loggedResponseHeaders } from "../delivery/LoggedHeaders.ts"
import { Outbox } from "../delivery/Outbox.ts"
import { Sender } from "../delivery/Sender.ts"

/** What the log keeps; the sender of a test sees its result at once. */
const keptResponseBytes = 1_024
const keptHeaderBytes = 512
const keptUrlBytes = 512

/** Each test event is a request of ours to an address of theirs. */
export class TooManyTestEvents extends Schema.TaggedError<TooManyTestEvents>()("TooManyTestEvents", {
  limit: Schema.Int,
  retryAfterSeconds: Schema.Int
}) {}

const noEvent = { eventId: null, ruleId: null, postCode: null }

export interface TestResult {
  readonly delivered: boolean
  readonly statusCode: number | null
  readonly durationMs: number
  readonly error: string | null
  /** The start of the answer's body; null without an answer. */
  readonly response: string | null
}

export class TestDelivery extends Context.Service<
  TestDelivery,
  { send(accountId: AccountId, endpointId: EndpointId): Effect.Effect<TestResult, NotFound | TooManyTestEvents> }
>()("@heddle/server/webhooks/delivery/TestDelivery") {
  static readonly layer = Layer.effect(
    TestDelivery,
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const outbox = yield* Outbox
      const sender = yield* Sender
      const rate = makeRate((yield* Settings).testEventLimit)

      const send = Effect.fn("TestDelivery.send")(function* (accountId: AccountId, endpointId: EndpointId) {
        const { url, secrets, standardWebhooks } = yield* endpoints.address(accountId, endpointId)
        const quota = yield* rate.take(accountId)
        if (quota?.admitted === false) {
          return yield* new TooManyTestEvents({ limit: quota.limit, retryAfterSeconds: quota.resetSeconds })
        }
        const startedAt = yield* now
        const attemptId = yield* newId("dlv")
        const result = yield* sender.send({
          url,
          secrets,
          standardWebhooks,
          id: attemptId,
          body: JSON.stringify(testEvent(startedAt)),
          attempt: 1,
          idempotencyKey: null
        })
        const response = result.response === null ? null : cutToBytes(result.response, keptResponseBytes)
        const responseHeaders =
          result.responseHeaders === null
            ? null
            : loggedResponseHeaders(Object.entries(result.responseHeaders), keptHeaderBytes)
        const attempt = {
          accountId,
          endpointId,
          attemptId,
          startedAt,
          url: cutToBytes(url, keptUrlBytes),
          attempt: 1,
          ...noEvent
        }
        yield* outbox.recordTest(attempt, { ...result, response, responseHeaders })
        return {
          delivered: result.delivered,
          statusCode: result.statusCode,
          durationMs: result.durationMillis,
          error: result.error,
          response
        }
      })

      return TestDelivery.of({ send })
    })
  )
}
