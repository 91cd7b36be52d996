/** `npm run bench -- delivery`: events a second and their delay, against a bare loop and two job queues. */
import { Console, Effect, FileSystem, Layer, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { migrated } from "../../../apps/server/src/database/Database.ts"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { parentOf } from "../api/Cpu.ts"
import { connect } from "../api/Services.ts"
import { describeServer, productServicesWith, serverSettings } from "../Product.ts"
import { jsonFlag, machine, seedFlag } from "../Report.ts"
import type { Bench, Burst } from "./Bursts.ts"
import { burstOfPeer } from "./Bursts.ts"
import { makeEvents, makeTargets, writePosts } from "./Customers.ts"
import { burstOfProduct, calibrate, printRow } from "./OnPostgres.ts"
import { createDatabase, type Peer, startPeer } from "./Peers.ts"
import { startReceiver } from "./Receiver.ts"
import { settings, startServer } from "./Server.ts"

const endpoints = 50
const rulesEach = 5
const postCount = 1_000

const flags = {
  json: jsonFlag,
  seed: seedFlag,
  events: Flag.Int("events").pipe(Flag.withDescription("Events of a burst"), Flag.withDefault(5_000)),
  turns: Flag.Int("turns").pipe(Flag.withDescription("Turns of every way"), Flag.withDefault(5)),
  profile: Flag.Directory("profile").pipe(Flag.withDescription("Write a CPU profile of the server here"), Flag.optional)
}

const postmasterOf = Effect.fnUntraced(function* (url: string) {
  const client = yield* connect(url)
  const { rows } = yield* Effect.promise(() => client.query("SELECT pg_backend_pid() AS pid"))
  return parentOf(Number(rows[0]?.pid))
}, Effect.scoped)

const prepare = Effect.fnUntraced(function* (seed: number) {
  const receiver = yield* startReceiver(endpoints)
  const codes = yield* writePosts(seed, postCount)
  const urls = Array.from({ length: endpoints }, (_, index) => receiver.urlOf(index, "now"))
  return { receiver, targets: yield* makeTargets(urls, rulesEach), make: makeEvents(codes) }
})

export const delivery = Command.make(
  "delivery",
  flags,
  Effect.fn(function* ({ seed, events, turns, profile }) {
    const { url } = yield* PostgresServer.start({ settings: serverSettings })
    const serverUrl = Redacted.value(url)
    const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "heddle-bench-" })
    const databaseUrl = yield* createDatabase(serverUrl, "heddle")
    const database = migrated(PostgresClient.layer({ url: Redacted.make(databaseUrl), maxConnections: 4 }))
    yield* Effect.gen(function* () {
      yield* Console.log(`${machine()}\n${yield* describeServer}`)
      const { make, ...prepared } = yield* prepare(seed)
      const bench: Bench = { ...prepared, postgresPid: yield* postmasterOf(serverUrl), body: "" }
      const server = yield* startServer({
        dataDir: folder,
        env: { DATABASE_URL: databaseUrl },
        profileDir: Option.getOrUndefined(profile)
      })
      yield* burstOfProduct(bench, server, make, events)
      const peers: Array<{ readonly peer: Peer; readonly concurrency: number; readonly bursts: Array<Burst> }> = []
      for (const way of ["floor", "pg-boss", "graphile-worker"] as const) {
        const peer = yield* startPeer(way, serverUrl)
        peers.push({ peer, concurrency: yield* calibrate(bench, peer, events), bursts: [] })
      }
      const product: Array<Burst> = []
      for (let turn = 0; turn < turns; turn += 1) {
        product.push(yield* burstOfProduct(bench, server, make, events))
        for (const { peer, concurrency, bursts } of turn % 2 === 0 ? peers : peers.toReversed()) {
          bursts.push(yield* burstOfPeer(bench, peer, events, concurrency))
        }
      }
      yield* printRow({ name: "product", bursts: product, concurrency: undefined })
      for (const { peer, concurrency, bursts } of peers) yield* printRow({ name: peer.name, bursts, concurrency })
    }).pipe(Effect.provide(productServicesWith(settings).pipe(Layer.provideMerge(database))))
  }, Effect.scoped)
).pipe(Command.withDescription("Events a second into a local receiver, against a bare loop and two job queues"))
