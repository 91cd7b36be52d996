/** API keys, of the account's owner. */
import { KeyRpcs, PortalCaller, type PortalKey } from "@heddle/api/portal"
import { Effect } from "effect"
import { type ApiKey, maxActiveKeys, UnknownKey } from "../../accounts/keys/ApiKey.ts"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { UsageReports } from "../../credits/usage/UsageReports.ts"
import { respond } from "./Failures.ts"
import { dateOf, instant, instantOrNull } from "./Instants.ts"
import { ofAccount } from "./PortalCall.ts"

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

export const KeysHandlers = KeyRpcs.toLayer(
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const reports = yield* UsageReports
    return KeyRpcs.of({
      "keys.ListKeys": ofAccount((accountId) =>
        Effect.map(Effect.orDie(keys.list(accountId)), (all) => ({
          keys: all.map(portalKey),
          maxActive: maxActiveKeys
        }))
      ),
      "keys.CreateKey": ofAccount((accountId, payload) =>
        Effect.flatMap(settingsOf(payload), (settings) => respond(keys.create(accountId, settings)))
      ),
      "keys.ChangeKey": Effect.fnUntraced(function* ({ keyId, ...payload }) {
        const { accountId } = yield* PortalCaller
        return portalKey(yield* respond(keys.change(accountId, keyId, yield* settingsOf(payload))))
      }),
      "keys.RotateKey": ofAccount((accountId, { keyId }) => respond(keys.rotate(accountId, keyId))),
      "keys.RecentKeyUse": Effect.fnUntraced(function* ({ keyId }) {
        const { accountId } = yield* PortalCaller
        const all = yield* Effect.orDie(keys.list(accountId))
        if (!all.some(({ id }) => id === keyId)) {
          return yield* respond(Effect.fail(new UnknownKey({ accountId, id: keyId })))
        }
        const used = yield* reports.ofKey(accountId, keyId)
        return used.map(({ lastAt, ...use }) => ({ ...use, lastAt: instant(lastAt) }))
      }),
      "keys.DeleteKey": ofAccount((accountId, { keyId }) => respond(keys.revoke(accountId, keyId)))
    })
  })
)
