import { Effect, Option } from "effect"
import { Settings } from "../runtime/Settings.ts"

const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"])

/** Refuses an operator port that anybody could reach. */
export const checkOperatorPort = Effect.gen(function* () {
  const { operatorHost, operatorToken } = yield* Settings
  if (Option.isSome(operatorToken) || loopbackHosts.has(operatorHost)) return
  return yield* Effect.die(
    new Error(
      `HEDDLE_OPERATOR_HOST=${operatorHost} makes the operator port reachable from other machines. Set HEDDLE_OPERATOR_TOKEN as well.`
    )
  )
})
