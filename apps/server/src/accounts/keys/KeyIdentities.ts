/**
 * Whose key is whose, as this process remembers it: a key never changes hands, so that only its first call has to look.
 * What is remembered may be revoked by now: whoever uses it proves the key again and has it forgotten if it is not in
 * force any more.
 */
import type { AccountId, KeyId } from "@heddle/api"
import { Effect, Option } from "effect"

export interface KeyIdentity {
  readonly accountId: AccountId
  readonly keyId: KeyId
}

/** Identities that a process remembers; beyond that the oldest is forgotten. */
const maxRemembered = 20_000

export const makeKeyIdentities = <E, R>(
  lookUp: (hash: Uint8Array) => Effect.Effect<Option.Option<KeyIdentity>, E, R>
) => {
  const byHash = new Map<string, KeyIdentity>()

  const remember = (name: string, identity: KeyIdentity) => {
    const [oldest] = byHash.size >= maxRemembered ? byHash.keys() : []
    if (oldest !== undefined) byHash.delete(oldest)
    byHash.set(name, identity)
  }

  const find = Effect.fnUntraced(function* (hash: Uint8Array) {
    const name = Buffer.from(hash).toString("base64")
    const known = byHash.get(name)
    if (known !== undefined) return Option.some(known)
    const found = yield* lookUp(hash)
    if (Option.isSome(found)) remember(name, found.value)
    return found
  })

  const forget = (keyId: KeyId) => {
    for (const [name, identity] of byHash) if (identity.keyId === keyId) byHash.delete(name)
  }

  return { find, forget }
}
