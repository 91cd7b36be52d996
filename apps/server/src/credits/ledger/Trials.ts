/**
 * Trials: credits and a plan for a while, once for each person who signs up. The address is remembered as a keyed
 * digest, so that closing an account neither keeps the address nor brings a second trial. Table: `trials`.
 */
import type { AccountId } from "@heddle/api"
import { Duration, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { audit } from "../../accounts/audit/AuditLog.ts"
import { lockOpenAccount } from "../../accounts/customers/AccountClosing.ts"
import { Digests } from "../../runtime/Digests.ts"
import { Settings } from "../../runtime/Settings.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { insertGrant } from "./Grants.ts"
import { makePlanPeriods } from "../plans/PlanPeriods.ts"

/** Mail to `ann+anything@…` reaches `ann@…`. */
const mailbox = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@)/, "")

export interface Trials {
  /** Within the transaction that makes the account of a proven address: starts its trial, if it is due one. */
  startWithin(accountId: AccountId, email: string): Effect.Effect<void>
}

export const makeTrials = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { digest } = yield* Digests
  const { trial } = yield* Settings
  const periods = makePlanPeriods(sql)

  const startWithin = Effect.fn("Trials.start")(function* (accountId: AccountId, email: string) {
    if (Option.isNone(trial)) return
    const { plan, credits, lasts } = trial.value
    const time = yield* now
    yield* lockOpenAccount(sql, accountId)
    const started = yield* sql`
      INSERT INTO trials (mailbox, account_id, started_at)
      VALUES (${digest(`trial ${mailbox(email)}`)}, ${accountId}, ${time}) ON CONFLICT DO NOTHING RETURNING 1`
    if (started.length === 0) return
    const expiresAt = plusMillis(time, Duration.toMillis(lasts))
    const grant = { kind: "trial", credits, effectiveAt: time, expiresAt, payment: null } as const
    const grantId = yield* insertGrant(sql, accountId, grant)
    yield* periods.begin(
      accountId,
      { plan, startsAt: time, endsAt: expiresAt, anchorAt: time, number: 1 },
      grantId,
      time
    )
    yield* audit(sql, accountId, "trial.started", { target: grantId, details: { plan, credits, expiresAt } })
  }, Effect.orDie)

  const trials: Trials = { startWithin }
  return trials
})
