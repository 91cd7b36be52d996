import { createReceiver, type WebhookEvent } from "@heddle/receiver"
import { redisStore } from "@heddle/receiver/redis"
import { Queue, Worker } from "bullmq"
import { createClient } from "redis"
import { work } from "./work.ts"

const url = process.env["REDIS_URL"] ?? ""
export const client = createClient({ url })
client.on("error", (error) => console.error(error))
await client.connect()

export const queue = new Queue<WebhookEvent>("heddle", {
  connection: { url },
  defaultJobOptions: { attempts: 10, backoff: { type: "exponential", delay: 30_000 }, removeOnComplete: 10_000 }
})
queue.on("error", (error) => console.error(error.message))

export const receiver = createReceiver({
  secrets: process.env["HEDDLE_WEBHOOK_SECRET"] ?? "",
  store: redisStore({ client }),
  handler: async (event, { eventKey, claim }) => {
    // Added twice under one id, it is one job. BullMQ takes no colon in an id; all test events have one key.
    const once = claim === null ? {} : { jobId: eventKey.replaceAll(":", "/") }
    await queue.add(event.rule.type, event, once)
  }
})

export const worker = new Worker<WebhookEvent>("heddle", ({ data }) => work(data), { connection: { url } })
worker.on("error", (error) => console.error(error.message))
worker.on("failed", (job, error) => console.error(`${job?.id} failed:`, error))
