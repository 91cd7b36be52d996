/**
 * One account with all the endpoints it may have, each with a long queue and answers that take just under a second, beside
 * another account whose few events fall due meanwhile: these start at once.
 */
import { assert } from "@effect/vitest"
import type { AccountId, RuleId } from "@heddle/api"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import type { Delivery } from "../../../src/webhooks/delivery/Delivery.ts"
import { makeInFlight } from "../../../src/webhooks/delivery/InFlight.ts"
import { Outbox } from "../../../src/webhooks/delivery/Outbox.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { TestServices } from "../../support/TestServices.ts"
import { accountWithEndpoint, answer, webhookScenario, writePosts } from "../../support/Webhooks.ts"

const slots = 400
/** A quarter of the slots is for quick attempts, and half of that for one account. */
const ofAccount = 50
const endpoints = 20
const eventsOfEndpoint = 40
const answerMillis = 990
const steps = 60
const stepMillis = 50

interface Customer {
  readonly id: AccountId
  readonly ruleIds: ReadonlyArray<RuleId>
}

const customer = Effect.fnUntraced(function* (count: number) {
  const management = yield* Endpoints
  const { id, endpoint } = yield* accountWithEndpoint(100_000)
  const others = yield* Effect.forEach(Array.from({ length: count - 1 }), (_, index) =>
    management.create(id, `https://example.com/hooks/${index}`)
  )
  const rules = yield* Effect.forEach([endpoint, ...others], (one) =>
    management.createRule(id, one.id, { keyword: "台積電", likeCount: 10 })
  )
  const made: Customer = { id, ruleIds: rules.map((rule) => rule.id) }
  return made
})

const addEvents = Effect.fnUntraced(function* ({ id, ruleIds }: Customer, count: number) {
  const codes = yield* Effect.replicateEffect(newId("evt"), count)
  yield* writePosts(codes.map((code) => ({ code })))
  yield* (yield* Outbox).add(
    ruleIds.flatMap((ruleId) => codes.map((postCode) => ({ accountId: id, ruleId, postCode })))
  )
})

onAnyDatabaseWith("The fair pick", { services: TestServices }, (it) => {
  it.effect(
    ...webhookScenario(
      "starts an account's events when they fall due, whatever another account has waiting and in flight",
      Effect.gen(function* () {
        const [outbox, sql] = [yield* Outbox, yield* SqlClient.SqlClient]
        const greedy = yield* customer(endpoints)
        const modest = yield* customer(1)
        yield* sql`UPDATE webhook_queues SET concurrency = 32`
        yield* addEvents(greedy, eventsOfEndpoint)
        const inFlight = makeInFlight(slots)
        let running: Array<{ readonly delivery: Delivery; readonly at: number; readonly end: () => boolean }> = []
        const claim = Effect.gen(function* () {
          const started: Array<Delivery> = []
          while (true) {
            const at = yield* Clock.currentTimeMillis
            const { deliveries } = yield* outbox.claim(inFlight.free())
            if (deliveries.length === 0) return started
            running.push(...deliveries.map((delivery) => ({ delivery, at, end: inFlight.start(delivery, at) })))
            started.push(...deliveries)
          }
        })
        const finish = Effect.gen(function* () {
          const time = yield* Clock.currentTimeMillis
          const over = running.filter(
            ({ delivery, at }) => delivery.accountId === modest.id || at + answerMillis <= time
          )
          running = running.filter((one) => !over.includes(one))
          for (const { end } of over) end()
          const attempt = { ...answer(200), durationMillis: answerMillis }
          if (over.length > 0) yield* outbox.record(over.map(({ delivery }) => ({ delivery, attempt, jitter: 0 })))
        })
        let served = 0
        for (let step = 0; step < steps; step += 1) {
          inFlight.age(yield* Clock.currentTimeMillis)
          yield* addEvents(modest, 1)
          const started = yield* claim
          assert.lengthOf(
            started.filter(({ accountId }) => accountId === modest.id),
            1,
            `step ${step}`
          )
          const greedyOnes = running.filter(({ delivery }) => delivery.accountId === greedy.id).length
          assert.isAtMost(greedyOnes, ofAccount)
          served += started.length - 1
          yield* TestClock.adjust(stepMillis)
          yield* finish
        }
        // It is held up no more than that: about its share in each second.
        assert.isAtLeast(served, ofAccount * 3)
      })
    )
  )
})
