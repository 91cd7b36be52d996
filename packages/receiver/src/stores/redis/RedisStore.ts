import type { Claim, IdempotencyStore } from "../IdempotencyStore.ts"
import { retentionMsOf } from "../Retention.ts"
import { storedKey } from "../StoredKey.ts"
import { type RedisClient, scriptRunner } from "./RedisClient.ts"
import { claimScript, completeScript, releaseScript, renewScript } from "./Scripts.ts"

export interface RedisStoreOptions {
  /** Connected, with its own `error` listener: the store neither opens nor closes it. */
  readonly client: RedisClient
  /** Before every key. Default `heddle:`. */
  readonly prefix?: string | undefined
  /** How long a completed event is remembered. Default 31 days, one more than the sender allows resends. */
  readonly retentionSeconds?: number | undefined
}

function readClaim(left: number): Claim {
  if (left === 0) return { status: "claimed" }
  if (left === -1) return { status: "completed" }
  if (left > 0) return { status: "in_progress", retryAfterMs: left }
  throw new Error("Redis answered the claim with something that is not a number.")
}

/** Redis 5 or later, Valkey, alone or as a cluster. The server's memory policy must be `noeviction`. */
export function redisStore(options: RedisStoreOptions): IdempotencyStore {
  const run = scriptRunner(options.client)
  const prefix = options.prefix ?? "heddle:"
  const retentionMs = String(retentionMsOf(options.retentionSeconds))

  const ask = async (script: string, key: string, ...values: ReadonlyArray<string>) =>
    // A client may be set to answer integers as text.
    Number(await run(script, prefix + (await storedKey(key)), values))
  const askWhether = async (script: string, key: string, ...values: ReadonlyArray<string>) =>
    (await ask(script, key, ...values)) === 1
  const leaseOf = (leaseMs: number) => String(Math.ceil(leaseMs))

  return {
    claim: async (key, owner, leaseMs) => readClaim(await ask(claimScript, key, owner, leaseOf(leaseMs), retentionMs)),
    renew: (key, owner, leaseMs) => askWhether(renewScript, key, owner, leaseOf(leaseMs), retentionMs),
    complete: (key, owner) => askWhether(completeScript, key, owner, retentionMs),
    release: (key, owner) => askWhether(releaseScript, key, owner)
  }
}
