import type { Redis } from "ioredis"

/** Moves every lease and every expiry under the prefix into the past, as if that much time had gone by. */
export async function advanceRedis(client: Redis, prefix: string, seconds: number): Promise<void> {
  for (const key of await client.keys(`${prefix}*`)) {
    await client.hincrby(key, "until", -seconds * 1000)
    await client.pexpire(key, Math.max(0, (await client.pttl(key)) - seconds * 1000))
  }
}
