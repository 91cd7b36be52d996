import { randomId } from "#crypto"
import { failure } from "../core/Failure.ts"
import { type JobSettings, runJob } from "./RunJob.ts"

export interface WorkerSettings extends JobSettings {
  /** How long to wait when nothing is due. */
  readonly idleMs: number
  readonly concurrency: number
}

export interface Worker {
  /** Takes no further job and resolves when those that run have ended. */
  readonly stop: () => Promise<void>
}

/** Runs jobs, `concurrency` at a time, until it is stopped. */
export function startWorker(settings: WorkerSettings): Worker {
  const stopping = new AbortController()

  const idle = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        stopping.signal.removeEventListener("abort", end)
        resolve()
      }
      const timer = setTimeout(end, settings.idleMs)
      stopping.signal.addEventListener("abort", end)
    })

  async function runNext(): Promise<boolean> {
    try {
      const held = { owner: randomId(), sinceMs: performance.now() }
      const job = await settings.jobs.take(held.owner, settings.leaseMs)
      if (job !== null) await runJob(settings, job, held)
      return job !== null
    } catch (cause) {
      const error = failure("store_failed", "The queue did not answer as it should.", { cause })
      settings.report({ error, attempts: 0, final: false })
      return false
    }
  }

  async function lane(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (!(await runNext()) && !stopping.signal.aborted) await idle()
    }
  }

  const lanes = Array.from({ length: settings.concurrency }, lane)
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(lanes)
    }
  }
}
