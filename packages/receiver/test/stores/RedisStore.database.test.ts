import { ReceiverConfigError } from "@heddle/receiver"
import { type RedisClient, redisStore } from "@heddle/receiver/redis"
import { Effect, Exit, Scope } from "effect"
import { Cluster, Redis } from "ioredis"
import { randomUUID } from "node:crypto"
import { createClient, createCluster } from "redis"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { onRedis } from "../../../../test/support/Redis.ts"
import * as RedisServer from "../../../../test/support/RedisServer.ts"
import { conformance } from "./Conformance.ts"
import { advanceRedis } from "./RedisTime.ts"

onRedis("RedisStore", (url) => {
  const nodeRedis = createClient({ url })
  const ioredis = new Redis(url, { lazyConnect: true })
  const asText = new Redis(url, { lazyConnect: true, stringNumbers: true })
  beforeAll(() => nodeRedis.connect())
  afterAll(async () => {
    await nodeRedis.close()
    ioredis.disconnect()
    asText.disconnect()
  })

  const clients: Record<string, RedisClient> = {
    redis: nodeRedis,
    ioredis,
    "ioredis that answers integers as text": asText,
    "any client that runs EVAL": (script, key, values) => ioredis.call("EVAL", script, "1", key, ...values)
  }
  describe.each(Object.entries(clients))("over %s", (_, client) => {
    conformance(() => {
      const prefix = `test:${randomUUID()}:`
      return { store: redisStore({ client, prefix }), advance: (seconds) => advanceRedis(ioredis, prefix, seconds) }
    })
  })

  it("both clients, and a server that has forgotten every script, share one store", async () => {
    const prefix = `test:${randomUUID()}:`
    const [one, other] = [redisStore({ client: nodeRedis, prefix }), redisStore({ client: ioredis, prefix })]
    expect((await one.claim("k", "a", 60_000)).status).toBe("claimed")
    await ioredis.script("FLUSH")
    expect((await other.claim("k", "b", 60_000)).status).toBe("in_progress")
    await ioredis.script("FLUSH")
    expect(await other.complete("k", "a")).toBe(true)
    expect((await one.claim("k", "b", 60_000)).status).toBe("completed")
  })

  it("leaves one key an event, under its prefix, which expires", async () => {
    const prefix = `test:${randomUUID()}:`
    const store = redisStore({ client: ioredis, prefix, retentionSeconds: 1000 })
    await store.claim("k", "a", 60_000)
    expect(await ioredis.keys(`${prefix}*`)).toEqual([`${prefix}k`])
    expect(await ioredis.pttl(`${prefix}k`)).toBeGreaterThan(1_000_000)
    await store.complete("k", "a")
    expect(await ioredis.pttl(`${prefix}k`)).toBeLessThanOrEqual(1_000_000)
    await store.claim("other", "a", 60_000)
    await store.release("other", "a")
    expect(await ioredis.exists(`${prefix}other`)).toBe(0)
  })

  it("an answer that is no number is no permission", async () => {
    const store = redisStore({ client: () => Promise.resolve("OK") })
    await expect(store.claim("k", "a", 1000)).rejects.toThrow("not a number")
  })

  describe("a cluster", () => {
    const scope = Scope.makeUnsafe()
    const stop = () => Effect.runPromise(Scope.close(scope, Exit.void))
    let port = 0
    beforeAll(async () => {
      port = Number(new URL(await Effect.runPromise(Scope.provide(RedisServer.start({ cluster: true }), scope))).port)
      const node = new Redis(port)
      await node.cluster("ADDSLOTSRANGE", 0, 16_383)
      await vi.waitUntil(async () => (await node.cluster("INFO")).includes("cluster_state:ok"), { timeout: 60_000 })
      node.disconnect()
    })
    afterAll(stop)

    it("places every event by its one key, over both clients", async () => {
      const ioredisCluster = new Cluster([{ host: "127.0.0.1", port }])
      const nodeCluster = createCluster({ rootNodes: [{ url: `redis://127.0.0.1:${port}` }] })
      await nodeCluster.connect()
      for (const client of [ioredisCluster, nodeCluster]) {
        const store = redisStore({ client, prefix: `test:${randomUUID()}:` })
        const keys = Array.from({ length: 50 }, (_, index) => `k${index}`)
        const claims = await Promise.all(keys.map((key) => store.claim(key, "a", 60_000)))
        expect(new Set(claims.map((claim) => claim.status))).toEqual(new Set(["claimed"]))
        expect(await Promise.all(keys.map((key) => store.complete(key, "a")))).not.toContain(false)
      }
      await nodeCluster.close()
      ioredisCluster.disconnect()
    })
  })
})

it("something else than a client is refused at construction", () => {
  for (const client of ["redis://localhost", "null", { eval: () => Promise.resolve(0) }]) {
    const options = JSON.parse(JSON.stringify({ client }))
    expect(() => redisStore(options)).toThrow(ReceiverConfigError)
  }
})
