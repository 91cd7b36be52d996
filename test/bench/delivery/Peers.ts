/** The floor and the peers, each in a process of its own and on a database of its own. */
import { Effect } from "effect"
import { createDatabase } from "../Connection.ts"
import { startChild } from "../Child.ts"
import type { Job } from "./Client.ts"
import type { WorkerRequest, WorkerSettings } from "./Worker.ts"

interface Done {
  readonly done: true
}

const isDone = (value: unknown): value is Done =>
  typeof value === "object" && value !== null && "done" in value && value.done === true

const workerOf = (settings: WorkerSettings) =>
  startChild<WorkerRequest, Done>("./delivery/Worker.ts", isDone, JSON.stringify(settings))

export const startPeer = Effect.fnUntraced(function* (way: WorkerSettings["way"], serverUrl: string) {
  const settings = { way, databaseUrl: way === "floor" ? "" : yield* createDatabase(serverUrl, way) }
  const { pid, ask } = yield* workerOf(settings)
  // A process of its own, as the product's events are not made by the server that sends them.
  const feeder = way === "floor" ? { ask } : yield* Effect.andThen(queueNothing(ask), workerOf(settings))
  return {
    name: way,
    pid,
    queue: (jobs: ReadonlyArray<Job>) => Effect.promise(() => feeder.ask({ do: "queue", jobs })),
    work: (from: number, concurrency: number) => Effect.promise(() => ask({ do: "work", from, concurrency })),
    rest: Effect.promise(() => ask({ do: "rest" }))
  }
})

/** Answered when the tables are there: two processes must not make them at once. */
const queueNothing = (ask: (request: WorkerRequest) => Promise<Done>) =>
  Effect.promise(() => ask({ do: "queue", jobs: [] }))

export type Peer = Effect.Success<ReturnType<typeof startPeer>>
