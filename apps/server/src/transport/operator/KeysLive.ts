/** Handlers for API keys. */
import { Effect, identity } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { ApiKey } from "../../accounts/keys/ApiKey.ts"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import type { KeyChangeInput, KeyRecord } from "../../operator/KeysApi.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { respond } from "./Problems.ts"

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

const settings = <Input extends KeyChangeInput>({ expires_at, credit_limit, ...rest }: Input) => ({
  ...rest,
  ...(expires_at === undefined ? {} : { expiresAt: expires_at }),
  ...(credit_limit === undefined ? {} : { creditLimit: credit_limit })
})

export const KeysLive = HttpApiBuilder.group(
  OperatorApi,
  "keys",
  Effect.fn(function* (handlers) {
    const keys = yield* ApiKeys
    return handlers.handleAll({
      list: ({ params }) => respond(keys.list(params.account_id), (all) => all.map(keyRecord)),
      create: ({ params, payload }) => respond(keys.create(params.account_id, settings(payload)), identity),
      change: ({ params, payload }) =>
        respond(keys.change(params.account_id, params.key_id, settings(payload)), keyRecord),
      rotate: ({ params }) => respond(keys.rotate(params.account_id, params.key_id), identity),
      remove: ({ params }) =>
        respond(keys.revoke(params.account_id, params.key_id), () => ({ id: params.key_id, deleted: true }) as const)
    })
  })
)
