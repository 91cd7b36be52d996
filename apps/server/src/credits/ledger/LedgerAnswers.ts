/** What a check of the ledger answers. Apart from the check, because commands read it without the server's modules. */
import { AccountId } from "@heddle/api"
import { Schema } from "effect"

export const LedgerFault = Schema.Struct({
  accountId: AccountId,
  what: Schema.String,
  cached: Schema.Int,
  derived: Schema.Int
})
export type LedgerFault = typeof LedgerFault.Type

export const LedgerReport = Schema.Struct({
  accounts: Schema.Int,
  grants: Schema.Int,
  entries: Schema.Int,
  holds: Schema.Int,
  /** Duration of the check. */
  millis: Schema.Int,
  /** Every violation of the ledger's invariant. */
  faults: Schema.Array(LedgerFault)
})
export type LedgerReport = typeof LedgerReport.Type

/** A part of the check, from the account after `after` on, for about two seconds. */
export const LedgerStep = Schema.Struct({
  ...LedgerReport.fields,
  /** The next step begins after this account; null when every account was checked. */
  next: Schema.NullOr(AccountId),
  /** All accounts. */
  total: Schema.Int
})
