/**
 * Answers recorded once are answered again, byte for byte, on both databases. The server is a real process and only its
 * ports are used, so that the test stands whatever its code becomes. `README.md` says how to record anew.
 */
import { Effect, Exit, Redacted, Scope } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { eventually, runHeddle } from "../support/HeddleProcess.ts"
import { metric } from "../support/Operator.ts"
import { freshDatabase } from "../support/PostgresDatabases.ts"
import type { Group } from "./Call.ts"
import { accountGroups, historyGroups } from "./calls/Accounts.ts"
import { conventionGroups } from "./calls/Conventions.ts"
import { postGroups } from "./calls/Posts.ts"
import { statisticsGroups } from "./calls/Statistics.ts"
import { deliveredGroups, webhookGroups } from "./calls/Webhooks.ts"
import { differences, isRecording, linesOf, record, recorded } from "./Recording.ts"
import { arrivedLine } from "./Receiver.ts"
import { makeWorld, type World } from "./World.ts"

const beforeRound = [
  ...postGroups,
  ...statisticsGroups,
  ...conventionGroups,
  ...accountGroups,
  ...webhookGroups,
  ...historyGroups
]
const expectedEvents = 12

const compare = (name: string, lines: ReadonlyArray<string>, records: boolean) => {
  if (records) record(name, lines)
  const expected = recorded(name)
  assert.isDefined(expected, `${name} was never recorded; run with HEDDLE_TEST_RECORD=true`)
  assert.strictEqual(differences(expected ?? [], lines), "")
}

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "heddle-recorded-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

interface Storage {
  readonly name: string
  readonly skip: boolean
  /** Whether its answers are the ones to be recorded. */
  readonly records: boolean
  readonly env: Effect.Effect<Readonly<Record<string, string>>, never, Scope.Scope>
}

const postgresUrl = inject("postgresUrl")

const storages: ReadonlyArray<Storage> = [
  { name: "the embedded database", skip: false, records: isRecording, env: Effect.succeed({}) },
  {
    name: "PostgreSQL",
    skip: postgresUrl === undefined,
    records: false,
    env: Effect.map(freshDatabase(postgresUrl ?? "", "template1"), (url) => ({ DATABASE_URL: Redacted.value(url) }))
  }
]

for (const { name: storage, skip, records, env } of storages) {
  describe.skipIf(skip)(`recorded answers on ${storage}`, () => {
    const scope = Scope.makeUnsafe()
    let world: World

    const check = (group: Group) =>
      it(`${group.name}: ${group.calls.length} calls`, async () => {
        compare(group.name, await linesOf(world, group), records)
      })

    beforeAll(async () => {
      const dataDir = await Effect.runPromise(Scope.provide(temporaryFolder, scope))
      world = await makeWorld(dataDir, await Effect.runPromise(Scope.provide(env, scope)))
    })

    afterAll(async () => {
      await world.end()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })

    it("the posts are taken in", () => compare("ingested", world.ingested, records))

    for (const group of beforeRound) check(group)

    it("a round after the next start sends events for posts that were stored before", async () => {
      await world.restart()
      const { placeholders } = world
      const { arrived } = world.receiver
      const events = () => arrived.filter(({ path }) => path === "/events")
      const isDone = async () =>
        events().length >= expectedEvents && (await metric(world.server(), "webhook_events_unfinished")) === 0
      await eventually(`${expectedEvents} events arrive`, isDone, 30_000)
      placeholders.begin("events")
      const bodyOf = (line: string): string => JSON.parse(line).body
      const lines = events()
        .map((one) => placeholders.hide(arrivedLine(one, placeholders.valuesOf("secret"))))
        // Events are sent at the same time, in any order.
        .toSorted((one, other) => (bodyOf(one) < bodyOf(other) ? -1 : 1))
      compare("events", lines, records)
    })

    for (const group of deliveredGroups) check(group)

    it("the ledger's equation holds at the end", async () => {
      const said = await runHeddle(["doctor", "--ledger"], world.place.env)
      assert.include(said, "for every account")
    })
  })
}
