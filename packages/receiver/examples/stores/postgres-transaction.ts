import { createReceiver } from "@heddle/receiver"
import { postgresStore } from "@heddle/receiver/postgres"
import postgres from "postgres"

export const sql = postgres(process.env["WEBHOOK_DATABASE_URL"] ?? "", { onnotice: () => {} })
await sql`CREATE TABLE IF NOT EXISTS mentions (post text, likes integer)`
const store = postgresStore({ client: sql, table: "mention_events" })
await store.createTable()

export const receiver = createReceiver({
  secrets: process.env["HEDDLE_WEBHOOK_SECRET"] ?? "",
  store,
  handler: async ({ post }, context) => {
    await sql.begin(async (transaction) => {
      await transaction`INSERT INTO mentions (post, likes) VALUES (${post.code}, ${post.like_count})`
      await store.completeIn(transaction, context)
    })
  }
})
