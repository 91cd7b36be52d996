/**
 * API keys: secret bearer strings, shown once and stored as a hash (service.md, "API key"). At most 20 keys of an account
 * are active, that is neither revoked nor expired. Every change takes the account's row lock first.
 */
import type { AccountId, KeyId } from "@heddle/api"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { audit } from "../audit/AuditLog.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import { lockOpenAccount } from "../customers/AccountClosing.ts"
import { requireAccount } from "../customers/AccountRows.ts"
import type { UnknownAccount } from "../customers/Accounts.ts"
import {
  type ApiKey,
  type CreatedKey,
  ExpiryPassed,
  type KeyChange,
  KeyExpired,
  KeyNameTaken,
  maxActiveKeys,
  type NewKey,
  TooManyKeys,
  UnknownKey
} from "./ApiKey.ts"
import { hashKey } from "./ApiKeyFormat.ts"
import { type KeyIdentity, makeApiKeyRows, makeKeyIdentities } from "./ApiKeyRows.ts"
import { type CurrentPlan, currentPlanOf } from "../../credits/plans/CurrentPlan.ts"
import { LastUse } from "./LastUse.ts"

export interface KeyHolder {
  readonly accountId: AccountId
  readonly keyId: KeyId
  readonly keyName: string
  /** The account's plan in force now. */
  readonly plan: CurrentPlan | null
}

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    create(
      accountId: AccountId,
      key: NewKey
    ): Effect.Effect<CreatedKey, UnknownAccount | TooManyKeys | KeyNameTaken | ExpiryPassed>
    /** At most 100: active keys first, then expired and revoked ones, each newest first. */
    list(accountId: AccountId): Effect.Effect<ReadonlyArray<ApiKey>, UnknownAccount>
    /** A later expiry reactivates an expired key, if the account has fewer than 20 active ones. */
    change(
      accountId: AccountId,
      keyId: KeyId,
      change: KeyChange
    ): Effect.Effect<ApiKey, UnknownAccount | UnknownKey | TooManyKeys | KeyNameTaken | ExpiryPassed>
    /** Replaces a key by one with the same name, expiry, limit and budget; the old key is invalid at once. */
    rotate(accountId: AccountId, keyId: KeyId): Effect.Effect<CreatedKey, UnknownAccount | UnknownKey | KeyExpired>
    revoke(accountId: AccountId, keyId: KeyId): Effect.Effect<void, UnknownAccount | UnknownKey>
    /** The holder of this key, in one query; none for an unknown, revoked, expired or malformed key. */
    authenticate(key: string): Effect.Effect<Option.Option<KeyHolder>>
    /**
     * The account of this key; none for an unknown, revoked, expired or malformed key. Only the first call with a key
     * costs a statement. The key may have been revoked since, so the caller must verify it (`Ledger.admit`,
     * `CallerStates`).
     */
    identify(key: string): Effect.Effect<Option.Option<KeyIdentity>>
    /** Drops a key from the cache of `identify`, when it turned out not to be in force. */
    forget(keyId: KeyId): Effect.Effect<void>
    /** Records that the key was used now. */
    touch(accountId: AccountId, keyId: KeyId): Effect.Effect<void>
  }
>()("@heddle/server/accounts/keys/ApiKeys") {
  static readonly layerNoDeps = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lastUse = yield* LastUse
      const rows = makeApiKeyRows(sql)

      const lock = (accountId: AccountId) => lockOpenAccount(sql, accountId)

      const requireFuture = (expiresAt: Date | null | undefined, time: Date) =>
        expiresAt === null || expiresAt === undefined || expiresAt > time
          ? Effect.void
          : Effect.fail(new ExpiryPassed({ expiresAt }))

      const requireCapacity = Effect.fnUntraced(function* (accountId: AccountId, time: Date) {
        if ((yield* rows.countActive(accountId, time)) >= maxActiveKeys) return yield* new TooManyKeys({ accountId })
      })

      /** Exact, since every change of the account's keys has its lock. Keys that share a name already may keep it. */
      const requireFreeName = Effect.fnUntraced(function* (accountId: AccountId, name: string) {
        const id = yield* rows.named(accountId, name)
        if (id !== undefined) return yield* new KeyNameTaken({ id, name })
      })

      const requireKey = Effect.fnUntraced(function* (accountId: AccountId, id: KeyId) {
        const found = yield* rows.unrevoked(accountId, id)
        return Option.isSome(found) ? found.value : yield* new UnknownKey({ accountId, id })
      })

      const create = Effect.fn("ApiKeys.create")(
        function* (accountId: AccountId, { name, expiresAt = null, creditLimit = null }: NewKey) {
          yield* lock(accountId)
          const time = yield* now
          yield* requireFuture(expiresAt, time)
          yield* requireCapacity(accountId, time)
          yield* requireFreeName(accountId, name)
          const id = yield* newId("key")
          yield* audit(sql, accountId, "key.created", { target: id, details: { name, expiresAt, creditLimit } })
          return yield* rows.insert(accountId, { id, name, expiresAt, creditLimit, budgetId: id }, time)
        },
        (effect) => atomically(sql, effect)
      )

      const list = Effect.fn("ApiKeys.list")(
        function* (accountId: AccountId) {
          yield* requireAccount(sql, accountId)
          return yield* rows.list(accountId, yield* now)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const applyChange = Effect.fnUntraced(
        function* (accountId: AccountId, id: KeyId, change: KeyChange) {
          yield* lock(accountId)
          const time = yield* now
          const key = yield* requireKey(accountId, id)
          const { name = key.name, expiresAt = key.expiresAt, creditLimit = key.creditLimit } = change
          if (name !== key.name) yield* requireFreeName(accountId, name)
          if (change.expiresAt !== undefined) {
            yield* requireFuture(expiresAt, time)
            const isExpired = key.expiresAt !== null && key.expiresAt <= time
            if (isExpired) yield* requireCapacity(accountId, time)
          }
          yield* rows.update(accountId, { id, name, expiresAt, creditLimit })
          const shown = (settings: Required<KeyChange>) => settings
          yield* audit(sql, accountId, "key.changed", {
            target: id,
            details: {
              before: shown({ name: key.name, expiresAt: key.expiresAt, creditLimit: key.creditLimit }),
              after: shown({ name, expiresAt, creditLimit })
            }
          })
        },
        (effect) => atomically(sql, effect)
      )

      // Reads the spending after the lock is released, because the account's calls wait for that lock.
      const change = Effect.fn("ApiKeys.change")(
        function* (accountId: AccountId, id: KeyId, change: KeyChange) {
          yield* applyChange(accountId, id, change)
          const [changed] = yield* rows.list(accountId, yield* now, id)
          return changed ?? (yield* new UnknownKey({ accountId, id }))
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const rotate = Effect.fn("ApiKeys.rotate")(
        function* (accountId: AccountId, id: KeyId) {
          yield* lock(accountId)
          const time = yield* now
          const old = yield* requireKey(accountId, id)
          if (old.expiresAt !== null && old.expiresAt <= time) return yield* new KeyExpired({ id })
          yield* rows.revoke(accountId, id, time)
          const created = yield* rows.insert(accountId, { ...old, id: yield* newId("key") }, time)
          yield* audit(sql, accountId, "key.rotated", { target: id, details: { name: old.name, newKey: created.id } })
          return created
        },
        (effect) => atomically(sql, effect)
      )

      const revoke = Effect.fn("ApiKeys.revoke")(
        function* (accountId: AccountId, id: KeyId) {
          yield* lock(accountId)
          const { name } = yield* requireKey(accountId, id)
          yield* rows.revoke(accountId, id, yield* now)
          yield* audit(sql, accountId, "key.deleted", { target: id, details: { name } })
        },
        (effect) => atomically(sql, effect)
      )

      const authenticate = Effect.fn("ApiKeys.authenticate")(function* (key: string) {
        const time = yield* now
        const row = yield* rows.holder(hashKey(key), time)
        if (row === undefined) return Option.none<KeyHolder>()
        yield* lastUse.touch(row.accountId, row.id)
        const plan = currentPlanOf(row)
        return Option.some({ accountId: row.accountId, keyId: row.id, keyName: row.name, plan })
      }, Effect.orDie)

      const identities = makeKeyIdentities((hash) => Effect.flatMap(now, (time) => rows.identity(hash, time)))

      const identify = Effect.fnUntraced(function* (key: string) {
        return yield* identities.find(hashKey(key))
      }, Effect.orDie)

      const forget = (keyId: KeyId) => Effect.sync(() => identities.forget(keyId))

      return ApiKeys.of({ create, list, change, rotate, revoke, authenticate, identify, forget, touch: lastUse.touch })
    })
  )

  static readonly layer = ApiKeys.layerNoDeps.pipe(Layer.provideMerge(LastUse.layer))
}
