import { createReceiver } from "@heddle/receiver"
import { postgresStore } from "@heddle/receiver/postgres"
import { Pool } from "pg"
import { save } from "./save.ts"

export const client = new Pool({ connectionString: process.env["WEBHOOK_DATABASE_URL"] })
client.on("error", (error) => console.error(error.message))
const store = postgresStore({ client })
await store.createTable()

export const receiver = createReceiver({
  secrets: process.env["HEDDLE_WEBHOOK_SECRET"] ?? "",
  store,
  handler: save
})
