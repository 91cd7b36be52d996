/**
 * The calls that were refused with 402 since the last look, in memory: a caller that goes on is refused again, so
 * nothing is lost with the process, and a refusal costs no write.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"

/** Accounts remembered between two looks; more can wait for the next. */
const maxAccounts = 10_000

export class RecentRefusals extends Context.Service<
  RecentRefusals,
  {
    /** `required` is the estimate that was refused, in credits. */
    note(accountId: AccountId, required: number): Effect.Effect<void>
    /** The smallest refused estimate of each account; forgotten with this answer. */
    readonly take: Effect.Effect<ReadonlyMap<AccountId, number>>
  }
>()("@heddle/server/credits/alerts/RecentRefusals") {
  static readonly layer = Layer.sync(RecentRefusals, () => {
    let noted = new Map<AccountId, number>()
    return RecentRefusals.of({
      note: (accountId, required) =>
        Effect.sync(() => {
          const before = noted.get(accountId)
          if (before === undefined && noted.size >= maxAccounts) return
          noted.set(accountId, Math.min(before ?? required, required))
        }),
      take: Effect.sync(() => {
        const taken = noted
        noted = new Map()
        return taken
      })
    })
  })
}
