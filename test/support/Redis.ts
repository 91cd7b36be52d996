import { describeWith } from "./DescribeWith.ts"
import { redisServer } from "./Services.ts"

/** Declares tests on the Redis server of this run; they receive its URL. */
export const onRedis = (title: string, declare: (url: string) => void): void =>
  describeWith(redisServer, title, declare)
