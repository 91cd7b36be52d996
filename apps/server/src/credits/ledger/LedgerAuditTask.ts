/** Checks the ledger at start and every hour, by one process of all that share the database. */
import { Effect } from "effect"
import { background } from "../../runtime/Background.ts"
import { hourMillis } from "../../runtime/Time.ts"
import { LedgerAudit } from "./LedgerAudit.ts"

/** A start checks unless another process did so this recently. */
const restMillis = 300_000

/** Asks every minute whether a check is due, since another process may have died during its own. */
export const ledgerAuditTask = Effect.suspend(() => {
  let afterMillis = restMillis
  return background({
    name: "ledger audit",
    role: "maintenance",
    every: "1 minute",
    run: LedgerAudit.use(({ check }) => check(afterMillis)).pipe(
      Effect.tap(() => Effect.sync(() => (afterMillis = hourMillis)))
    ),
    onStop: "interrupt"
  })
})
