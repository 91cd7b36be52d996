import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { Reactivity } from "effect/reactivity"
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { migratedPglite } from "../../../../../test/support/Services.ts"
import * as PgliteClient from "../../../src/database/pglite/PgliteClient.ts"
import { PgliteThread } from "../../../src/database/pglite/PgliteThread.ts"

const openedWorker = Effect.acquireRelease(
  Effect.promise(async () => {
    const worker = new Worker(new URL("../../../src/database/pglite/PgliteWorker.ts", import.meta.url), {
      workerData: { memory: true, dump: migratedPglite().dump }
    })
    await once(worker, "message")
    return worker
  }),
  (worker) => Effect.promise(() => worker.terminate())
)

describe("PgliteThread", () => {
  it.live("a crashed thread fails the running statement and all later ones with the reason", () =>
    Effect.gen(function* () {
      const worker = yield* openedWorker
      const thread = new PgliteThread(worker)
      const sql = yield* PgliteClient.make(thread)
      const lost = yield* Effect.forkChild(Effect.flip(thread.lost))
      const underWay = yield* Effect.forkChild(Effect.exit(sql`SELECT pg_sleep(600)`), { startImmediately: true })
      const waiting = yield* Effect.forkChild(Effect.exit(sql`SELECT 1`), { startImmediately: true })
      yield* Effect.promise(() => worker.terminate())
      assert.isTrue(Exit.isFailure(yield* Fiber.join(underWay)))
      assert.isTrue(Exit.isFailure(yield* Fiber.join(waiting)))
      const { reason } = yield* Effect.flip(sql`SELECT 1`)
      assert.strictEqual(reason._tag, "ConnectionError")
      assert.include((yield* Fiber.join(lost)).message, "PGlite's thread has ended: exit code 1")
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
  )

  it.live("a thread that is closed is not lost", () =>
    Effect.gen(function* () {
      const thread = new PgliteThread(yield* openedWorker)
      const lost = yield* Effect.forkChild(thread.lost, { startImmediately: true })
      yield* thread.close
      assert.isUndefined(lost.pollUnsafe())
      yield* Fiber.interrupt(lost)
    }).pipe(Effect.scoped)
  )
})
