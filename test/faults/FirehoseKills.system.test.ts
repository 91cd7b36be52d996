/** A server that is killed around a commit of its source counts every event once, on whichever side the kill falls. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as PostgresClient from "../../apps/server/src/database/client/PostgresClient.ts"
import { sorted, storedCounts } from "../../apps/server/test/support/FollowedSource.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { onPostgres } from "../support/Databases.ts"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, eventually, startHeddle } from "../support/HeddleProcess.ts"
import { madeEvents } from "../support/jetstream/MadeNetwork.ts"
import { recount } from "../support/jetstream/Recount.ts"
import { standIn } from "../support/jetstream/StandIn.ts"

const slackMillis = 60_000
const failpoints = ["batch.beforeCommit:2", "batch.afterCommit:2"]

const killAndCount = Effect.fnUntraced(function* (failpoint: string, url: Redacted.Redacted<string>) {
  const dataDir = yield* Effect.acquireRelease(Effect.promise(makeDataDir), (folder) =>
    Effect.promise(() => removeDataDir(folder))
  )
  const port = yield* Effect.promise(freePort)
  const place = yield* Effect.promise(() =>
    choosePlace(dataDir, {
      DATABASE_URL: Redacted.value(url),
      HEDDLE_SOURCE: "bluesky",
      HEDDLE_BLUESKY_HOSTS: `ws://127.0.0.1:${port}`
    })
  )
  const killed = yield* Effect.promise(() =>
    startHeddle({ ...place, env: { ...place.env, HEDDLE_FAILPOINT: failpoint } })
  )
  const startMillis = Date.now() - 600_000
  const events = [...madeEvents({ seed: 11, events: 800, people: 40, startMillis, eventsPerSecond: 100 })]
  // Slow at first, so that there are several batches.
  const network = yield* standIn({ events, port, faults: [{ pauseMillis: 400 }] })
  assert.isNull(yield* Effect.promise(() => killed.exit()), killed.output())
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => startHeddle(place)),
    (running) => Effect.promise(() => running.stop())
  )
  const counts = storedCounts.pipe(Effect.provide(PostgresClient.layer({ url, maxConnections: 1 })), Effect.orDie)
  const expected = JSON.stringify(sorted(recount(events)))
  const isCounted = async () => JSON.stringify(sorted(await Effect.runPromise(counts))) === expected
  yield* Effect.promise(() => eventually("the log is read", async () => network.served() > 0, slackMillis))
  yield* Effect.promise(() => eventually("the counts are right", isCounted, slackMillis))
  // Whatever is still on its way must not change anything.
  yield* Effect.sleep("1 second")
  assert.strictEqual(JSON.stringify(sorted(yield* counts)), expected, server.output())
}, Effect.scoped)

onPostgres("a server that is killed while it stores the events of a network", ({ freshUrl }) => {
  for (const failpoint of failpoints) {
    it.live(
      `goes on after ${failpoint}`,
      () => Effect.scoped(Effect.flatMap(freshUrl, (url) => killAndCount(failpoint, url))),
      300_000
    )
  }
})
