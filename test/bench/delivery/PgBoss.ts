/** Deliveries on pg-boss: whole batches, woken by notifications, the log in the transaction of the completion. */
import { PgBoss } from "pg-boss"
import { attemptColumns, createAttempts, insertAttempts } from "./AttemptTable.ts"
import { type Attempt, type Job, send } from "./Client.ts"
import type { Peer, WorkerSettings } from "./Worker.ts"

const queue = "deliveries"
/** Workers, each with a batch and a transaction of its own. */
const workers = 4
const sparePoolSize = 4
const atOnce = 1_000

export const pgBoss = async ({ databaseUrl }: WorkerSettings): Promise<Peer> => {
  const boss = new PgBoss({ connectionString: databaseUrl, max: workers + sparePoolSize, useListenNotify: true })
  boss.on("error", (error) => process.stderr.write(`pg-boss: ${String(error)}\n`))
  await boss.start()
  await boss.createQueue(queue, { notify: true })
  await boss.getDb().executeSql(createAttempts)
  return {
    queue: async (jobs) => {
      for (let from = 0; from < jobs.length; from += atOnce) {
        await boss.insert(
          queue,
          jobs.slice(from, from + atOnce).map((data) => ({ data }))
        )
      }
    },
    work: async (concurrency) => {
      const options = {
        batchSize: Math.ceil(concurrency / workers),
        localConcurrency: workers,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 0.5,
        notifyPollingIntervalSeconds: 0.5,
        transactional: true
      } as const
      await boss.work<Job, void, typeof options>(queue, options, async (jobs, tx) => {
        const attempts = await Promise.all(
          jobs.map(async ({ data }): Promise<[Job, Attempt]> => [data, await send(data)])
        )
        await tx.executeSql(insertAttempts, attemptColumns(attempts))
      })
    },
    rest: () => boss.offWork(queue)
  }
}
