/** `npm run bench -- rounds`: rounds over many rules, accounts and posts, and what other callers feel of them. */
import { Clock, Console, Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { migrated } from "../../../apps/server/src/database/Database.ts"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { statisticsSettings } from "../neighbour/DatabaseTime.ts"
import { describeServer, productServices, serverSettings, timed } from "../Product.ts"
import { type Figure, jsonFlag, machine, print, seedFlag } from "../Report.ts"
import type { Place } from "./Cases.ts"
import { ladder } from "./Ladder.ts"
import { compare } from "./Peers.ts"
import { makeRules } from "./RuleSet.ts"
import { fullSizes, quickSizes, rulesEach, type Sizes } from "./Sizes.ts"
import { writeWindow } from "./Window.ts"

const flags = {
  json: jsonFlag,
  seed: seedFlag,
  quick: Flag.Boolean("quick").pipe(Flag.withDescription("A twentieth of everything"), Flag.withDefault(false)),
  turns: Flag.Int("turns").pipe(Flag.withDescription("Measured rounds of each kind"), Flag.withDefault(3)),
  profile: Flag.Directory("profile").pipe(Flag.withDescription("Write a CPU profile of each round here"), Flag.optional)
}

const onPostgres = Effect.fnUntraced(function* (place: Place, sizes: Sizes, seed: number) {
  yield* Console.log(yield* describeServer)
  const untilMillis = yield* Clock.currentTimeMillis
  const window = yield* timed(writeWindow({ seed, count: sizes.posts, untilMillis }))
  yield* Console.log(`${sizes.posts} posts of 72 hours, written in ${Math.round(window.millis / 1000)} s`)
  const rules = makeRules(seed, window.value, sizes.rules, rulesEach)
  const figures: Array<Figure> = []
  figures.push(...(yield* ladder(place, sizes, rules)))
  figures.push(...(yield* compare(place, sizes, rules)))
  return figures
})

export const rounds = Command.make(
  "rounds",
  flags,
  Effect.fn(function* ({ json, seed, quick, turns, profile }) {
    const sizes: Sizes = { ...(quick ? quickSizes : fullSizes), turns }
    const { url } = yield* PostgresServer.start({ settings: [...serverSettings, ...statisticsSettings] })
    const place: Place = { databaseUrl: Redacted.value(url), profileDir: profile }
    yield* Console.log(`${machine()}\nseed ${seed}; medians of ${turns} rounds (least to greatest)`)
    const figures = yield* onPostgres(place, sizes, seed).pipe(
      Effect.provide(productServices),
      Effect.provide(migrated(PostgresClient.layer({ url, maxConnections: 4 })))
    )
    yield* Console.log(`\n${machine()}`)
    yield* print(json, figures.toReversed())
  }, Effect.scoped)
).pipe(Command.withDescription("Rounds over many rules, accounts and posts, and what other callers feel of them"))
