/** Records a free call. With an idempotency key, its writes, stored answer and usage entry commit together. */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import type { UsageDetails } from "../../credits/ledger/LedgerCommands.ts"
import type { Commit } from "../../idempotency/Idempotency.ts"

export const makeRecordFree = Effect.map(
  Ledger,
  (ledger) =>
    <A, E>(accountId: AccountId, commit: Commit<A> | null, usage: UsageDetails, step: Effect.Effect<A, E>) => {
      const recorded = Effect.flatMap(step, (answer) =>
        Effect.map(ledger.record(accountId, usage), ({ remaining }) => ({ answer, remaining, rest: null }))
      )
      return commit === null ? recorded : commit(recorded)
    }
)
