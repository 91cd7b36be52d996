/** Finished attempts in the delivery log, as the engine would write them. */
import type { AccountId, EndpointId } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { newId } from "../../src/runtime/Ids.ts"
import { now } from "../../src/runtime/Time.ts"
import { logAgain } from "../../src/webhooks/delivery/AttemptLog.ts"

/** A test event that was answered with 200. */
export const logAttempt = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId) {
  const attemptId = yield* newId("dlv")
  const attempt = {
    accountId,
    endpointId,
    attemptId,
    eventId: null,
    ruleId: null,
    postCode: null,
    attempt: 1,
    startedAt: yield* now,
    url: "https://hooks.example.com/heddle"
  }
  yield* logAgain(yield* SqlClient.SqlClient, [
    [
      attempt,
      {
        delivered: true,
        connected: true,
        sentAt: null,
        sentTwice: false,
        statusCode: 200,
        durationMillis: 12,
        error: null,
        faultOwner: null,
        retryAfterMillis: null,
        requestHeaders: {},
        responseHeaders: {},
        response: "ok"
      }
    ]
  ])
  return attemptId
})
