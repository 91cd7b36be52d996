/** The statements of the ledger, one each, without policy. Tables: `credit_grants`, `credit_holds`, `usage_entries`. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { newId } from "../Ids.ts"
import { settleSlices, type Slice, type SpendableGrant, sumByGrant } from "./Allocation.ts"

/** What the usage history keeps of a call or an event. */
export interface Usage {
  /** The API key of the call; null for account logins and webhook events. */
  readonly keyId: string | null
  /** The `X-Request-Id` of the call; null for webhook events. */
  readonly requestId: string | null
  readonly source: string
  readonly apiType: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface Charge {
  readonly holdId: string
  /** Credits; at most what is held. */
  readonly cost: number
  readonly usage: Usage
}

interface HoldRow {
  readonly id: string
  readonly amount: number
  readonly slices: ReadonlyArray<Slice>
}

interface EntryRow {
  readonly cost: number
  readonly usage: Usage
  readonly holdId: string | null
  readonly slices: ReadonlyArray<Slice>
}

/** Built once by the ledger, its only user. */
export const makeLedgerRows = (sql: SqlClient.SqlClient) => {
  const lock = (accountId: string) =>
    Effect.asVoid(sql`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`)

  // What dead holds pin is spendable again, whether or not anyone has reclaimed it yet.
  const spendable = (accountId: string, time: Date) =>
    sql<SpendableGrant>`
      SELECT g.id, g.kind, g.amount - g.spent - g.held + coalesce(dead.amount, 0) AS available, g.expires_at
      FROM credit_grants g
      LEFT JOIN (
        SELECT slice."grant", sum(slice.amount)::bigint AS amount
        FROM credit_holds h, jsonb_to_recordset(h.slices) AS slice ("grant" text, amount bigint)
        WHERE h.account_id = ${accountId} AND h.state = 'open' AND h.deadline <= ${time}
        GROUP BY slice."grant"
      ) dead ON dead."grant" = g.id
      WHERE g.account_id = ${accountId} AND g.effective_at <= ${time} AND g.expires_at > ${time}
        AND (g.revoked_at IS NULL OR g.revoked_at > ${time})`

  const moveGrants = (accountId: string, spent: ReadonlyArray<Slice>, unheld: ReadonlyArray<Slice>) => {
    const spentBy = sumByGrant(spent)
    const unheldBy = sumByGrant(unheld)
    const moves = [...new Set([...spentBy.keys(), ...unheldBy.keys()])].map((id) => ({
      id,
      spent: spentBy.get(id) ?? 0,
      unheld: unheldBy.get(id) ?? 0
    }))
    if (moves.length === 0) return Effect.void
    return Effect.asVoid(sql`
      UPDATE credit_grants SET spent = credit_grants.spent + move.spent, held = credit_grants.held - move.unheld
      FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS move (id text, spent bigint, unheld bigint)
      WHERE credit_grants.account_id = ${accountId} AND credit_grants.id = move.id`)
  }

  const insertHolds = Effect.fnUntraced(function* (
    accountId: string,
    purpose: "query" | "webhook",
    holds: ReadonlyArray<HoldRow>,
    time: Date,
    deadline: Date | null
  ) {
    if (holds.length === 0) return
    yield* sql`
      INSERT INTO credit_holds (account_id, id, purpose, amount, slices, created_at, deadline)
      SELECT ${accountId}, h.id, ${purpose}, h.amount, h.slices, ${time}, ${deadline}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(holds)}::jsonb) AS h (id text, amount bigint, slices jsonb)`
    const taken = holds.flatMap(({ slices }) => slices).map(({ grant, amount }) => ({ grant, amount: -amount }))
    yield* moveGrants(accountId, [], taken)
  })

  const closeHolds = (accountId: string, state: "settled" | "released", holdIds: ReadonlyArray<string>) =>
    sql<HoldRow>`
      UPDATE credit_holds SET state = ${state}
      WHERE account_id = ${accountId} AND state = 'open'
        AND id IN (SELECT jsonb_array_elements_text(${JSON.stringify(holdIds)}::jsonb))
      RETURNING id, amount, slices`

  const reclaimDeadHolds = Effect.fnUntraced(function* (accountId: string, time: Date) {
    const dead = yield* sql<HoldRow>`
      UPDATE credit_holds SET state = 'released'
      WHERE account_id = ${accountId} AND state = 'open' AND deadline <= ${time}
      RETURNING id, amount, slices`
    yield* moveGrants(
      accountId,
      [],
      dead.flatMap(({ slices }) => slices)
    )
  })

  const insertEntries = Effect.fnUntraced(function* (accountId: string, entries: ReadonlyArray<EntryRow>, time: Date) {
    const withIds = yield* Effect.forEach(entries, ({ usage, ...entry }) =>
      Effect.map(newId("use"), (id) => ({ ...entry, ...usage, id }))
    )
    yield* sql`
      INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, hold_id, slices, key_id,
        request_id)
      SELECT ${accountId}, e.id, ${time}, e.cost, e.source, e."apiType", e.parameters, e."holdId", e.slices,
        e."keyId", e."requestId"
      FROM jsonb_to_recordset(${JSON.stringify(withIds)}::jsonb)
        AS e (id text, cost bigint, source text, "apiType" text, parameters jsonb, "holdId" text, slices jsonb,
          "keyId" text, "requestId" text)`
  })

  const charge = Effect.fnUntraced(function* (
    accountId: string,
    charges: ReadonlyArray<Charge>,
    closed: ReadonlyArray<HoldRow>,
    time: Date
  ) {
    const byId = new Map(closed.map((row) => [row.id, row]))
    const entries = charges.flatMap(({ holdId, cost, usage }): ReadonlyArray<EntryRow> => {
      const row = byId.get(holdId)
      if (row === undefined) return []
      return [{ cost: Math.min(cost, row.amount), usage, holdId, slices: settleSlices(row.slices, cost).spent }]
    })
    yield* moveGrants(
      accountId,
      entries.flatMap(({ slices }) => slices),
      closed.flatMap(({ slices }) => slices)
    )
    yield* insertEntries(accountId, entries, time)
  })

  return { lock, spendable, moveGrants, insertHolds, closeHolds, reclaimDeadHolds, insertEntries, charge }
}
