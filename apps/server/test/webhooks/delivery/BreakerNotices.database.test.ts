/** One mail when the circuit breaker of an endpoint opens and one when it closes, at most one pair an hour. */
import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import type { Delivery } from "../../../src/webhooks/delivery/Delivery.ts"
import { Outbox } from "../../../src/webhooks/delivery/Outbox.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { TestServices } from "../../support/TestServices.ts"
import {
  accountWithEndpoint,
  claimAll,
  forgetPostsAndWebhooks,
  recordAnswer,
  writePosts
} from "../../support/Webhooks.ts"

const failing = "Your webhook endpoint is failing; deliveries to it are delayed"
const works = "Your webhook endpoint works again"

/** An account with more events than the breaker needs, and how its endpoint answers the next attempts. */
const makeScene = Effect.gen(function* () {
  yield* forgetPostsAndWebhooks
  yield* TestClock.adjust("10 hours")
  const { id, endpoint } = yield* accountWithEndpoint(5_000)
  const rule = yield* (yield* Endpoints).createRule(id, endpoint.id, { keyword: "cat", likeCount: 10 })
  const codes = yield* Effect.replicateEffect(newId("evt"), 60)
  const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
  yield* writePosts(codes.map((code) => ({ code, post_timestamp: seconds })))
  yield* (yield* Outbox).add(codes.map((postCode) => ({ accountId: id, ruleId: rule.id, postCode })))
  const claimed: Array<Delivery> = []
  const answers = Effect.fnUntraced(function* (status: number, times: number) {
    for (let left = times; left > 0;) {
      if (claimed.length === 0) claimed.push(...(yield* claimAll))
      const delivery = claimed.shift()
      if (delivery === undefined) yield* TestClock.adjust("10 seconds")
      else {
        yield* recordAnswer(delivery, status)
        left -= 1
      }
    }
  })
  const sql = yield* SqlClient.SqlClient
  const mails = Effect.map(
    sql<{ subject: string; body: string }>`SELECT subject, body FROM mails WHERE account_id = ${id} ORDER BY id`,
    (rows) => rows.map(({ subject }) => subject)
  )
  const texts = sql<{ body: string }>`SELECT body FROM mails WHERE account_id = ${id} ORDER BY id`
  return { id, endpoint, answers, mails, texts }
})

onAnyDatabaseWith("Mails about failing endpoints", { services: TestServices }, (it) => {
  it.effect("come once when attempts are delayed and once when they succeed again", () =>
    Effect.gen(function* () {
      const { id, endpoint, answers, mails, texts } = yield* makeScene
      yield* answers(500, 9)
      assert.deepStrictEqual(yield* mails, [])
      yield* answers(500, 1)
      assert.deepStrictEqual(yield* mails, [failing])
      yield* answers(500, 3)
      assert.deepStrictEqual(yield* mails, [failing])
      yield* answers(200, 1)
      assert.deepStrictEqual(yield* mails, [failing, works])
      const [first] = yield* texts
      for (const part of [endpoint.url, endpoint.id, id, "The endpoint answered 500", "No events are lost"]) {
        assert.include(first?.body, part)
      }
    })
  )

  it.effect("are at most one pair an hour", () =>
    Effect.gen(function* () {
      const { answers, mails } = yield* makeScene
      yield* answers(500, 10)
      yield* answers(200, 1)
      yield* answers(500, 10)
      yield* answers(200, 1)
      assert.deepStrictEqual(yield* mails, [failing, works])
      yield* TestClock.adjust("1 hour")
      yield* answers(500, 10)
      assert.deepStrictEqual(yield* mails, [failing, works, failing])
    })
  )
})
