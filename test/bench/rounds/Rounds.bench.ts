/**
 * `npm run bench -- rounds`: rounds over many rules, accounts and posts, and what other callers feel of them.
 *
 * `Round.run` has a process of its own, so that memory and event loop are those of the rounds; posts, accounts and rules are
 * written by SQL. 7 % of the posts have 10 likes; the rules match about two events a rule and day. A first round checks the whole
 * window for all accounts in a new process; "window again" does so when all events exist. A round reads the changes of two
 * intervals, so it looks at twice as many posts as changed. The floors read the same posts and do nothing; the peers find the
 * same matches of 2,000 posts, scaled to all, and make no events.
 */
import { Clock, Console, Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { statisticsSettings } from "../neighbour/DatabaseTime.ts"
import { describeServer, productOn, serverSettings, temporaryFolder, timed } from "../Product.ts"
import { jsonFlag, machine, print, seedFlag } from "../Report.ts"
import { beside, besideGoals, situations } from "./Beside.ts"
import type { Place } from "./Cases.ts"
import { deliverAll, releaseShards } from "./Changes.ts"
import { ladder } from "./Ladder.ts"
import { manyEvents, mostAccounts } from "./Many.ts"
import { onEmbedded } from "./OnEmbedded.ts"
import { compare } from "./Peers.ts"
import { figureOf } from "./RoundsReport.ts"
import { makeRules } from "./RuleSet.ts"
import { rulesEach, type Sizes, sizesOf } from "./Sizes.ts"
import { writeWindow } from "./Window.ts"

const flags = {
  json: jsonFlag,
  seed: seedFlag,
  percent: Flag.Int("percent").pipe(
    Flag.withDescription("Of the full sizes"),
    Flag.withDefault(100),
    Flag.filter(
      (percent) => percent >= 1 && percent <= 100,
      () => "from 1 to 100"
    )
  ),
  turns: Flag.Int("turns").pipe(Flag.withDescription("Measured rounds of each kind"), Flag.withDefault(3)),
  profile: Flag.Directory("profile").pipe(Flag.withDescription("Write a CPU profile of each round here"), Flag.optional)
}

/** Beside real servers on the same database. */
const besideCalls = Effect.fnUntraced(function* (place: Place, sizes: Sizes, which: ReadonlyArray<number>) {
  const folder = yield* temporaryFolder
  const chosen = situations(sizes, sizes.posts).filter((_, at) => which.includes(at))
  return yield* Effect.forEach(chosen, ({ name, prepared }) =>
    Effect.andThen(
      Effect.all([deliverAll, prepared, releaseShards]),
      beside({
        name: `PostgreSQL, ${name}`,
        folder,
        env: { DATABASE_URL: place.databaseUrl },
        goalMillis: besideGoals.postgres
      })
    )
  )
})

const onPostgres = Effect.fnUntraced(function* (place: Place, sizes: Sizes, seed: number) {
  yield* Console.log(yield* describeServer)
  const untilMillis = yield* Clock.currentTimeMillis
  const window = yield* timed(writeWindow({ seed, count: sizes.posts, untilMillis }))
  yield* Console.log(`${sizes.posts} posts of 72 hours, written in ${Math.round(window.millis / 1000)} s`)
  const rules = makeRules(seed, window.value, sizes.rules, rulesEach)
  const { figures, changed, whole } = yield* ladder(place, sizes, rules)
  const { changes, window: ofWindow } = yield* compare(place, sizes, rules)
  yield* Console.log("")
  const beside = yield* besideCalls(place, sizes, [0, 1])
  const events = yield* manyEvents(place, sizes)
  const unreached = yield* besideCalls(place, sizes, [2])
  const most = yield* mostAccounts(place, sizes, rules)
  return [
    figureOf(changed, changes),
    figureOf(whole, ofWindow),
    ...beside,
    ...unreached,
    ...events,
    ...most,
    ...figures
  ]
})

export const rounds = Command.make(
  "rounds",
  flags,
  Effect.fn(function* ({ json, seed, percent, turns, profile }) {
    const sizes = sizesOf(percent, turns)
    const { url } = yield* PostgresServer.start({ settings: [...serverSettings, ...statisticsSettings] })
    const place: Place = { databaseUrl: Redacted.value(url), profileDir: profile }
    yield* Console.log(
      `${machine()}\nseed ${seed}; ${percent} % of the full sizes; medians of ${turns} rounds (least to greatest)`
    )
    const figures = yield* Effect.provide(onPostgres(place, sizes, seed), productOn(url))
    const embedded = yield* onEmbedded(sizes, seed)
    yield* Console.log(`\n${machine()}`)
    yield* print(json, [...figures, ...embedded].toReversed())
  }, Effect.scoped)
).pipe(Command.withDescription("Rounds over many rules, accounts and posts, and what other callers feel of them"))
