/**
 * Calls refused with 402 since the last evaluation. They are kept in memory only, so that a refusal costs no write:
 * an active caller is refused again after a restart.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"

/** Accounts kept between two evaluations; further ones are dropped until the next. */
const maxAccounts = 10_000

export class RecentRefusals extends Context.Service<
  RecentRefusals,
  {
    /** `required` is the refused estimate, in credits. */
    record(accountId: AccountId, required: number): Effect.Effect<void>
    /** Returns the smallest refused estimate of each account and clears them. */
    readonly take: Effect.Effect<ReadonlyMap<AccountId, number>>
  }
>()("@heddle/server/credits/alerts/RecentRefusals") {
  static readonly layer = Layer.sync(RecentRefusals, () => {
    let smallest = new Map<AccountId, number>()
    return RecentRefusals.of({
      record: (accountId, required) =>
        Effect.sync(() => {
          const before = smallest.get(accountId)
          if (before === undefined && smallest.size >= maxAccounts) return
          smallest.set(accountId, Math.min(before ?? required, required))
        }),
      take: Effect.sync(() => {
        const taken = smallest
        smallest = new Map()
        return taken
      })
    })
  })
}
