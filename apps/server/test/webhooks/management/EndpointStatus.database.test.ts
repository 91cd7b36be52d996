/** The options, health and queue of an endpoint as its customer sees them over HTTP. */
import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { DeliveryRetention } from "../../../src/webhooks/delivery/DeliveryRetention.ts"
import { Activity } from "../../../src/webhooks/log/Activity.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { logAttempt } from "../../support/LoggedAttempts.ts"
import { customer, ServedApi } from "../../support/ServedApi.ts"
import { claim, keywordRule, manage, newEndpoint, runRound, storeMatching } from "../../support/WebhookCalls.ts"
import { start } from "../../support/StoredAtNoon.ts"
import { forgetPostsAndWebhooks, recordAnswer, sendAll } from "../../support/Webhooks.ts"

const isoAfter = (seconds: number) => new Date((start + seconds) * 1_000).toISOString()

/** A new customer with an endpoint that has a rule. */
const makeScene = Effect.gen(function* () {
  yield* TestClock.setTime(start * 1_000)
  yield* forgetPostsAndWebhooks
  const { id, key } = yield* customer({ plan: "standard", credits: 100_000 })
  const endpoint = yield* newEndpoint(key)
  yield* manage("POST", `/webhook/endpoints/${endpoint.id}/rules`, key, keywordRule)
  const status = Effect.gen(function* () {
    const [{ health, queue }] = yield* manage("GET", "/webhook/endpoints", key)
    return { ...health, ...queue }
  })
  return { id, key, endpoint, status }
})

/** So many events that are due now. */
const makeEvents = Effect.fnUntraced(function* (count: number, prefix: string) {
  const post_timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
  yield* storeMatching(...Array.from({ length: count }, (_, index) => ({ code: `${prefix}${index}`, post_timestamp })))
  yield* runRound
})

const quiet = { state: "healthy", failingSince: null, lastError: null, waiting: 0, nextAttemptAt: null }

onAnyDatabaseWith("The status of an endpoint", { services: ServedApi.layer }, (it) => {
  it.effect("says since when and why attempts fail, that the breaker delays them, and that they succeed again", () =>
    Effect.gen(function* () {
      const { endpoint, status } = yield* makeScene
      assert.deepStrictEqual({ ...endpoint.health, ...endpoint.queue }, quiet)
      assert.deepStrictEqual(yield* status, quiet)

      yield* makeEvents(1, "first")
      assert.deepStrictEqual(yield* status, { ...quiet, waiting: 1, nextAttemptAt: isoAfter(0) })
      const [delivery] = yield* claim
      assert(delivery !== undefined)
      assert.deepStrictEqual(yield* status, quiet, "what is being sent does not wait")
      yield* recordAnswer(delivery, 500)
      const failing = { state: "failing", failingSince: isoAfter(0), lastError: "The endpoint answered 500" }
      assert.deepStrictEqual(yield* status, { ...failing, waiting: 1, nextAttemptAt: isoAfter(30) })

      yield* TestClock.adjust("5 seconds")
      yield* makeEvents(11, "more")
      assert.lengthOf(yield* sendAll(null), 9)
      assert.deepStrictEqual(yield* status, {
        state: "delayed",
        failingSince: isoAfter(0),
        lastError: "Connection refused",
        waiting: 12,
        nextAttemptAt: isoAfter(35)
      })
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(yield* sendAll(200), 12)
      assert.deepStrictEqual(yield* status, quiet)
    })
  )

  it.effect("counts the requests of the last 7 days, without test events, and knows whether there ever was one", () =>
    Effect.gen(function* () {
      const { id, endpoint, key } = yield* makeScene
      const figures = Effect.map(
        Activity.use((activity) => activity.figures(id)),
        ([one, ...more]) => {
          assert.isEmpty(more)
          assert.strictEqual(one?.endpointId, endpoint.id)
          const { endpointId: _, days = [], ...rest } = one ?? {}
          return { ...rest, days: days.map(({ delivered, failed }) => `${delivered}/${failed}`).join(" ") }
        }
      )
      const none = "0/0 0/0 0/0 0/0 0/0 0/0"
      yield* logAttempt(id, endpoint.id)
      yield* makeEvents(3, "counted")
      assert.deepStrictEqual(yield* figures, { sent: false, lastFailure: null, days: `${none} 0/0` })

      const [first] = yield* sendAll(500)
      assert(first !== undefined)
      yield* TestClock.adjust("1 second")
      assert.lengthOf(yield* sendAll(200), 0)
      const at = new Date(start * 1_000)
      const failed = yield* figures
      assert.deepInclude(failed, { sent: true, days: `${none} 0/3` })
      assert.deepStrictEqual(failed.lastFailure?.at, at)
      const [log] = yield* manage("GET", "/webhook/deliveries?outcome=failed&limit=1", key)
      assert.strictEqual(failed.lastFailure?.deliveryId, log.id)

      yield* TestClock.adjust("1 day")
      assert.lengthOf(yield* sendAll(200), 3)
      assert.strictEqual((yield* figures).days, "0/0 0/0 0/0 0/0 0/0 0/3 3/0")
      yield* TestClock.adjust("6 days")
      assert.deepStrictEqual(yield* figures, { sent: true, lastFailure: null, days: `3/0 ${none}` })
      yield* TestClock.adjust("90 days")
      yield* DeliveryRetention.use(({ run }) => run)
      assert.deepStrictEqual(yield* figures, { sent: true, lastFailure: null, days: `${none} 0/0` })
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT 1 FROM webhook_endpoint_days`, 1)
      yield* (yield* Endpoints).remove(id, endpoint.id)
      assert.isEmpty(yield* sql`SELECT 1 FROM webhook_endpoint_days`)
    })
  )

  it.effect("shows the pause that the endpoint asked for; until then nothing is sent to it, by whatever process", () =>
    Effect.gen(function* () {
      const { key, endpoint, status } = yield* makeScene
      yield* makeEvents(40, "paused")
      // Each quick answer allows one more at once.
      for (const atOnce of [1, 2, 4]) {
        const deliveries = yield* claim
        assert.lengthOf(deliveries, atOnce)
        for (const delivery of deliveries) yield* recordAnswer(delivery, 200)
      }
      const [refused, ...others] = yield* claim
      assert(refused !== undefined)
      assert.lengthOf(others, 7)
      yield* recordAnswer(refused, 503, 120_000)
      for (const delivery of others) yield* recordAnswer(delivery, 200)
      yield* makeEvents(1, "later")
      assert.deepInclude(yield* status, { waiting: 27, nextAttemptAt: isoAfter(120) })

      const claimTogether = Effect.all([claim, claim, claim], { concurrency: "unbounded" })
      yield* TestClock.setTime((start + 120) * 1_000 - 1)
      assert.lengthOf((yield* claimTogether).flat(), 0)
      yield* TestClock.adjust(1)
      const [first, ...more] = (yield* claimTogether).flat()
      assert(first !== undefined)
      assert.lengthOf(more, 0, "one shows whether the pause was long enough")
      yield* recordAnswer(first, 200)
      assert.lengthOf(yield* sendAll(200), 26)
      const failed = yield* manage("GET", `/webhook/deliveries?endpointId=${endpoint.id}&outcome=failed`, key)
      assert.lengthOf(failed, 1, "no other event used up a retry")
      assert.deepStrictEqual(yield* status, quiet)
    })
  )

  it.effect("shows when the rate limit lets the next attempt through", () =>
    Effect.gen(function* () {
      const { status } = yield* makeScene
      yield* makeEvents(1_002, "burst")
      assert.strictEqual((yield* status)["waiting"], 1_002)
      assert.lengthOf(yield* sendAll(200), 1_000)
      const { waiting, nextAttemptAt } = yield* status
      assert.strictEqual(waiting, 2)
      assert.isAbove(Date.parse(nextAttemptAt), (start + 60) * 1_000)
      yield* TestClock.setTime(Date.parse(nextAttemptAt) - 1)
      assert.lengthOf(yield* claim, 0)
      yield* TestClock.adjust(1)
      assert.isAbove((yield* claim).length, 0)
    })
  )

  it.effect("counts at most 10,001 waiting events", () =>
    Effect.gen(function* () {
      const { id, endpoint, status } = yield* makeScene
      const sql = yield* SqlClient.SqlClient
      const add = (from: number, until: number) => sql`
          INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, post_code, sequence, state, due_at,
            created_at)
          SELECT ${id}, 'evt_' || n, ${endpoint.id}, 'rule_none', 'trending', 'post_' || n, n, 'scheduled', now(), now()
          FROM generate_series(${from}::integer, ${until}::integer) n`
      yield* add(1, 10_000)
      assert.strictEqual((yield* status)["waiting"], 10_000)
      yield* add(10_001, 10_200)
      assert.strictEqual((yield* status)["waiting"], 10_001)
      yield* sql`DELETE FROM webhook_events WHERE account_id = ${id}`
    })
  )

  it.effect("options are accepted in both spellings, shown, and read by whoever sends", () =>
    Effect.gen(function* () {
      const { id, key, endpoint } = yield* makeScene
      assert.deepInclude(endpoint, { standardWebhooks: false, dailyCreditCap: null })
      const url = (name: string) => `https://127.0.0.1:9/${name}`
      const made = yield* manage("POST", "/webhook/endpoints", key, {
        url: url("camel"),
        standardWebhooks: true,
        dailyCreditCap: 20
      })
      assert.deepInclude(made, { standardWebhooks: true, dailyCreditCap: 20 })
      const snake = yield* manage("POST", "/webhook/endpoints", key, {
        url: url("snake"),
        standard_webhooks: true,
        daily_credit_cap: 2_000
      })
      assert.deepInclude(snake, { standardWebhooks: true, dailyCreditCap: 2_000 })
      const none = yield* manage("POST", "/webhook/endpoints", key, { url: url("none"), dailyCreditCap: null })
      assert.isNull(none.dailyCreditCap)
      const listed = yield* manage("GET", "/webhook/endpoints", key)
      assert.deepStrictEqual(listed.slice(1), [made, snake, none])

      yield* manage("POST", `/webhook/endpoints/${made.id}/rules`, key, keywordRule)
      yield* makeEvents(1, "option")
      const deliveries = yield* claim
      assert.sameDeepMembers(
        deliveries.map(({ endpointId, standardWebhooks }) => [endpointId, standardWebhooks]),
        [
          [endpoint.id, false],
          [made.id, true]
        ]
      )
      assert.isTrue((yield* (yield* Endpoints).address(id, made.id)).standardWebhooks)
    })
  )
})
