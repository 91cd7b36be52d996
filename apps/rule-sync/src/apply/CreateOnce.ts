/**
 * Creating without twins. A create whose answer got lost may have been done, so it is never simply sent again: the
 * list tells. Only what is not there is asked for once more.
 */
import { Effect } from "effect"
import type { Actual } from "../plan/Actual.ts"
import { ApiFailure } from "./ApiFailure.ts"
import { Webhooks } from "./Webhooks.ts"

export interface Created<Id> {
  readonly id: Id
  /** True when it turned out to exist already. */
  readonly adopted: boolean
}

/** Sent at most this often, with a look at the list in between. */
const maxCreateAttempts = 2

/** The list failed too: whether the thing exists stays as open as it was. */
const undecided = ({ message, outcome }: ApiFailure, listing: ApiFailure): ApiFailure =>
  new ApiFailure({ message: `${message}\n${listing.message}`, outcome })

export const createOnce = Effect.fnUntraced(function* <Id extends string>(
  create: Effect.Effect<Id, ApiFailure>,
  /** The id of the thing in a fresh list, if it is there. */
  find: (actual: Actual) => Id | undefined
): Effect.fn.Return<Created<Id>, ApiFailure, Webhooks> {
  const webhooks = yield* Webhooks
  for (let attempt = 1; ; attempt++) {
    const outcome = yield* Effect.result(create)
    if (outcome._tag === "Success") return { id: outcome.success, adopted: false }
    const failure = outcome.failure
    if (failure.outcome !== "conflict" && failure.outcome !== "unknown") return yield* failure
    const actual = yield* webhooks.list.pipe(Effect.mapError((listing) => undecided(failure, listing)))
    const found = find(actual)
    if (found !== undefined) return { id: found, adopted: true }
    if (failure.outcome === "conflict" || attempt >= maxCreateAttempts) return yield* failure
  }
})
