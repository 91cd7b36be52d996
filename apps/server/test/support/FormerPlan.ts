/** A plan with its credits in a database of an older schema, which today's services cannot write. */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { monthsAfter } from "../../src/credits/plans/CalendarMonth.ts"
import { newId } from "../../src/runtime/Ids.ts"
import { now } from "../../src/runtime/Time.ts"

export const giveFormerPlan = Effect.fnUntraced(function* (accountId: AccountId, credits: number) {
  const sql = yield* SqlClient.SqlClient
  const time = yield* now
  const until = monthsAfter(time, 1)
  const grant = yield* newId("grant")
  yield* sql`
    INSERT INTO credit_grants (account_id, id, kind, amount, effective_at, expires_at, created_at)
    VALUES (${accountId}, ${grant}, 'plan', ${credits}, ${time}, ${until}, ${time})`
  yield* sql`
    INSERT INTO plan_periods (account_id, id, plan, starts_at, ends_at, anchor_at, number, grant_id, created_at)
    VALUES (${accountId}, ${yield* newId("period")}, 'standard', ${time}, ${until}, ${time}, 1, ${grant}, ${time})`
})
