/** Plans that accounts had before periods were kept go on as they were. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onPostgres } from "../../../../../test/support/Databases.ts"
import { migrations } from "../../../src/database/migrations/index.ts"
import * as PostgresClient from "../../../src/database/client/PostgresClient.ts"

onPostgres("0007_purchases", ({ emptyUrl }) => {
  const Empty = Layer.unwrap(Effect.map(emptyUrl, (url) => PostgresClient.layer({ url, maxConnections: 1 }))).pipe(
    Layer.orDie
  )

  it.effect("keeps the plan and end of every account; the period begins with the grant of that plan", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { "0007_purchases": purchases } = migrations
      yield* migrations["0001_accounts"]
      yield* migrations["0002_credits"]
      yield* sql`
        INSERT INTO accounts (id, email, plan, plan_ends_at, created_at) VALUES
          ('acct_none', 'a@example.com', NULL, NULL, '2026-01-01Z'),
          ('acct_now', 'b@example.com', 'plus', '2026-03-10T08:00:00Z', '2026-01-01Z'),
          ('acct_bare', 'c@example.com', 'lite', '2026-03-10T08:00:00Z', '2026-01-01Z')`
      yield* sql`
        INSERT INTO credit_grants (account_id, id, kind, amount, effective_at, expires_at, created_at) VALUES
          ('acct_now', 'grant_1', 'plan', 5, '2026-01-10T08:00:00Z', '2026-02-10T08:00:00Z', '2026-01-10Z'),
          ('acct_now', 'grant_2', 'plan', 5, '2026-02-10T08:00:00Z', '2026-03-10T08:00:00Z', '2026-02-10Z')`
      yield* migrations["0005_ledger"]
      yield* purchases
      const periods = yield* sql`
        SELECT account_id, plan, starts_at, ends_at, anchor_at, number FROM plan_periods ORDER BY account_id`
      const month = {
        startsAt: new Date("2026-02-10T08:00:00Z"),
        endsAt: new Date("2026-03-10T08:00:00Z"),
        anchorAt: new Date("2026-02-10T08:00:00Z"),
        number: 1
      }
      assert.deepStrictEqual(periods, [
        { accountId: "acct_bare", plan: "lite", ...month },
        { accountId: "acct_now", plan: "plus", ...month }
      ])
    }).pipe(Effect.provide(Empty))
  )
})
