/**
 * A server that is killed around a commit of its source counts every event once, on whichever side the kill falls; and one
 * that is killed while it removes an account ends the removal later, and takes nothing else.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as PostgresClient from "../../apps/server/src/database/client/PostgresClient.ts"
import { sorted, storedCounts } from "../../apps/server/test/support/FollowedSource.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { onPostgres } from "../support/Databases.ts"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, eventually, startHeddle } from "../support/HeddleProcess.ts"
import { postCollection } from "../../apps/server/src/sources/bluesky/PostCode.ts"
import type { MadeEvent } from "../support/jetstream/Events.ts"
import { madeEvents } from "../support/jetstream/MadeNetwork.ts"
import { recount } from "../support/jetstream/Recount.ts"
import { tidOf } from "../support/jetstream/Tids.ts"
import { standIn } from "../support/jetstream/StandIn.ts"

const slackMillis = 60_000
const failpoints = [
  "batch.beforeCommit:2",
  "batch.afterCommit:2",
  "removal.afterMark:1",
  "removal.afterPage:1",
  "removal.afterPage:2"
]
/** More than are removed at once. */
const postsOfGone = 700

/** An account that writes much and is then deleted. */
const goneAccount = (events: ReadonlyArray<MadeEvent>): ReadonlyArray<MadeEvent> => {
  const last = events.at(-1)
  if (last === undefined) return []
  const did = `did:plc:${"z".repeat(24)}`
  const at = (index: number) => ({ seq: last.seq + 1 + index, did, micros: last.micros + 1 + index })
  const posts = Array.from({ length: postsOfGone }, (_, index): MadeEvent => {
    const { micros } = at(index)
    const record = { $type: postCollection, text: `post ${index}`, createdAt: new Date(micros / 1_000).toISOString() }
    const rkey = tidOf(micros)
    return {
      ...at(index),
      what: { kind: "commit", operation: "create", collection: postCollection, rkey, rev: rkey, record }
    }
  })
  return [...posts, { ...at(postsOfGone), what: { kind: "account", active: false, status: "deleted" } }]
}

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
  const made = [...madeEvents({ seed: 11, events: 800, people: 40, startMillis, eventsPerSecond: 100 })]
  const events = [...made, ...goneAccount(made)]
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
