/** The floor: a bare loop of the client, without a database. */
import { type Job, send } from "./Client.ts"
import type { Peer } from "./Worker.ts"

export const floor = async (): Promise<Peer> => {
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
