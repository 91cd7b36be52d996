/** API keys, of the account's owner. */
import { KeyRpcs, PortalCaller, type PortalKey } from "@heddle/api/portal"
import { Effect } from "effect"
import { type ApiKey, maxActiveKeys } from "../../accounts/keys/ApiKey.ts"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { respond } from "./Failures.ts"
import { instant, instantOrNull } from "./Instants.ts"
import { dateOf } from "./Instants.ts"

const portalKey = (key: ApiKey): PortalKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  lastFour: key.lastFour,
  status: key.status,
  createdAt: instant(key.createdAt),
  lastUsedAt: instantOrNull(key.lastUsedAt),
  expiresAt: instantOrNull(key.expiresAt),
  creditLimit: key.creditLimit,
  spentThisMonth: key.spentThisMonth
})

interface Settings {
  readonly expiresAt?: string | null
  readonly creditLimit?: number | null
}

const settingsOf = Effect.fnUntraced(function* <S extends Settings>({ expiresAt, ...settings }: S) {
  return expiresAt === undefined
    ? settings
    : { ...settings, expiresAt: expiresAt === null ? null : yield* dateOf("expiresAt", expiresAt) }
})

export const KeysLive = KeyRpcs.omit("RecentKeyUse").toLayer(
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    return KeyRpcs.omit("RecentKeyUse").of({
      ListKeys: () =>
        Effect.gen(function* () {
          const { accountId } = yield* PortalCaller
          const all = yield* Effect.orDie(keys.list(accountId))
          return { keys: all.map(portalKey), maxActive: maxActiveKeys }
        }),
      CreateKey: Effect.fnUntraced(function* (payload) {
        const { accountId } = yield* PortalCaller
        return yield* respond(keys.create(accountId, yield* settingsOf(payload)))
      }),
      ChangeKey: Effect.fnUntraced(function* ({ keyId, ...payload }) {
        const { accountId } = yield* PortalCaller
        return portalKey(yield* respond(keys.change(accountId, keyId, yield* settingsOf(payload))))
      }),
      RotateKey: Effect.fnUntraced(function* ({ keyId }) {
        const { accountId } = yield* PortalCaller
        return yield* respond(keys.rotate(accountId, keyId))
      }),
      DeleteKey: Effect.fnUntraced(function* ({ keyId }) {
        const { accountId } = yield* PortalCaller
        yield* respond(keys.revoke(accountId, keyId))
      })
    })
  })
)
