/**
 * Creates without duplicates. A create without an answer may have succeeded, so it is sent again only after the list
 * shows that the thing does not exist.
 */
import { Effect } from "effect"
import type { Actual } from "../plan/Actual.ts"
import { ApiFailure } from "./ApiFailure.ts"
import { Webhooks } from "./Webhooks.ts"

export interface Created<Id> {
  readonly id: Id
  /** True when it already existed. */
  readonly adopted: boolean
}

/** The list is read between attempts. */
const maxCreateAttempts = 2

/** The list failed too, so it remains unknown whether the thing exists. */
const undecided = (failure: ApiFailure, listing: ApiFailure): ApiFailure =>
  new ApiFailure({ message: `${failure.message}\n${listing.message}`, outcome: "unknown" })

export const createOnce = Effect.fnUntraced(function* <Id extends string>(
  create: Effect.Effect<Id, ApiFailure>,
  /** Finds the thing's id in a fresh list. */
  find: (actual: Actual) => Id | undefined
): Effect.fn.Return<Created<Id>, ApiFailure, Webhooks> {
  const webhooks = yield* Webhooks
  for (let attempt = 1; ; attempt++) {
    const result = yield* Effect.result(create)
    if (result._tag === "Success") return { id: result.success, adopted: false }
    const failure = result.failure
    if (failure.outcome !== "conflict" && failure.outcome !== "unknown") return yield* failure
    const actual = yield* webhooks.list.pipe(Effect.mapError((listing) => undecided(failure, listing)))
    const found = find(actual)
    if (found !== undefined) return { id: found, adopted: true }
    if (failure.outcome === "conflict" || attempt >= maxCreateAttempts) return yield* failure
  }
})
