/** A way of sending in a process of its own: `fork(Worker.ts, [settings])`, controlled by messages. */
import { type Job, send } from "./Client.ts"
import { graphileWorker } from "./GraphileWorker.ts"
import { pgBoss } from "./PgBoss.ts"

export interface WorkerSettings {
  readonly way: "floor" | "pg-boss" | "graphile-worker"
  readonly databaseUrl: string
}

export type WorkerRequest =
  /** Queues jobs without working on them. */
  | { readonly do: "queue"; readonly jobs: ReadonlyArray<Job> }
  /** Works from this time (Unix time) on. */
  | { readonly do: "work"; readonly from: number; readonly concurrency: number }
  /** Ends the work. */
  | { readonly do: "rest" }

/** One way of the work. */
export interface Peer {
  readonly queue: (jobs: ReadonlyArray<Job>) => Promise<void>
  /** With this many jobs at a time. */
  readonly work: (concurrency: number) => Promise<void>
  readonly rest: () => Promise<void>
}

/** The floor: a bare loop of the client, without a database. */
const floor = async (): Promise<Peer> => {
  let queued: ReadonlyArray<Job> = []
  let next = 0
  const loop = async () => {
    for (let job = queued[next++]; job !== undefined; job = queued[next++]) await send(job)
  }
  return {
    queue: async (jobs) => {
      queued = jobs
      next = 0
    },
    work: async (concurrency) => {
      await Promise.all(Array.from({ length: concurrency }, loop))
    },
    rest: async () => {}
  }
}

const settings: WorkerSettings = JSON.parse(process.argv[2] ?? "{}")
const peers = { floor, "pg-boss": pgBoss, "graphile-worker": graphileWorker }
const peer = await peers[settings.way](settings)

const perform = async (request: WorkerRequest): Promise<void> => {
  if (request.do === "queue") return peer.queue(request.jobs)
  if (request.do === "rest") return peer.rest()
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, request.from - Date.now())))
  return peer.work(request.concurrency)
}

process.on("message", (request: WorkerRequest) => {
  perform(request).then(
    () => process.send?.({ done: true }),
    (error: unknown) => process.send?.({ done: false, error: String(error) })
  )
})
process.on("disconnect", () => process.exit(0))
