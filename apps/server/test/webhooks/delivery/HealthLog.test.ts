/** The log has one line when an endpoint begins to fail and one when it works again, however often it changes. */
import { assert, it } from "@effect/vitest"
import { AccountId, EndpointId } from "@heddle/api"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { makeHealthLog } from "../../../src/webhooks/delivery/HealthLog.ts"
import type { EndpointQueue } from "../../../src/webhooks/delivery/Queues.ts"

const healthy: EndpointQueue = {
  accountId: AccountId.make("acct_1"),
  endpointId: EndpointId.make("ep_1"),
  inFlight: 0,
  recentSends: [],
  concurrency: 4,
  slow: false,
  failures: 0,
  failingSince: null,
  lastError: null,
  openedAt: null,
  openUntil: null,
  heldUntil: null
}
const failing: EndpointQueue = {
  ...healthy,
  failures: 1,
  failingSince: new Date("2026-11-22T04:00:00Z"),
  lastError: "The endpoint answered 503"
}

const begins = { before: healthy, after: failing }
const goesOn = { before: failing, after: { ...failing, failures: 2 } }
const recovers = { before: failing, after: healthy }

const logged = Effect.fnUntraced(function* (scene: (tell: ReturnType<typeof makeHealthLog>) => Effect.Effect<unknown>) {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
  yield* scene(makeHealthLog()).pipe(Effect.provide(Logger.layer([logger])))
  return lines
})

const began = "Warn Webhook endpoint ep_1 has started to fail: The endpoint answered 503"
const works = "Info Webhook endpoint ep_1 works again; it had been failing since 2026-11-22T04:00:00.000Z"

it.effect("once each", () =>
  Effect.gen(function* () {
    const lines = yield* logged((tell) =>
      Effect.andThen(tell([begins]), Effect.andThen(tell([goesOn, goesOn]), tell([recovers])))
    )
    assert.deepStrictEqual(lines, [began, works])
  })
)

it.effect("an endpoint that changes all the time gets one pair in ten minutes", () =>
  Effect.gen(function* () {
    const lines = yield* logged((tell) =>
      Effect.gen(function* () {
        for (let minute = 0; minute < 20; minute++) {
          yield* tell([begins])
          yield* tell([recovers])
          yield* TestClock.adjust("1 minute")
        }
      })
    )
    assert.deepStrictEqual(lines, [began, works, began, works])
  })
)

it.effect("another endpoint has lines of its own", () =>
  Effect.gen(function* () {
    const endpointId = EndpointId.make("ep_2")
    const other = { before: { ...healthy, endpointId }, after: { ...failing, endpointId } }
    const lines = yield* logged((tell) => tell([begins, other]))
    assert.lengthOf(lines, 2)
  })
)
