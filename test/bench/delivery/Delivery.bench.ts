/**
 * `npm run bench -- delivery`: events a second and their delay, against a bare loop and two job queues.
 *
 * 10 accounts with 5 endpoints each, every endpoint on a loopback address of its own. In a burst all events fall due at once, and
 * the rate counts up to the last one at the receiver. "Scheduled" events are made beforehand and fall due one after the other;
 * "live" ones are made by another process every 10 ms for one account. The peers write the same columns of the log with its
 * primary key alone, and use as many requests at a time as was fastest in a calibration. The CPU time of PostgreSQL includes
 * making live events. `node test/bench/delivery/Profile.ts FILE` reads what `--profile FOLDER` wrote.
 */
import { Console, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { join } from "node:path"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { createDatabase, postmasterOf } from "../Connection.ts"
import { describeServer, productIn, productOn, serverSettings, temporaryFolder } from "../Product.ts"
import { jsonFlag, machine, print, seedFlag } from "../Report.ts"
import type { Bench } from "./Bursts.ts"
import { makeEvents, makeTargets, writePosts } from "./Customers.ts"
import { burstFigure, delayFigure, printDelays, printRow } from "./DeliveryReport.ts"
import { follow, plan } from "./OnEmbedded.ts"
import { burstsInTurns, type Calibrated, pacesOf, startPeers, warmUp } from "./OnPostgres.ts"
import type { Pace } from "./Paced.ts"
import { type Receiver, startReceiver } from "./Receiver.ts"
import { settings, startServer } from "./Server.ts"

const endpoints = 50
const rulesEach = 5
const postCount = 1_000
const rates = [200, 1_000]

const flags = {
  json: jsonFlag,
  seed: seedFlag,
  events: Flag.Int("events").pipe(Flag.withDescription("Events of a burst"), Flag.withDefault(5_000)),
  turns: Flag.Int("turns").pipe(Flag.withDescription("Turns of every way"), Flag.withDefault(5)),
  seconds: Flag.Int("seconds").pipe(Flag.withDescription("Seconds of each pace"), Flag.withDefault(10)),
  profile: Flag.Directory("profile").pipe(Flag.withDescription("Write CPU profiles of the servers here"), Flag.optional)
}

interface Options {
  readonly seed: number
  readonly events: number
  readonly turns: number
  readonly paces: ReadonlyArray<Pace>
  readonly profileDir: string | undefined
}

const customers = Effect.fnUntraced(function* (receiver: Receiver, seed: number) {
  const codes = yield* writePosts(seed, postCount)
  const urls = Array.from({ length: endpoints }, (_, index) => receiver.urlOf(index, "now"))
  return { targets: yield* makeTargets(urls, rulesEach), events: makeEvents(codes) }
})

const onPostgres = Effect.fnUntraced(function* (receiver: Receiver, serverUrl: string, options: Options) {
  const dataDir = yield* temporaryFolder
  const databaseUrl = yield* createDatabase(serverUrl, "heddle")
  return yield* Effect.gen(function* () {
    yield* Console.log(`\n${yield* describeServer}`)
    const { targets, events } = yield* customers(receiver, options.seed)
    const bench: Bench = { receiver, targets, postgresPid: yield* postmasterOf(serverUrl), body: "" }
    const { profileDir } = options
    const server = yield* startServer({ dataDir, env: { DATABASE_URL: databaseUrl }, profileDir })
    yield* warmUp(bench, server, events, options.events)
    const peers = yield* startPeers(bench, serverUrl, options.events)
    const ways = { server, events, peers }
    const { product, others } = yield* burstsInTurns(bench, ways, options.events, options.turns)
    yield* Effect.forEach([product, ...others], printRow, { discard: true })
    const figures = [burstFigure("PostgreSQL", product, others, { events: options.events, turns: options.turns })]
    for (const pace of options.paces) {
      for (const { name, delays } of yield* pacesOf(bench, ways, pace)) {
        yield* printDelays(name, pace, delays)
        figures.push(delayFigure(`PostgreSQL, ${name}`, pace, delays))
      }
    }
    const floor = peers.find(({ peer }) => peer.name === "floor")
    return { figures, floor }
  }).pipe(Effect.provide(productOn(Redacted.make(databaseUrl), settings)))
})

const onEmbedded = Effect.fnUntraced(function* (receiver: Receiver, floor: Calibrated, options: Options) {
  const dataDir = yield* temporaryFolder
  yield* Console.log("\nembedded database, in a folder")
  const prepared = yield* Effect.gen(function* () {
    const { targets, events } = yield* customers(receiver, options.seed)
    const bench: Bench = { receiver, targets, postgresPid: undefined, body: "" }
    return { bench, planned: yield* plan(bench, events, options.events, options.turns, options.paces) }
  }).pipe(Effect.provide(productIn(join(dataDir, "database"), settings), { local: true }))
  const { bench, planned } = prepared
  const server = yield* startServer({ dataDir, profileDir: options.profileDir })
  const seen = yield* follow(bench, server.pid, planned, options.events, floor)
  const product = { name: "product", bursts: seen.product }
  const others = [{ name: "floor", bursts: seen.floor, concurrency: floor.concurrency }]
  yield* Effect.forEach([product, ...others], printRow, { discard: true })
  yield* Effect.forEach(seen.delays, ({ pace, delays }) => printDelays("product, scheduled", pace, delays), {
    discard: true
  })
  return [
    burstFigure("embedded", product, others, { events: options.events, turns: options.turns }),
    ...seen.delays.map(({ pace, delays }) => delayFigure("embedded, product, scheduled", pace, delays))
  ]
})

export const delivery = Command.make(
  "delivery",
  flags,
  Effect.fn(function* ({ json, seed, events, turns, seconds, profile }) {
    const { url } = yield* PostgresServer.start({ settings: serverSettings })
    const paces = rates.map((rate): Pace => ({ rate, seconds }))
    const options = { seed, events, turns, paces, profileDir: Option.getOrUndefined(profile) }
    yield* Console.log(
      `${machine()}\n${events} events fall due at once, ${endpoints} endpoints, seed ${seed}; medians of ${turns} turns ` +
        `(least to greatest), then ${rates.join(" and ")} events/s for ${seconds} s; goals: at most 1.1 times the CPU time of ` +
        `pg-boss, 40 % of the floor, p95 from due to received under 100 ms at 200/s and 250 ms at 1,000/s`
    )
    const receiver = yield* startReceiver(endpoints)
    const { figures, floor } = yield* onPostgres(receiver, Redacted.value(url), options)
    const embedded = floor === undefined ? [] : yield* onEmbedded(receiver, floor, options)
    yield* Console.log(`\n${machine()}`)
    yield* print(json, [...embedded, ...figures.toReversed()])
  }, Effect.scoped)
).pipe(Command.withDescription("Events a second into a local receiver, against a bare loop and two job queues"))
