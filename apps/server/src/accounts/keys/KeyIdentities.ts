/**
 * A cache of which account and key id a key belongs to, which never changes. A cached key may have been revoked since:
 * callers verify it and call `forget` when it is no longer in force.
 */
import type { AccountId, KeyId } from "@heddle/api"
import { Effect, Option } from "effect"

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
