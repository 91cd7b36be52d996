/**
 * A database that an earlier version left behind, its process killed among deliveries, is opened by this one, which goes
 * on: sends what was not sent, knows what was asked, charges what is new. On both databases, against recorded answers.
 */
import { Effect, Exit, Scope } from "effect"
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, it } from "vitest"
import { before } from "./calls/Before.ts"
import { checksOf } from "./Checks.ts"
import { ingest } from "./Population.ts"
import { startReceiver } from "./Receiver.ts"
import { baseSeconds } from "./StandingClock.ts"
import { storages } from "./Storages.ts"
import { startWorld, type World } from "./World.ts"

const fileOf = (name: string): string => readFileSync(new URL(`before/${name}`, import.meta.url), "utf8")

interface Left {
  readonly keys: Readonly<Record<string, string>>
  readonly cursor: string
}

const left: Left = JSON.parse(fileOf("keys.json"))

/** Where the endpoints are that were left with unfinished events: 16 under way, 6 waiting, 1 to be tried again. */
const unfinished = { paths: ["/recovers", "/slow"], events: 23 }

const newPost = (base: number, likes: number) =>
  JSON.stringify({
    type: "post",
    code: "new-1",
    caption: "新版的消息",
    username: "ben",
    post_timestamp: base,
    like_count: likes,
    observed_at: base + likes
  })

for (const { name, skip, isRecorded, make } of storages) {
  describe.skipIf(skip)(`a database of the version before on ${name}`, () => {
    const scope = Scope.makeUnsafe()
    let world: World
    const checks = checksOf(() => world, isRecorded)

    beforeAll(async () => {
      const receiver = await startReceiver()
      const dump = fileOf("database.sql").replaceAll("<receiver>", receiver.url).split("\n--;\n")
      const stored = await Effect.runPromise(Scope.provide(make(dump), scope))
      world = await startWorld(stored, receiver, baseSeconds + 2 * 3_600)
      for (const [caller, key] of Object.entries(left.keys)) world.placeholders.add(`key:${caller}`, key)
      world.placeholders.add("cursor", left.cursor)
    })

    afterAll(async () => {
      await world.end()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })

    it("what was not sent is sent, and nothing twice", () => checks.settled(unfinished.paths, unfinished.events))

    checks.group(before.opened)

    it("the events are those that were left", () => checks.events("before-events", unfinished.paths))

    it("posts are updated and taken in", async () => {
      const old = { type: "post", code: "old-3", caption: "x", username: "amy", post_timestamp: 0 }
      const lines = [JSON.stringify({ ...old, like_count: 99 }), '{"type":"delete","code":"old-4"}']
      checks.compare("before-ingested", [await ingest(world, [...lines, newPost(baseSeconds, 20)].join("\n"))])
    })

    checks.group(before.goesOn)

    it("a new rule sends its event at the next start, and the old rules none again", async () => {
      await world.restart()
      await checks.settled(["/events"], 1)
      checks.events("before-new-events", ["/events"])
      checks.events("before-events", unfinished.paths)
    })

    checks.group(before.afterRound)

    it("the ledger's equation holds at the end", () => checks.ledger())
  })
}
