/** `/readyz`, and the time in which a process that stops still answers. */
import { Context, Effect, Layer, Ref } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Readiness } from "../../credits/ledger/Readiness.ts"
import { newId } from "../../runtime/Ids.ts"
import { Settings } from "../../runtime/Settings.ts"
import { problem } from "../http/ProblemResponses.ts"

/** Whether this process is about to stop. */
const Draining = Context.Reference<Ref.Ref<boolean>>("@heddle/reference/transport/operator/Draining", {
  defaultValue: () => Ref.makeUnsafe(false)
})

/**
 * Before anything else stops, `/readyz` says so for the configured time, so that a load balancer sends no more requests.
 * Built last, because the last to be built stops first.
 */
export const DrainFirst = Layer.effectDiscard(
  Effect.gen(function* () {
    const draining = yield* Draining
    const { drainTime } = yield* Settings
    yield* Effect.addFinalizer(() => Effect.andThen(Ref.set(draining, true), Effect.sleep(drainTime)))
  })
)

const faults = Effect.gen(function* () {
  if (yield* Ref.get(yield* Draining)) return ["the process is stopping"]
  return yield* (yield* Readiness).faults
})

export const readyz = HttpRouter.add(
  "GET",
  "/readyz",
  Effect.flatMap(faults, (found) =>
    found.length === 0
      ? Effect.succeed(HttpServerResponse.text("ready\n"))
      : Effect.map(newId("req"), (requestId) => problem(503, requestId, `Not ready: ${found.join("; ")}.`))
  )
)
