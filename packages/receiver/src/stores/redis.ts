import { ReceiverConfigError } from "../core/Errors.ts"
import { retentionMsOf } from "../core/Limits.ts"
import { type Claim, type IdempotencyStore, storedKey } from "../core/Store.ts"

/** `createClient`, `createCluster` and `createSentinel` of `redis`. */
export interface NodeRedisLike {
  readonly evalSha: unknown
  readonly eval: (script: string, options: { keys: Array<string>; arguments: Array<string> }) => Promise<unknown>
}

/** `Redis` and `Cluster` of `ioredis`. */
export interface IoRedisLike {
  readonly evalsha: unknown
  readonly eval: (script: string, numberOfKeys: number, ...keysAndArguments: Array<string>) => Promise<unknown>
}

/** Any other client: runs one Lua script with one key, as `EVAL script 1 key …values` does. */
export type RunScript = (script: string, key: string, values: ReadonlyArray<string>) => Promise<unknown>

export type RedisClient = NodeRedisLike | IoRedisLike | RunScript

export interface RedisStoreOptions {
  /** Connected, with its own `error` listener: the store neither opens nor closes it. */
  readonly client: RedisClient
  /** Before every key. Default `heddle:`. */
  readonly prefix?: string | undefined
  /** How long a completed event is remembered. Default 31 days, one more than the sender allows resends. */
  readonly retentionSeconds?: number | undefined
}

/**
 * One hash per event: `owner`, `until` (milliseconds, end of the lease) and, once handled, `done`. One key per script,
 * so a cluster can place it. The clock is the server's. Each is sent whole (EVAL): nothing to load, nothing to lose when
 * the server's cache is flushed or a replica takes over.
 */
const now = "local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000) "
const read = "local e = redis.call('HMGET', KEYS[1], 'owner', 'until', 'done') "

/** ARGV: owner, lease, retention (ms). 0 when claimed, -1 when completed, else what is left of the other's lease. */
const claimScript = `${now}${read}
if e[3] then return -1 end
if e[1] and e[1] ~= ARGV[1] and tonumber(e[2]) > now then return tonumber(e[2]) - now end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'until', string.format('%.0f', now + ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2] + ARGV[3])
return 0`

/** ARGV: owner, lease, retention (ms). 1 when renewed. */
const renewScript = `${now}${read}
if e[1] ~= ARGV[1] or e[3] then return 0 end
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2] + ARGV[3])
return 1`

/** ARGV: owner, retention (ms). 1 when completed. */
const completeScript = `${read}
if e[1] ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'done', '1')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`

/** ARGV: owner. 1 when released. */
const releaseScript = `${read}
if e[1] ~= ARGV[1] or e[3] then return 0 end
redis.call('DEL', KEYS[1])
return 1`

function scriptRunner(client: RedisClient): RunScript {
  if (typeof client === "function") return client
  if (typeof client === "object" && client !== null && typeof client.eval === "function") {
    if ("evalSha" in client) {
      return (script, key, values) => client.eval(script, { keys: [key], arguments: [...values] })
    }
    if ("evalsha" in client) return (script, key, values) => client.eval(script, 1, key, ...values)
  }
  throw new ReceiverConfigError(
    "invalid_option",
    "client must be a client of redis or ioredis, or a function (script, key, values) that runs EVAL."
  )
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
