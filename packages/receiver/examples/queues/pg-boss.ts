import { createReceiver, type WebhookEvent } from "@heddle/receiver"
import { postgresStore } from "@heddle/receiver/postgres"
import { Pool } from "pg"
import { PgBoss } from "pg-boss"
import { work } from "./work.ts"

const connectionString = process.env["WEBHOOK_DATABASE_URL"] ?? ""
export const pool = new Pool({ connectionString })
pool.on("error", (error) => console.error(error.message))
const store = postgresStore({ client: pool })
await store.createTable()

export const boss = new PgBoss({ connectionString })
boss.on("error", (error) => console.error(error.message))
await boss.start()
await boss.createQueue("heddle", { retryLimit: 10, retryDelay: 30, retryBackoff: true })

export const receiver = createReceiver({
  secrets: process.env["HEDDLE_WEBHOOK_SECRET"] ?? "",
  store,
  handler: async (event, context) => {
    const transaction = await pool.connect()
    try {
      await transaction.query("BEGIN")
      await boss.send("heddle", event, { db: { executeSql: (text, values) => transaction.query(text, values) } })
      await store.completeIn(transaction, context)
      await transaction.query("COMMIT")
    } catch (error) {
      await transaction.query("ROLLBACK")
      throw error
    } finally {
      transaction.release()
    }
  }
})

await boss.work<WebhookEvent>("heddle", async (jobs) => {
  for (const { data } of jobs) await work(data)
})
