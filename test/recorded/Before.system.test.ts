/**
 * A server continues with the rows of one that was killed during deliveries: it sends the unfinished events, still knows
 * balances, cursors and kept answers, and charges new calls. `README.md` says where the rows come from.
 */
import { Effect, Exit, Scope } from "effect"
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, it } from "vitest"
import { before } from "./calls/Before.ts"
import { checksOf, timeoutMillis } from "./Checks.ts"
import { ingest } from "./Population.ts"
import { startReceiver } from "./Receiver.ts"
import { baseSeconds } from "./StandingClock.ts"
import { onEveryStorage } from "./Storages.ts"
import { openWorld, type World } from "./World.ts"

const fileOf = (name: string): string => readFileSync(new URL(`before/${name}`, import.meta.url), "utf8")

interface Left {
  readonly keys: Readonly<Record<string, string>>
  readonly cursor: string
}

const left: Left = JSON.parse(fileOf("keys.json"))

/** Events that the killed server did not finish: 16 attempts under way, 6 not begun, 1 to be retried. */
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

onEveryStorage("the rows of a killed server", timeoutMillis, ({ isRecorded, make }) => {
  const scope = Scope.makeUnsafe()
  let world: World
  const checks = checksOf(() => world, isRecorded)

  beforeAll(async () => {
    const receiver = await startReceiver()
    const dump = fileOf("database.sql").replaceAll("<receiver>", receiver.url).split("\n--;\n")
    const stored = await Effect.runPromise(Scope.provide(make(dump), scope))
    world = await Effect.runPromise(Scope.provide(openWorld(stored, receiver, baseSeconds + 2 * 3_600), scope))
    for (const [caller, key] of Object.entries(left.keys)) world.placeholders.add(`key:${caller}`, key)
    world.placeholders.add("cursor", left.cursor)
  }, timeoutMillis)

  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)), timeoutMillis)

  it("sends the unfinished events, and none twice", () => checks.settled(unfinished.paths, unfinished.events))

  checks.group(before.opened)

  it("those events are the ones that were unfinished", () => checks.events("before-events", unfinished.paths))

  it("updates old posts and stores new ones", async () => {
    const old = { type: "post", code: "old-3", caption: "x", username: "amy", post_timestamp: 0 }
    const lines = [JSON.stringify({ ...old, like_count: 99 }), '{"type":"delete","code":"old-4"}']
    checks.compare("before-ingested", [await ingest(world, [...lines, newPost(baseSeconds, 20)].join("\n"))])
  })

  checks.group(before.goesOn)

  it("sends the event of a new rule after the next start, and no old event again", async () => {
    await world.restart()
    await checks.settled(["/events"], 1)
    checks.events("before-new-events", ["/events"])
    checks.events("before-events", unfinished.paths)
  })

  checks.group(before.afterRound)

  it("the ledger is correct at the end", () => checks.ledger())
})
