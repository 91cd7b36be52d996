/** Checks the ledger at start and every hour, in one of the processes that share the database. */
import { Effect } from "effect"
import { background } from "../../runtime/Background.ts"
import { hourMillis } from "../../runtime/Time.ts"
import { LedgerAudit } from "./LedgerAudit.ts"

/** The check at start is skipped when another process checked this recently. */
const minAgeAtStartMillis = 300_000

/** Asks every minute whether a check is due, because another process may have died during its check. */
export const ledgerAuditTask = Effect.suspend(() => {
  let minAgeMillis = minAgeAtStartMillis
  return background({
    name: "ledger audit",
    role: "maintenance",
    every: "1 minute",
    run: LedgerAudit.use(({ check }) => check(minAgeMillis)).pipe(
      Effect.tap(() => Effect.sync(() => (minAgeMillis = hourMillis)))
    ),
    onStop: "interrupt"
  })
})
