/** What the endpoints of a kind of operation have in common: `dry_run`, `Idempotency-Key` and their answers. */
import { type Schema, Struct } from "effect"
import { dryRunField, DryRunResult } from "./DryRun.ts"
import { retryHeaders } from "./IdempotencyKey.ts"
import { Conflict, IdempotencyConflict, InsufficientCredits, KeyLimitReached } from "./Problems.ts"

const errors = [InsufficientCredits, KeyLimitReached, Conflict, IdempotencyConflict] as const

/** The options of a priced endpoint; a call with identifiers in its path adds `params` and `error`. */
export const pricedEndpoint = <
  Fields extends Schema.Struct.Fields,
  Result extends Schema.Top,
  const Errors extends ReadonlyArray<Schema.Top> = readonly []
>(
  query: Schema.Struct<Fields>,
  result: Result,
  ...more: Errors
) => ({
  // The checks of the query stand: they look at its own fields only.
  query: query.mapFields(Struct.assign(dryRunField), { unsafePreserveChecks: true }),
  headers: retryHeaders,
  success: [result, DryRunResult] as const,
  error: [...errors, ...more] as const
})

/** The headers and errors of an endpoint that writes and costs nothing. */
export const writingEndpoint = <const Errors extends ReadonlyArray<Schema.Top>>(...errors: Errors) => ({
  headers: retryHeaders,
  error: [...errors, Conflict, IdempotencyConflict] as const
})
