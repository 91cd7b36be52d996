import { createReceiver } from "@heddle/receiver"
import { redisStore } from "@heddle/receiver/redis"
import { createClient } from "redis"
import { save } from "./save.ts"

export const client = createClient({ url: process.env["REDIS_URL"] ?? "" })
client.on("error", (error) => console.error(error))
await client.connect()

export const receiver = createReceiver({
  secrets: process.env["HEDDLE_WEBHOOK_SECRET"] ?? "",
  store: redisStore({ client }),
  handler: save
})
