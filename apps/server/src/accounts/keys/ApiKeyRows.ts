/** The statements on `api_keys`, without policy. Active = neither revoked nor expired. */
import type { AccountId, KeyId } from "@heddle/api"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { joinPlanInForce, type PlanColumns } from "../../credits/plans/CurrentPlan.ts"
import { spentInMonthOf } from "../../credits/usage/KeySpending.ts"
import { type ApiKey, type CreatedKey, maxListedKeys } from "./ApiKey.ts"
import { describeKey, generateKey, hashKey } from "./ApiKeyFormat.ts"

/**
 * A cache of which account and key id a key belongs to, which never changes. A cached key may have been revoked since:
 * callers verify it and call `forget` when it is no longer in force.
 */
export interface KeyIdentity {
  readonly accountId: AccountId
  readonly keyId: KeyId
}

/** Beyond this the oldest entry is dropped. */
const maxEntries = 20_000

export const makeKeyIdentities = <E, R>(
  lookUp: (hash: Uint8Array) => Effect.Effect<Option.Option<KeyIdentity>, E, R>
) => {
  const byHash = new Map<string, KeyIdentity>()

  const remember = (name: string, identity: KeyIdentity) => {
    const [oldest] = byHash.size >= maxEntries ? byHash.keys() : []
    if (oldest !== undefined) byHash.delete(oldest)
    byHash.set(name, identity)
  }

  const find = Effect.fnUntraced(function* (hash: Uint8Array) {
    const name = Buffer.from(hash).toString("base64")
    const cached = byHash.get(name)
    if (cached !== undefined) return Option.some(cached)
    const found = yield* lookUp(hash)
    if (Option.isSome(found)) remember(name, found.value)
    return found
  })

  const forget = (keyId: KeyId) => {
    for (const [name, identity] of byHash) if (identity.keyId === keyId) byHash.delete(name)
  }

  return { find, forget }
}

/** What a rotated key passes on to its successor. */
interface KeySettings {
  readonly name: string
  readonly expiresAt: Date | null
  readonly creditLimit: number | null
  readonly budgetId: KeyId
}

interface HolderRow extends PlanColumns {
  readonly accountId: AccountId
  readonly id: KeyId
  readonly name: string
}

type ListedRow = Omit<ApiKey, "spentThisMonth"> & { readonly budgetId: KeyId }

/** The condition on `api_keys` for a key in force. */
export const isKeyActive = (sql: SqlClient.SqlClient, time: Date) =>
  sql`revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${time})`

export const makeApiKeyRows = (sql: SqlClient.SqlClient) => {
  const active = (time: Date) => isKeyActive(sql, time)

  const countActive = (accountId: AccountId, time: Date) =>
    Effect.map(
      sql<{ count: number }>`
        SELECT count(*)::int AS count FROM api_keys WHERE account_id = ${accountId} AND ${active(time)}`,
      ([row]) => row?.count ?? 0
    )

  const unrevoked = (accountId: AccountId, id: KeyId) =>
    Effect.map(
      sql<KeySettings>`
        SELECT name, expires_at, credit_limit, budget_id FROM api_keys
        WHERE account_id = ${accountId} AND id = ${id} AND revoked_at IS NULL`,
      ([row]) => Option.fromNullishOr(row)
    )

  /** A key that is not revoked, and may be expired. */
  const named = (accountId: AccountId, name: string) =>
    Effect.map(
      sql<{ id: KeyId }>`
        SELECT id FROM api_keys
        WHERE account_id = ${accountId} AND name = ${name} AND revoked_at IS NULL ORDER BY id LIMIT 1`,
      ([row]) => row?.id
    )

  const insert = Effect.fnUntraced(function* (
    accountId: AccountId,
    settings: KeySettings & { readonly id: KeyId },
    time: Date
  ) {
    const { id, name, expiresAt, creditLimit, budgetId } = settings
    const key = generateKey()
    const { prefix, lastFour } = describeKey(key)
    yield* sql`
      INSERT INTO api_keys
        (account_id, id, name, hash, prefix, last_four, created_at, expires_at, credit_limit, budget_id)
      VALUES (${accountId}, ${id}, ${name}, ${hashKey(key)}, ${prefix}, ${lastFour}, ${time}, ${expiresAt},
        ${creditLimit}, ${budgetId})`
    const created: CreatedKey = { id, name, key }
    return created
  })

  const update = (
    accountId: AccountId,
    { id, name, expiresAt, creditLimit }: Omit<KeySettings, "budgetId"> & { id: KeyId }
  ) =>
    sql`
      UPDATE api_keys SET name = ${name}, expires_at = ${expiresAt}, credit_limit = ${creditLimit}
      WHERE account_id = ${accountId} AND id = ${id}`

  const revoke = (accountId: AccountId, id: KeyId, time: Date) =>
    sql`UPDATE api_keys SET revoked_at = ${time} WHERE account_id = ${accountId} AND id = ${id}`

  const holder = (hash: Uint8Array, time: Date) =>
    Effect.map(
      sql<HolderRow>`
        SELECT account_id, api_keys.id, name, plan, plan_ends_at
        FROM api_keys JOIN accounts ON accounts.id = account_id ${joinPlanInForce(sql, "accounts.id", time)}
        WHERE hash = ${hash} AND ${active(time)}`,
      ([row]) => row
    )

  const identity = (hash: Uint8Array, time: Date) =>
    Effect.map(
      sql<KeyIdentity>`SELECT account_id, id AS key_id FROM api_keys WHERE hash = ${hash} AND ${active(time)}`,
      ([row]) => Option.fromNullishOr(row)
    )

  const list = Effect.fnUntraced(function* (accountId: AccountId, time: Date, id?: KeyId) {
    const keys = yield* sql<ListedRow>`
      SELECT id, name, prefix, last_four, created_at, last_used_at, expires_at, credit_limit, budget_id,
        CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= ${time} THEN 'expired' ELSE 'active' END
          AS status
      FROM api_keys
      WHERE account_id = ${accountId} ${id === undefined ? sql`` : sql`AND id = ${id}`}
      ORDER BY (${active(time)}) DESC, id DESC LIMIT ${maxListedKeys}`
    const spent = yield* spentInMonthOf(sql, accountId, time)
    const spentBy = new Map(spent.map(({ budgetId, spent }) => [budgetId, spent]))
    return keys.map(({ budgetId, ...key }): ApiKey => ({ ...key, spentThisMonth: spentBy.get(budgetId) ?? 0 }))
  })

  return { countActive, unrevoked, named, insert, update, revoke, holder, identity, list }
}
