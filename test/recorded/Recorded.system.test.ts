/**
 * The API still gives the recorded answers, byte for byte, on both databases. The server is a real process, and the test
 * uses only its ports and commands, so it survives any change of the code behind them. `README.md` says how to re-record.
 */
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, it } from "vitest"
import { accountGroups, historyGroups } from "./calls/Accounts.ts"
import { conventionGroups } from "./calls/Conventions.ts"
import { postGroups } from "./calls/Posts.ts"
import { statisticsGroups } from "./calls/Statistics.ts"
import { deliveredGroups, webhookGroups } from "./calls/Webhooks.ts"
import { checksOf, timeoutMillis } from "./Checks.ts"
import { createCallers, ingestAll } from "./Population.ts"
import { startReceiver } from "./Receiver.ts"
import { baseSeconds } from "./StandingClock.ts"
import { onEveryStorage } from "./Storages.ts"
import { openWorld, type World } from "./World.ts"

const beforeRound = [
  ...postGroups,
  ...statisticsGroups,
  ...conventionGroups,
  ...accountGroups,
  ...webhookGroups,
  ...historyGroups
]
const expectedEvents = 12

onEveryStorage("recorded answers", timeoutMillis, ({ isRecorded, make }) => {
  const scope = Scope.makeUnsafe()
  let world: World
  const checks = checksOf(() => world, isRecorded)

  beforeAll(async () => {
    const stored = await Effect.runPromise(Scope.provide(make([]), scope))
    world = await Effect.runPromise(Scope.provide(openWorld(stored, await startReceiver(), baseSeconds), scope))
  }, timeoutMillis)

  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)), timeoutMillis)

  it("ingests the posts", async () => {
    checks.compare("ingested", await ingestAll(world))
    await createCallers(world)
  })

  for (const group of beforeRound) checks.group(group)

  it("sends webhook events in the round after a restart", async () => {
    await world.restart()
    await checks.settled(["/events"], expectedEvents)
    checks.events("events", ["/events"])
  })

  for (const group of deliveredGroups) checks.group(group)

  it("the ledger is correct at the end", () => checks.ledger())
})
