/** However many signed events arrive while the provider hangs: what is kept is bounded, and nothing that was taken waits. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { HttpRouter } from "effect/http"
import { TestClock } from "effect/testing"
import { PaymentProvider } from "../../../src/billing/providers/PaymentProvider.ts"
import { Purchases } from "../../../src/billing/purchases/Purchases.ts"
import { stripeWebhookPath } from "../../../src/transport/http/PublicPaths.ts"
import { PaymentWebhook } from "../../../src/transport/payments/PaymentWebhook.ts"
import { send, serve } from "../../support/ServedApi.ts"

/** The body of an event is what it is about. */
const parsing = Layer.mock(PaymentProvider, {
  name: "stand-in",
  renewsByItself: true,
  events: Stream.never,
  parseEvent: ({ body }) => Effect.succeed({ ref: body })
})

const hanging = Effect.gen(function* () {
  let begun = 0
  const receive = () =>
    Effect.suspend(() => {
      begun += 1
      return Effect.never
    })
  const url = yield* serve(
    HttpRouter.toHttpEffect(PaymentWebhook.pipe(Layer.provide([parsing, Layer.mock(Purchases, { receive })])))
  )
  const post = (body: string) => send(url + stripeWebhookPath, { method: "POST", body })
  return { post, begun: () => begun }
})

const counted = (statuses: ReadonlyArray<number>) => ({
  taken: statuses.filter((status) => status === 200).length,
  refused: statuses.filter((status) => status === 503).length
})

it.effect.each([
  ["different objects", (index: number) => `cs_${index}`, 8, 200],
  ["one object", () => "cs_1", 2, 20]
] as const)("300 events at once about %s", ([, about, running, waiting]) =>
  Effect.gen(function* () {
    const { post, begun } = yield* hanging
    const answers: Array<number> = []
    const all = yield* Effect.forkScoped(
      Effect.forEach(
        Array.from({ length: 300 }, (_, index) => about(index)),
        (body) => Effect.map(post(body), ({ status }) => void answers.push(status)),
        { concurrency: "unbounded", discard: true }
      )
    )
    const refusedAtOnce = 300 - running - waiting
    yield* Effect.suspend(() => (answers.length < refusedAtOnce ? Effect.fail("not yet") : Effect.void)).pipe(
      Effect.tapError(() => Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))),
      Effect.eventually
    )
    assert.deepStrictEqual(counted(answers), { taken: 0, refused: refusedAtOnce })
    yield* TestClock.adjust("4 seconds")
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(all)
    // Those that began are answered before they end; no other one began.
    assert.deepStrictEqual(counted(answers), { taken: running, refused: 300 - running })
    assert.strictEqual(begun(), running)
  }).pipe(Effect.scoped)
)
