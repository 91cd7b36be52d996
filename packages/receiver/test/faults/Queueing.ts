/** A process that receives into the queue or works from it, to be killed: `node Queueing.ts '{…}'`, see `QueueTask`. */
import { appendFileSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { createReceiver } from "@heddle/receiver"
import { type PgLike, postgresQueue } from "@heddle/receiver/postgres"
import { sampleEvent, signRequest } from "@heddle/receiver/testing"
import { Pool } from "pg"
import { secret } from "../support/Fixtures.ts"
import type { QueueTask } from "./QueueTask.ts"

const turnsInHandler = 20

const task: QueueTask = JSON.parse(process.argv[2] ?? "{}")
const log = (...words: ReadonlyArray<string>) => appendFileSync(task.log, `${words.join(" ")}\n`)

function step(name: string): void {
  if (task.crashAt === name) process.kill(process.pid, "SIGKILL")
}

/** Each statement is a step: it may be the last before the process dies, or the first that it never sends. */
function fragile(pool: Pool): PgLike {
  let statement = 0
  return {
    query: async (sql, values) => {
      const number = (statement += 1)
      step(`before statement ${number}`)
      const result = await pool.query(sql, values)
      step(`after statement ${number}`)
      return result
    }
  }
}

const pool = new Pool({ connectionString: task.url, max: 8, application_name: task.space })
const queue = postgresQueue({
  client: fragile(pool),
  table: task.space,
  jobsTable: `${task.space}_jobs`,
  leaseSeconds: 3600,
  maxAttempts: 1000,
  pollSeconds: 0.02,
  concurrency: task.lanes,
  onFailure: ({ error }) => log("failed", error.code),
  handler: async ({ post }) => {
    log("start", post.code)
    step("in handler")
    if (task.failing) throw new Error("no")
    // Lets a kill fall into the run: the other lanes go on meanwhile.
    for (let turn = 1; turn <= turnsInHandler; turn += 1) await setImmediate()
    log("end", post.code)
  }
})

if (task.role === "receive") {
  const receiver = createReceiver({ secrets: secret, store: queue.store, handler: queue.accept, leaseSeconds: 3600 })
  const signed = await signRequest({ secrets: secret, body: sampleEvent({ post: { code: "one" } }) })
  log("reply", (await receiver.handle(signed)).code)
  await pool.end()
} else {
  queue.startWorker()
}
