/** `npm run bench -- api`: calls of a real server over HTTP, beside a bare Fastify service that does the same durable work. */
import { Clock, Console, Effect, FileSystem, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { fileURLToPath } from "node:url"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { makePosts } from "../posts/Posts.ts"
import { jsonFlag, machine, postsFlag, print, seedFlag } from "../Report.ts"
import { requireAgreement } from "./Agreement.ts"
import { parentOf } from "./Cpu.ts"
import { type Scenario, scenariosOf } from "./Scenarios.ts"
import { bareOf, connect, heddleOf } from "./Services.ts"
import { figureOf, type Measured, tell } from "./Tell.ts"
import { inTurns, poolsOf, warmUp } from "./Turns.ts"

const days = 30
const dayMillis = 86_400_000
/** As an operator would set a server of 4 GiB. */
const settings = ["shared_buffers = 1GB", "max_wal_size = 4GB"]
const ownCheckout = fileURLToPath(new URL("../../..", import.meta.url))

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

/** The process that starts the sessions of the database. */
const postgresPidOf = Effect.fnUntraced(function* (url: string) {
  const client = yield* connect(url)
  const { rows } = yield* Effect.promise(() => client.query("SELECT pg_backend_pid() AS pid"))
  return parentOf(Number(rows[0]?.pid))
}, Effect.scoped)

const describe = Effect.fnUntraced(function* (url: string) {
  const client = yield* connect(url)
  const setting = (name: string) =>
    Effect.map(
      Effect.promise(() => client.query("SELECT current_setting($1) AS value", [name])),
      ({ rows }) => `${name} ${rows[0]?.value}`
    )
  const names = ["server_version", "synchronous_commit", "fsync", "shared_buffers"]
  return `PostgreSQL on this machine: ${(yield* Effect.forEach(names, setting)).join(", ")}`
}, Effect.scoped)

export const api = Command.make(
  "api",
  flags,
  Effect.fn(function* ({ json, posts: count, seed, seconds, turns, warmUp: warmUpSeconds, server, before }) {
    const serverUrl = Redacted.value((yield* PostgresServer.start({ settings })).url)
    const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "heddle-bench-" })
    const postgresPid = yield* postgresPidOf(serverUrl)
    yield* Console.log(`${machine()}\n${yield* describe(serverUrl)}`)
    const untilMillis = yield* Clock.currentTimeMillis
    const posts = makePosts({ seed, count, period: { fromMillis: untilMillis - days * dayMillis, untilMillis } })

    const open = (name: string, checkout: string) => heddleOf({ name, checkout, serverUrl, folder }, posts)
    const heddle = yield* open("heddle", server)
    const earlier = Option.isSome(before) ? [(yield* open("before", before.value)).service] : []
    const bare = yield* bareOf(heddle, server)
    const services = [heddle.service, ...earlier, bare]
    yield* Console.log(
      `${count} posts of ${days} days, ${bare.keys.length} keys, seed ${seed}, no rate limit; ` +
        `${turns} turns of ${seconds} s after ${warmUpSeconds} s of warm-up; pool of the product: its default`
    )

    const scenarios = scenariosOf(posts)
    const measured: Array<Measured> = []
    let barePool = 1
    for (const scenario of scenarios) {
      const busiest = scenarios.find((one) => one.endpoint === scenario.endpoint && one.callers > 1) ?? scenario
      if (measured.at(-1)?.scenario.endpoint !== scenario.endpoint) {
        if (scenario.endpoint === "/post/search") yield* requireAgreement(services, scenario)
        barePool = yield* prepare(busiest)
      }
      const seen = yield* inTurns(services, scenario, { turns, millis: seconds * 1000, postgresPid })
      measured.push({ scenario, barePool, seen })
      yield* tell({ scenario, barePool, seen })
    }
    yield* Console.log(`\n${machine()}`)
    const sizes = { posts: count, keys: bare.keys.length, turns, seconds, seed }
    yield* print(
      json,
      measured.map((one) => figureOf(one, sizes))
    )

    /** Everything is compiled, and the bare service has its best pool. */
    function prepare(scenario: Scenario) {
      return Effect.gen(function* () {
        yield* bare.usePool(10)
        for (const service of services) {
          yield* warmUp(service, scenario, { millis: warmUpSeconds * 1000, postgresPid })
        }
        const pools = yield* poolsOf(bare, scenario, postgresPid)
        const best = pools[0]?.size ?? 10
        yield* bare.usePool(best)
        const rates = pools.map(({ size, rate }) => `${size}: ${rate.toFixed(0)}/s`)
        yield* Console.log(`\npools of the bare service, ${scenario.endpoint}: ${rates.join(", ")}`)
        return best
      })
    }
  }, Effect.scoped)
).pipe(Command.withDescription("Calls over HTTP against a bare Fastify service that does the same durable work"))
