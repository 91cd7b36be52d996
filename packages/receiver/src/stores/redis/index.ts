export type { IoRedisLike, NodeRedisLike, RedisClient, RunScript } from "./RedisClient.ts"
export { redisStore, type RedisStoreOptions } from "./RedisStore.ts"
