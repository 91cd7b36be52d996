import type { EventHandler } from "../../core/Handler.ts"
import { leaseLost } from "../../core/Lease.ts"
import { defaultLeaseSeconds, maxLeaseSeconds } from "../../core/Limits.ts"
import { notifier } from "../../core/Notify.ts"
import { functionOption, numberOption } from "../../core/Options.ts"
import type { JobFailure } from "../../queue/RunJob.ts"
import { startWorker, type Worker } from "../../queue/Worker.ts"
import { retentionMsOf } from "../Retention.ts"
import { createJobsTableSql, defaultJobsTable } from "./JobStatements.ts"
import { asker } from "./PostgresClient.ts"
import { postgresJobs } from "./PostgresJobs.ts"
import { type PostgresStore, postgresStore, type PostgresStoreOptions } from "./PostgresStore.ts"
import { createSafely, defaultTable } from "./Table.ts"

export interface PostgresQueueOptions extends PostgresStoreOptions {
  /** Runs after the event was acknowledged; throwing lets it run again later. */
  readonly handler: EventHandler
  /** Default `heddle_jobs`. */
  readonly jobsTable?: string | undefined
  /** How long one run holds a job before it may run again. Default 60. */
  readonly leaseSeconds?: number | undefined
  /** Runs before a job has failed for good. Default 10. */
  readonly maxAttempts?: number | undefined
  /** How often an idle worker looks for jobs. Default 1. */
  readonly pollSeconds?: number | undefined
  /** Jobs that one worker runs at once. Default 1. */
  readonly concurrency?: number | undefined
  /** Every run that failed: nobody else hears of it, as the sender was told that all is well. */
  readonly onFailure: (failure: JobFailure) => unknown
}

export interface PostgresQueue {
  readonly store: PostgresStore
  /** The handler of the receiver: the event is in the table, or it is not acknowledged. */
  readonly accept: EventHandler
  readonly createTables: () => Promise<void>
  /** In this process or any other that is made with the same tables. */
  readonly startWorker: () => Worker
}

function readOptions(options: PostgresQueueOptions) {
  const leaseSeconds = { fallback: defaultLeaseSeconds, above: 0, max: maxLeaseSeconds }
  return {
    handler: functionOption("handler", options.handler),
    leaseMs: numberOption("leaseSeconds", options.leaseSeconds, leaseSeconds) * 1000,
    maxAttempts: numberOption("maxAttempts", options.maxAttempts, { fallback: 10, above: 0, max: 1000 }),
    idleMs: numberOption("pollSeconds", options.pollSeconds, { fallback: 1, above: 0, max: 3600 }) * 1000,
    concurrency: Math.ceil(numberOption("concurrency", options.concurrency, { fallback: 1, above: 0, max: 100 })),
    report: notifier("onFailure", functionOption("onFailure", options.onFailure))
  }
}

/**
 * Acknowledges first and works later, with a table as the queue: for handlers that take longer than the 10 s the sender
 * waits. The price: from then on only this queue repeats a failed run, and only `onFailure` tells of it.
 */
export function postgresQueue(options: PostgresQueueOptions): PostgresQueue {
  const tables = { events: options.table ?? defaultTable, jobs: options.jobsTable ?? defaultJobsTable }
  const settings = readOptions(options)
  const ask = asker(options.client)
  const store = postgresStore(options)
  const jobs = postgresJobs(ask, tables, retentionMsOf(options.retentionSeconds))
  return {
    store,
    accept: async (_event, { rawBody, idempotencyKey, signedAt, receivedAt, claim, eventKey }) => {
      const body = new TextDecoder("utf-8", { ignoreBOM: true }).decode(rawBody)
      const added = await jobs.add({ body, idempotencyKey, signedAt, receivedAtMs: receivedAt.getTime() }, claim)
      if (!added) throw leaseLost(eventKey)
    },
    createTables: async () => {
      await store.createTable()
      await ask(createSafely(createJobsTableSql(tables.jobs)), [])
    },
    startWorker: () => startWorker({ ...settings, jobs })
  }
}
