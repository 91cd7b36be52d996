import { createReceiver } from "@heddle/receiver"
import { sampleEvent, signRequest } from "@heddle/receiver/testing"
import { expect, it } from "vitest"
import { secret } from "../support/Fixtures.ts"
import { runs } from "../../../../test/support/Runs.ts"
import { withSeeds } from "../../../../test/support/Seeds.ts"
import { openStore } from "./OpenStore.ts"
import { newLog, readLog, run } from "./Processes.ts"
import { overStores, postgresStores, redisStores, type Space, transactional } from "./SharedStores.ts"
import type { CrashPoint, StoreName } from "./Task.ts"

const crashPoints: ReadonlyArray<CrashPoint> = [
  "before claim",
  "after claim",
  "in handler",
  "before complete",
  "after complete"
]

/** Delivers every code again, by a process that lives: what the dead one held, what it completed, what now runs. */
async function deliverAgain(space: Space, codes: Iterable<string>): Promise<Map<string, Array<string>>> {
  const opened = await openStore(space)
  const receiver = createReceiver({
    secrets: secret,
    store: opened.store,
    handler: (event, context) => opened.sideEffect?.(event.post.code, context, () => {})
  })
  const replies = new Map<string, Array<string>>()
  for (const code of codes) {
    const signed = await signRequest({ secrets: secret, body: sampleEvent({ post: { code } }) })
    replies.set(code, [(await receiver.handle(signed)).code])
  }
  await space.advance(3601)
  for (const [code, seen] of replies) {
    const signed = await signRequest({ secrets: secret, body: sampleEvent({ post: { code } }) })
    seen.push((await receiver.handle(signed)).code)
  }
  await opened.close()
  return replies
}

/** A run is complete with its transaction where there is one, else when the handler has ended. */
async function completedRuns(space: Space, log: string): Promise<Set<string>> {
  if (space.store === transactional) return new Set((await space.effects()).map(({ code }) => code))
  return new Set(readLog(log).flatMap(([word, code = ""]) => (word === "end" ? [code] : [])))
}

/** What two more deliveries are answered, the second after the lease of the dead process. */
function expected(crashAt: CrashPoint, isDone: boolean): ReadonlyArray<string> {
  if (isDone) return ["duplicate", "duplicate"]
  return crashAt === "before claim" ? ["handled", "duplicate"] : ["in_progress", "handled"]
}

overStores("kill -9", [...redisStores, ...postgresStores], (store, newSpace) => {
  const points: ReadonlyArray<CrashPoint> =
    store === transactional ? [...crashPoints, "in transaction", "after transaction"] : crashPoints

  it.each(points)("%s: what did not end runs again, and what ended does not", async (crashAt) => {
    const space = await newSpace(store)
    const log = newLog()
    const { ended, errors } = run({ ...space, mode: "one", deliveries: 1, crashAt, log })
    expect([await ended, errors()]).toEqual([[null, "SIGKILL"], ""])
    await space.settled()
    const completed = (await completedRuns(space, log)).has("one")
    const replies = (await deliverAgain(space, ["one"])).get("one")
    const isDone = crashAt === "after complete" || (completed && store === transactional)
    expect({ replies, wrongly: isDone && !completed }).toEqual({ replies: expected(crashAt, isDone), wrongly: false })
    expect(await space.effects()).toEqual(store === transactional ? [{ code: "one", rows: 1 }] : [])
  })
})

const streaming: ReadonlyArray<StoreName> = ["redis", "pg", transactional]

const rounds = runs(3)

overStores("random kills", streaming, (store, newSpace) => {
  it(
    "never leave an event done whose run did not end",
    () =>
      withSeeds(rounds, async ({ below }) => {
        const space = await newSpace(store)
        const log = newLog()
        const { child, ended, errors } = run({ ...space, mode: "stream", deliveries: 8, log })
        const steps = below(200)
        await expect.poll(() => readLog(log).length, { timeout: 50_000, interval: 5 }).toBeGreaterThan(steps)
        child.kill("SIGKILL")
        expect([await ended, errors()]).toEqual([[null, "SIGKILL"], ""])
        await space.settled()

        const completed = await completedRuns(space, log)
        const started = new Set(readLog(log).map(([, code = ""]) => code))
        const replies = [...(await deliverAgain(space, started))]
        const done = replies.filter(([, [first]]) => first === "duplicate")
        expect(done.filter(([code]) => !completed.has(code))).toEqual([])
        const others = replies.filter(([, seen]) => seen.join() !== "duplicate,duplicate")
        expect(new Set(others.map(([, seen]) => seen.join()))).toEqual(new Set(others.map(() => "in_progress,handled")))
        for (const { rows } of await space.effects()) expect(rows).toBe(1)
      }),
    60_000 + rounds * 12_000
  )
})
