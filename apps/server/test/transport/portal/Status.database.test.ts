/** What the status screen says about sources: whether they fail, not only how old their posts are. */
import { assert } from "@effect/vitest"
import { Effect, Fiber, Schedule, Stream } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { batchesOf } from "../../../src/sources/ingestion/Source.ts"
import { sourceTasks } from "../../../src/sources/SourceTasks.ts"
import { Sources } from "../../../src/sources/SourceNames.ts"
import type { Change } from "../../../src/store/Change.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { ServedApi } from "../../support/ServedApi.ts"

const post = (code: string): Change => ({
  type: "post",
  code,
  caption: "this is a post",
  username: "ann",
  post_timestamp: Math.floor(Date.now() / 1_000) - 60
})

/** One run of the task of a source with these changes. */
const runOf = Effect.fnUntraced(function* (changes: Stream.Stream<Change>) {
  const lab = { name: "lab", batches: () => batchesOf(changes), live: null }
  const [task] = yield* sourceTasks.pipe(Effect.provideService(Sources, [lab]))
  return yield* Effect.exit(task?.run ?? Effect.die("There is no task"))
})

onAnyDatabaseWith("The status of a source", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("is failing from its first failure until its changes are stored again", () =>
    Effect.gen(function* () {
      const { portal } = yield* portalUser()
      const lab = Effect.map(portal["status.ShowStatus"](), ({ sources }) => sources.find(({ name }) => name === "lab"))

      const run = yield* Effect.forkScoped(runOf(Stream.make(post("first"))))
      const fails = Effect.flatMap(lab, (now) => (now?.state === "failing" ? Effect.succeed(now) : Effect.fail(now)))
      const first = yield* Effect.retry(fails, { times: 500, schedule: Schedule.spaced("20 millis") })
      assert.isNotNull(first.failingSince)
      yield* Fiber.interrupt(run)
      yield* runOf(Stream.die(new Error("the network of the source is gone")))
      assert.deepStrictEqual((yield* lab)?.failingSince, first.failingSince)

      yield* Effect.forkScoped(runOf(Stream.concat(Stream.make(post("second")), Stream.never)))
      const works = Effect.flatMap(lab, (now) => (now?.state === "ok" ? Effect.succeed(now) : Effect.fail(now)))
      const { failingSince } = yield* Effect.retry(works, { times: 500, schedule: Schedule.spaced("20 millis") })
      assert.isNull(failingSince)
    }).pipe(Effect.scoped)
  )
})
