/** Which secrets sign an attempt, and what becomes of one that nothing can sign. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { newId } from "../../../src/runtime/Ids.ts"
import { Secrets } from "../../../src/runtime/Secrets.ts"
import { makeDeliver } from "../../../src/webhooks/delivery/DeliveryTask.ts"
import { customerServer } from "../../support/CustomerServer.ts"
import { senderWith } from "../../support/Sending.ts"

const key = Buffer.alloc(32, 1)
const otherKey = Buffer.alloc(32, 2)

const sealed = (secret: string, expiresAt: Date | null, sealedWith: Uint8Array = key) =>
  Secrets.use((secrets) =>
    Effect.succeed({ sealed: Buffer.from(secrets.seal(secret)).toString("base64"), expiresAt })
  ).pipe(Effect.provide(Secrets.layerFromKeys(sealedWith)))

const delivery = Effect.fnUntraced(function* (
  url: string,
  secrets: ReadonlyArray<{ readonly sealed: string; readonly expiresAt: Date | null }>
) {
  const eventId = yield* newId("evt")
  return {
    accountId: yield* newId("acct"),
    endpointId: yield* newId("ep"),
    eventId,
    ruleId: yield* newId("rule"),
    postCode: "post",
    attemptId: yield* newId("dlv"),
    attempt: 1,
    startedAt: new Date(0),
    createdAt: new Date(0),
    failures: 0,
    connected: false,
    chargeId: eventId,
    url,
    standardWebhooks: true,
    secrets,
    body: "{}",
    slow: false
  }
})

describe("one delivery", () => {
  it.effect("is signed by the secrets that have not expired when it starts", () =>
    Effect.gen(function* () {
      const target = yield* customerServer((response) => response.writeHead(204).end())
      const deliver = yield* makeDeliver
      const secrets = [yield* sealed("whsec_bmV3", null), yield* sealed("whsec_b2xk", new Date(1_000))]
      const event = yield* delivery(target.url, secrets)
      yield* TestClock.setTime(999)
      yield* deliver(event)
      yield* TestClock.setTime(1_000)
      yield* deliver(event)
      const counts = target.requests.map(({ headers }) => [
        String(headers["x-service-signature"]).split("v1=").length - 1,
        String(headers["webhook-signature"]).split(" ").length
      ])
      assert.deepStrictEqual(counts, [
        [2, 2],
        [1, 1]
      ])
      assert.strictEqual(target.requests[0]?.headers["webhook-id"], event.eventId)
    }).pipe(Effect.provide([senderWith(true), Secrets.layerFromKeys(key)]))
  )

  it.effect("that no secret can sign is our fault, and nothing is sent", () =>
    Effect.gen(function* () {
      const target = yield* customerServer((response) => response.writeHead(204).end())
      const deliver = yield* makeDeliver
      for (const secrets of [[yield* sealed("whsec_bmV3", null, otherKey)], []]) {
        const result = yield* deliver(yield* delivery(target.url, secrets))
        assert.deepInclude(result, { delivered: false, faultOwner: "us", connected: false, sentAt: null })
      }
      assert.isEmpty(target.requests)
    }).pipe(Effect.provide([senderWith(true), Secrets.layerFromKeys(key)]))
  )
})
