/**
 * An account with grants, keys and open holds of the same ids as another one's, with credits, a plan and keys in force
 * whatever the other one has. Nothing of it ever changes.
 */
import { assert } from "@effect/vitest"
import { type AccountId, KeyId } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { checkAccounts } from "../../../src/credits/ledger/LedgerCheck.ts"
import type { GrantId } from "../../../src/runtime/Ids.ts"
import { openHolds, stored } from "./LedgerSteps.ts"
import { newAccountId } from "../NewAccount.ts"

/** A key of the neighbour alone. */
export const foreignKey = KeyId.make("key_foreign")

const always = [new Date("1970-01-01T00:00:00Z"), new Date("2970-01-01T00:00:00Z")] as const

export const makeNeighbour = Effect.fnUntraced(function* (of: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* newAccountId
  const [from, to] = always
  let holds = 0
  return {
    addGrant: (grantId: GrantId) => sql`
      WITH made AS (
        INSERT INTO credit_grants (account_id, id, kind, amount, effective_at, expires_at, created_at)
        VALUES (${id}, ${grantId}, 'plan', 1000000, ${from}, ${to}, ${from})
      )
      INSERT INTO plan_periods (account_id, id, plan, starts_at, ends_at, anchor_at, number, grant_id, created_at)
      VALUES (${id}, 'period', 'standard', ${from}, ${to}, ${from}, 1, ${grantId}, ${from})
      ON CONFLICT (account_id, id) DO NOTHING`,
    addKeys: sql`
      INSERT INTO api_keys (account_id, id, name, hash, prefix, last_four, created_at, budget_id)
      SELECT ${id}, k.id, 'neighbour', sha256((${id} || k.id)::bytea), '', '', ${from}, k.budget_id
      FROM (
        SELECT id, budget_id FROM api_keys WHERE account_id = ${of}
        UNION ALL SELECT ${foreignKey}, ${foreignKey}
      ) k ON CONFLICT (account_id, id) DO NOTHING`,
    addHolds: Effect.map(
      sql<{ count: number }>`
        WITH copied AS (
          INSERT INTO credit_holds (account_id, id, amount, created_at, deadline, key_id, grants, amounts, process)
          SELECT ${id}, id, amount, created_at, deadline, key_id, grants, amounts, process
          FROM credit_holds WHERE account_id = ${of}
          ON CONFLICT (account_id, id) DO NOTHING
          RETURNING grants, amounts
        ), held AS (
          UPDATE credit_grants g SET held = held + s.amount
          FROM (
            SELECT s.grant_id, sum(s.amount) AS amount
            FROM copied, unnest(grants, amounts) AS s (grant_id, amount) GROUP BY 1
          ) s
          WHERE g.account_id = ${id} AND g.id = s.grant_id
        )
        SELECT count(*)::int AS count FROM copied`,
      ([row]) => void (holds += row?.count ?? 0)
    ),
    expectUntouched: Effect.gen(function* () {
      const kept = yield* stored(id)
      assert.deepStrictEqual(kept.entries, [])
      assert.strictEqual((yield* openHolds(id)).length, holds)
      assert.isTrue(kept.grants.every(({ spent }) => spent === 0))
      assert.deepStrictEqual(yield* checkAccounts([id]), [])
    })
  }
})
