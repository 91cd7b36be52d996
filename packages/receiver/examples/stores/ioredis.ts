import { createReceiver } from "@heddle/receiver"
import { redisStore } from "@heddle/receiver/redis"
import { Redis } from "ioredis"
import { save } from "./save.ts"

export const client = new Redis(process.env["REDIS_URL"] ?? "")

export const receiver = createReceiver({
  secrets: process.env["HEDDLE_WEBHOOK_SECRET"] ?? "",
  store: redisStore({ client, prefix: "webhooks:" }),
  handler: save
})
