/**
 * Metering, with one combinator for each kind of operation: check the key → require the plan → estimate → hold → run →
 * settle → record. Answers know nothing about credits, and transports cannot bypass them. A call that fails or is
 * interrupted costs nothing.
 *
 * It adds one statement to a free read and two to a priced call.
 */
import { Context, Effect, Layer } from "effect"
import { makeCallerChecks } from "./CallerChecks.ts"
import { makeFreeCalls } from "./FreeCalls.ts"
import { makePricedCalls } from "./PricedCalls.ts"
import { makeWriteCalls } from "./WriteCalls.ts"

const make = Effect.gen(function* () {
  const { checkCaller } = yield* makeCallerChecks
  return { checkCaller, ...(yield* makeFreeCalls), ...(yield* makeWriteCalls), ...(yield* makePricedCalls) }
})

export class Metering extends Context.Service<Metering, Effect.Success<typeof make>>()(
  "@heddle/server/operations/metering/Metering"
) {
  static readonly layer = Layer.effect(Metering, make)
}
