/** API keys on the operator port. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { CommandFailed } from "../../operator/CommandFailed.ts"
import { Operator } from "../../operator/Operator.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"

// Only the way to a remote server can fail a command; here the operator is this process.
const here = <A, E extends { readonly _tag: string }>(action: Effect.Effect<A, E | CommandFailed>) =>
  Effect.catchTag(action, "CommandFailed", Effect.die)

export const Keys = HttpApiBuilder.group(
  OperatorApi,
  "keys",
  Effect.fn(function* (handlers) {
    const { keys } = yield* Operator
    return handlers.handleAll({
      list: ({ params }) => here(keys.list(params.account_id)),
      create: ({ params, payload }) => here(keys.create(params.account_id, payload)),
      change: ({ params, payload }) => here(keys.change(params.account_id, params.key_id, payload)),
      rotate: ({ params }) => here(keys.rotate(params.account_id, params.key_id)),
      remove: ({ params }) => here(keys.remove(params.account_id, params.key_id))
    })
  })
)
