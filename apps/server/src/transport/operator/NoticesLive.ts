import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Operator } from "../../operator/Operator.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"

/** Answers the operator's calls for when an account is told of its balance. */
export const NoticesLive = HttpApiBuilder.group(
  OperatorApi,
  "notices",
  Effect.fn(function* (handlers) {
    const operator = yield* Operator
    // Only the way to a remote server can fail a command; here the operator is this process.
    return handlers.handleAll({
      read: ({ params }) => operator.notices(params.account_id, {}).pipe(Effect.catchTag("CommandFailed", Effect.die)),
      change: ({ params, payload }) =>
        operator.notices(params.account_id, payload).pipe(Effect.catchTag("CommandFailed", Effect.die))
    })
  })
)
