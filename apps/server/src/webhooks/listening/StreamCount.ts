/** Limits how many streams are open at once in this process: each has a socket, and a page of events in memory. */
import type { AccountId } from "@heddle/api"
import { Effect, Schema } from "effect"

const maxStreams = 200
const maxStreamsPerAccount = 5

/** Seconds after which it is worth trying again. */
export const retryAfterSeconds = 10

/** Too many streams of the account, or of all accounts, are open. */
export class TooManyStreams extends Schema.TaggedError<TooManyStreams>()("TooManyStreams", {
  detail: Schema.String
}) {}

export const makeStreamCount = () => {
  const perAccount = new Map<AccountId, number>()
  let total = 0

  const add = (accountId: AccountId, change: 1 | -1) => {
    const open = (perAccount.get(accountId) ?? 0) + change
    if (open > 0) perAccount.set(accountId, open)
    else perAccount.delete(accountId)
    total += change
  }

  /** The stream counts until the scope closes. */
  const enter = (accountId: AccountId) =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        if ((perAccount.get(accountId) ?? 0) >= maxStreamsPerAccount) {
          return new TooManyStreams({
            detail: `${maxStreamsPerAccount} streams of this account are already open; close one first.`
          })
        }
        if (total >= maxStreams) return new TooManyStreams({ detail: "Too many streams are open. Try again later." })
        return Effect.sync(() => add(accountId, 1))
      }),
      () => Effect.sync(() => add(accountId, -1))
    )

  return { enter }
}
