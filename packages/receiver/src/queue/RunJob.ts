import { eventKeyOf } from "../core/EventKey.ts"
import type { EventContext, EventHandler } from "../core/Handler.ts"
import { holdLease, leaseLost } from "../core/Lease.ts"
import { maxJobDelaySeconds, minJobDelaySeconds } from "../core/Limits.ts"
import { parseEvent } from "../core/ParseEvent.ts"
import { failure } from "../core/Failure.ts"
import { ReceiverError } from "../core/ReceiverError.ts"
import type { Job, JobStore } from "./JobStore.ts"

export interface JobFailure {
  readonly error: ReceiverError
  /** Of runs so far; 0 when no job could be taken. */
  readonly attempts: number
  /** No run follows: the job stays in the table with `failed_at`. */
  readonly final: boolean
}

export interface JobSettings {
  readonly jobs: JobStore
  readonly handler: EventHandler
  readonly leaseMs: number
  readonly maxAttempts: number
  readonly report: (failure: JobFailure) => void
}

/** 30 s, 1 min, 2 min … 1 h. */
const delayMsAfter = (attempts: number): number =>
  Math.min(minJobDelaySeconds * 2 ** (attempts - 1), maxJobDelaySeconds) * 1000

/** The fencing token of a run, and when the job was asked for, by `performance.now()`. */
interface Held {
  readonly owner: string
  readonly sinceMs: number
}

async function handleJob(settings: JobSettings, job: Job, { owner, sinceMs }: Held): Promise<void> {
  const { jobs, handler, leaseMs, maxAttempts } = settings
  const rawBody = new TextEncoder().encode(job.body)
  const event = parseEvent(rawBody)
  const eventKey = eventKeyOf(event)
  if (job.attempts > maxAttempts) {
    // A run that ended without a word took its process along; it shall not do so with one process after the other.
    const ended = `Its ${maxAttempts} runs ended with their worker or outlived their lease.`
    throw failure("handler_failed", `The queued event is given up. ${ended}`, { eventKey })
  }
  const context: EventContext = {
    eventKey,
    idempotencyKey: job.idempotencyKey,
    attempt: job.attempts,
    signedAt: job.signedAt,
    receivedAt: new Date(job.receivedAtMs),
    rawBody
  }
  const claim = { key: job.id, owner }
  const lease = holdLease(jobs, context, { claim, leaseMs, sinceMs, storeTimeoutMs: leaseMs })
  try {
    await handler(event, { ...lease.context, claim: null })
  } catch (cause) {
    if (cause instanceof ReceiverError && cause.code === "lease_lost") throw cause
    throw failure("handler_failed", "The handler of a queued event failed.", { cause, eventKey })
  } finally {
    lease.end()
  }
  if (!(await jobs.finish(job.id, owner))) throw leaseLost(eventKey)
}

/** Rejects only when the queue itself fails: the job is due again when its lease ends. */
export async function runJob(settings: JobSettings, job: Job, held: Held): Promise<void> {
  try {
    await handleJob(settings, job, held)
  } catch (error) {
    if (!(error instanceof ReceiverError)) throw error
    const { attempts } = job
    const final = attempts >= settings.maxAttempts
    const kept = await settings.jobs.retry(job.id, held.owner, final ? null : delayMsAfter(attempts))
    settings.report({ error, attempts, final: final && kept })
  }
}
