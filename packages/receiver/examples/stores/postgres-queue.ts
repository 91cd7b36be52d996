import { createReceiver } from "@heddle/receiver"
import { postgresQueue } from "@heddle/receiver/postgres"
import { Pool } from "pg"
import { save } from "./save.ts"

export const client = new Pool({ connectionString: process.env["DATABASE_URL"] })
client.on("error", (error) => console.error(error.message))
const queue = postgresQueue({
  client,
  table: "queued_events",
  handler: save,
  onFailure: ({ error, attempts, final }) => console.error(error.eventKey, attempts, final, error.cause)
})
await queue.createTables()

export const receiver = createReceiver({
  secrets: process.env["HEDDLE_WEBHOOK_SECRET"] ?? "",
  store: queue.store,
  handler: queue.accept,
  onError: console.error
})
export const worker = queue.startWorker()
