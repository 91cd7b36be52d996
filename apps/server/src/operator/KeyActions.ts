/** The operator's actions on API keys, in both forms: on the database itself, or through a running server. */
import { Conflict, type InvalidParameter, invalidParameter, NotFound } from "@heddle/api"
import { Effect } from "effect"
import type { HttpApiClient } from "effect/http-api"
import type { UnknownAccount } from "../accounts/customers/Accounts.ts"
import type { ApiKey, ExpiryPassed, KeyExpired, TooManyKeys, UnknownKey } from "../accounts/keys/ApiKey.ts"
import { ApiKeys } from "../accounts/keys/ApiKeys.ts"
import type { CommandFailed } from "./CommandFailed.ts"
import type { CreatedKeyRecord, DeletedKey, KeyChangeInput, KeyRecord, NewKeyInput } from "./KeysApi.ts"
import type { OperatorApi } from "./OperatorApi.ts"
import { refuse as fail } from "./RemoteFailure.ts"

type Refused = NotFound | Conflict | InvalidParameter | CommandFailed

export interface KeyActions {
  list(accountId: string): Effect.Effect<ReadonlyArray<KeyRecord>, NotFound | CommandFailed>
  create(accountId: string, key: NewKeyInput): Effect.Effect<CreatedKeyRecord, Refused>
  change(accountId: string, keyId: string, change: KeyChangeInput): Effect.Effect<KeyRecord, Refused>
  rotate(accountId: string, keyId: string): Effect.Effect<CreatedKeyRecord, NotFound | Conflict | CommandFailed>
  remove(accountId: string, keyId: string): Effect.Effect<typeof DeletedKey.Type, NotFound | CommandFailed>
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export const keyRecord = (key: ApiKey): KeyRecord => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.lastFour,
  status: key.status,
  created_at: key.createdAt.toISOString(),
  last_used_at: iso(key.lastUsedAt),
  expires_at: iso(key.expiresAt),
  credit_limit: key.creditLimit,
  spent_this_month: key.spentThisMonth
})

const unknown = ({ message }: UnknownAccount | UnknownKey) => new NotFound({ detail: message })

const refuse = (error: UnknownAccount | UnknownKey | TooManyKeys | KeyExpired | ExpiryPassed) => {
  switch (error._tag) {
    case "UnknownAccount":
    case "UnknownKey":
      return unknown(error)
    case "ExpiryPassed":
      return invalidParameter({ path: "expires_at", message: "must be in the future" })
    default:
      return new Conflict({ detail: error.message })
  }
}

const settings = <Input extends KeyChangeInput>({ expires_at, credit_limit, ...rest }: Input) => ({
  ...rest,
  ...(expires_at === undefined ? {} : { expiresAt: expires_at }),
  ...(credit_limit === undefined ? {} : { creditLimit: credit_limit })
})

export const localKeyActions = Effect.map(ApiKeys, (keys): KeyActions => ({
  list: (accountId) =>
    keys.list(accountId).pipe(
      Effect.mapError(unknown),
      Effect.map((all) => all.map(keyRecord))
    ),
  create: (accountId, key) => Effect.mapError(keys.create(accountId, settings(key)), refuse),
  change: (accountId, keyId, change) =>
    keys.change(accountId, keyId, settings(change)).pipe(Effect.mapError(refuse), Effect.map(keyRecord)),
  rotate: (accountId, keyId) =>
    Effect.mapError(keys.rotate(accountId, keyId), (error) =>
      error._tag === "KeyExpired" ? new Conflict({ detail: error.message }) : unknown(error)
    ),
  remove: (accountId, keyId) =>
    keys.revoke(accountId, keyId).pipe(Effect.mapError(unknown), Effect.as({ id: keyId, deleted: true }))
}))

export const remoteKeyActions = ({ keys }: HttpApiClient.ForApi<typeof OperatorApi>): KeyActions => {
  const account = (account_id: string) => ({ account_id })
  const one = (account_id: string, key_id: string) => ({ params: { account_id, key_id } })
  return {
    list: (accountId) => Effect.mapError(keys.list({ params: account(accountId) }), fail),
    create: (accountId, payload) => Effect.mapError(keys.create({ params: account(accountId), payload }), fail),
    change: (accountId, keyId, payload) => Effect.mapError(keys.change({ ...one(accountId, keyId), payload }), fail),
    rotate: (accountId, keyId) => Effect.mapError(keys.rotate(one(accountId, keyId)), fail),
    remove: (accountId, keyId) => Effect.mapError(keys.remove(one(accountId, keyId)), fail)
  }
}
