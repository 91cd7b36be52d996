/** Limits how many streams are open at once in this process: each has a socket, and a page of events in memory. */
import type { AccountId } from "@heddle/api"
import { Effect, Schema } from "effect"
import { type LimitedBy, makeConcurrencyLimit } from "../../runtime/ConcurrencyLimit.ts"

const maxStreams = 200
const maxStreamsPerAccount = 5
/** Of accounts without a plan: anybody can make as many of them as they have addresses. */
const maxStreamsWithoutPlan = 50

/** Seconds after which it is worth trying again. */
export const retryAfterSeconds = 10

/** Too many streams of the account, or of all accounts, are open. */
export class TooManyStreams extends Schema.TaggedError<TooManyStreams>()("TooManyStreams", {
  detail: Schema.String
}) {}

const refusal = (by: LimitedBy) =>
  new TooManyStreams({
    detail:
      by === "key"
        ? `${maxStreamsPerAccount} streams of this account are already open; close one first.`
        : "Too many streams are open. Try again later."
  })

export const makeStreamCount = () => {
  const all = makeConcurrencyLimit({ inAll: maxStreams, perKey: maxStreamsPerAccount }, refusal)
  const withoutPlan = makeConcurrencyLimit({ inAll: maxStreamsWithoutPlan, perKey: maxStreamsPerAccount }, refusal)

  /** The stream counts until the scope closes. */
  const enter = (accountId: AccountId, hasPlan: boolean) =>
    hasPlan ? all.enter(accountId) : Effect.andThen(withoutPlan.enter(accountId), all.enter(accountId))

  return { enter }
}
