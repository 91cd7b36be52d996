/**
 * Answers recorded once are answered again, byte for byte, on both databases. The server is a real process and only its
 * ports and commands are used, so that the test stands whatever its code becomes. `README.md` says how to record anew.
 */
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, it } from "vitest"
import { accountGroups, historyGroups } from "./calls/Accounts.ts"
import { conventionGroups } from "./calls/Conventions.ts"
import { postGroups } from "./calls/Posts.ts"
import { statisticsGroups } from "./calls/Statistics.ts"
import { deliveredGroups, webhookGroups } from "./calls/Webhooks.ts"
import { checksOf } from "./Checks.ts"
import { createCallers, ingestAll } from "./Population.ts"
import { startReceiver } from "./Receiver.ts"
import { baseSeconds } from "./StandingClock.ts"
import { storages } from "./Storages.ts"
import { startWorld, type World } from "./World.ts"

const beforeRound = [
  ...postGroups,
  ...statisticsGroups,
  ...conventionGroups,
  ...accountGroups,
  ...webhookGroups,
  ...historyGroups
]
const expectedEvents = 12

for (const { name, skip, isRecorded, make } of storages) {
  describe.skipIf(skip)(`recorded answers on ${name}`, () => {
    const scope = Scope.makeUnsafe()
    let world: World
    const checks = checksOf(() => world, isRecorded)

    beforeAll(async () => {
      const stored = await Effect.runPromise(Scope.provide(make([]), scope))
      world = await startWorld(stored, await startReceiver(), baseSeconds)
    })

    afterAll(async () => {
      await world.end()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })

    it("accounts are made, and posts taken in", async () => {
      checks.compare("ingested", await ingestAll(world))
      await createCallers(world)
    })

    for (const group of beforeRound) checks.group(group)

    it("a round after the next start sends events for posts that were stored before", async () => {
      await world.restart()
      await checks.settled(["/events"], expectedEvents)
      checks.events("events", ["/events"])
    })

    for (const group of deliveredGroups) checks.group(group)

    it("the ledger's equation holds at the end", () => checks.ledger())
  })
}
