/**
 * `npm run bench -- api`: HTTP calls to a real server, compared with a bare Fastify service that does the same durable work.
 *
 * The bare service commits one statement for `/balance` (key, plan, balance, usage row) and three for a search (hold; search of
 * the product's `posts`; settlement). Its pool is the one that was fastest in a calibration. Both must find the same posts. The
 * searches are 140 keywords of every length and frequency. Each caller keeps its connection and calls again after each answer.
 * `--before FOLDER` adds the server of another checkout to the same turns, on a database of its own with the same posts.
 */
import { Console, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { postmasterOf } from "../Connection.ts"
import { recentPosts } from "../posts/Posts.ts"
import { describeServer, serverSettings, temporaryFolder } from "../Product.ts"
import { jsonFlag, machine, postsFlag, print, seedFlag } from "../Report.ts"
import { requireAgreement } from "./Agreement.ts"
import { scenariosOf } from "./Scenarios.ts"
import { bareOf, heddleOf } from "./Services.ts"
import { figureOf, type Measured, printMeasured, printPools } from "./ApiReport.ts"
import { inTurns, poolsOf, warmUp } from "./Turns.ts"
import { ownCheckout } from "../../support/HeddleProcess.ts"

const days = 30

const atLeastOne = (flag: Flag.Flag<number>) =>
  flag.pipe(
    Flag.filter(
      (value) => value >= 1,
      () => "at least 1"
    )
  )

const flags = {
  json: jsonFlag,
  posts: postsFlag(100_000),
  seed: seedFlag,
  seconds: Flag.Int("seconds").pipe(Flag.withDescription("Seconds of each load"), Flag.withDefault(3), atLeastOne),
  turns: Flag.Int("turns").pipe(Flag.withDescription("Turns of every service"), Flag.withDefault(5), atLeastOne),
  warmUp: Flag.Int("warm-up").pipe(
    Flag.withDescription("Seconds of each call before anything counts, so that the code is compiled"),
    Flag.withDefault(8),
    atLeastOne
  ),
  server: Flag.Directory("server", { mustExist: true }).pipe(
    Flag.withDescription("The checkout whose server is measured"),
    Flag.withDefault(ownCheckout)
  ),
  before: Flag.Directory("before", { mustExist: true }).pipe(
    Flag.withDescription("Another checkout, measured in the same turns"),
    Flag.optional
  )
}

export const api = Command.make(
  "api",
  flags,
  Effect.fn(function* ({ json, posts: count, seed, seconds, turns, warmUp: warmUpSeconds, server, before }) {
    const { url } = yield* PostgresServer.start({ settings: serverSettings })
    const serverUrl = Redacted.value(url)
    const folder = yield* temporaryFolder
    const postgresPid = yield* postmasterOf(serverUrl)
    yield* Console.log(
      `${machine()}\n${yield* Effect.provide(describeServer, PostgresClient.layer({ url, maxConnections: 1 }))}`
    )
    const posts = yield* recentPosts({ seed, count, days })

    const open = (name: string, checkout: string) => heddleOf({ name, checkout, serverUrl, folder }, posts)
    const heddle = yield* open("heddle", server)
    const earlier = Option.isSome(before) ? [(yield* open("before", before.value)).service] : []
    const bare = yield* bareOf(heddle, server)
    const services = [heddle.service, ...earlier, bare]
    yield* Console.log(
      `${count} posts of ${days} days, ${bare.keys.length} keys, seed ${seed}, no rate limit; ` +
        `${turns} turns of ${seconds} s after ${warmUpSeconds} s of warm-up; pool of the product: its default`
    )

    const length = { turns, millis: seconds * 1000, postgresPid }
    const measured: Array<Measured> = []
    for (const ofEndpoint of scenariosOf(posts)) {
      const { busiest } = ofEndpoint
      yield* requireAgreement(services, busiest)
      for (const service of services) yield* warmUp(service, busiest, { ...length, millis: warmUpSeconds * 1000 })
      const pools = yield* poolsOf(bare, busiest, postgresPid)
      const barePool = pools[0]?.size ?? 1
      yield* bare.usePool(barePool)
      yield* printPools(busiest, pools)
      for (const scenario of [ofEndpoint.alone, busiest]) {
        const one = { scenario, barePool, seen: yield* inTurns(services, scenario, length) }
        measured.push(one)
        yield* printMeasured(one)
      }
    }
    yield* Console.log(`\n${machine()}`)
    const sizes = { posts: count, keys: bare.keys.length, turns, seconds, seed }
    yield* print(
      json,
      measured.map((one) => figureOf(one, sizes))
    )
  }, Effect.scoped)
).pipe(Command.withDescription("Calls over HTTP against a bare Fastify service that does the same durable work"))
