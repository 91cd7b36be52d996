/** Deliveries on graphile-worker: a local queue and completion in batches, woken by notifications. */
import { makeWorkerUtils, run, type Runner, Logger } from "graphile-worker"
import pg from "pg"
import { attemptColumns, createAttempts, insertAttempts } from "./AttemptTable.ts"
import { type Job, send } from "./Client.ts"
import type { Peer, WorkerSettings } from "./Worker.ts"

declare global {
  namespace GraphileWorker {
    interface Tasks {
      deliver: Job
    }
  }
}

const task = "deliver"
const poolSize = 20
const atOnce = 1_000
const logger = new Logger(() => (level, message) => {
  if (level === "error") process.stderr.write(`graphile-worker: ${message}\n`)
})

export const graphileWorker = async ({ databaseUrl }: WorkerSettings): Promise<Peer> => {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: poolSize })
  const utils = await makeWorkerUtils({ pgPool, logger })
  await utils.migrate()
  await pgPool.query(createAttempts)
  let runner: Runner | undefined
  return {
    queue: async (jobs) => {
      for (let from = 0; from < jobs.length; from += atOnce) {
        await utils.addJobs(jobs.slice(from, from + atOnce).map((payload) => ({ identifier: task, payload })))
      }
    },
    work: async (concurrency) => {
      runner = await run({
        pgPool,
        noHandleSignals: true,
        taskList: {
          deliver: async (job) => {
            const attempt = await send(job)
            await pgPool.query({ name: "attempt", text: insertAttempts, values: attemptColumns([[job, attempt]]) })
          }
        },
        preset: {
          worker: {
            concurrentJobs: concurrency,
            maxPoolSize: poolSize,
            pollInterval: 500,
            localQueue: { size: concurrency * 2 },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
            logger
          }
        }
      })
    },
    rest: async () => runner?.stop()
  }
}
