import { ReceiverConfigError } from "../../core/ReceiverConfigError.ts"

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

export function scriptRunner(client: RedisClient): RunScript {
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
