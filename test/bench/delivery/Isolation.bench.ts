/**
 * `npm run bench -- isolation`: what endpoints that do not answer do to the others.
 *
 * 20 healthy endpoints get 50 events a second, first alone, then beside others with 50,000 due events. To hang is to accept the
 * request and not to answer. New endpoints get their first event half of the time after the others began to hang. Every scenario
 * has a server and a database of its own.
 */
import { Console, Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { createDatabase } from "../Connection.ts"
import { describeServer, productOn, serverSettings, temporaryFolder } from "../Product.ts"
import { type Figure, jsonFlag, machine, print, round, seedFlag } from "../Report.ts"
import { type Delays, isolate, serviceOrder, type Scenario } from "./Isolation.ts"
import { settings, startServer } from "./Server.ts"

const hanging = [1, 4, 40, 400]
const inOrder = 1_000
const goal = "goals: p95 under 1 s; up to 40 endpoints within 10 % of the same server alone"

const scenarios: ReadonlyArray<Scenario> = [
  ...hanging.map((bad): Scenario => ({ title: `${bad} hang`, bad, kind: "never" })),
  { title: "400 answered, then hang", bad: 400, kind: "until" },
  { title: "200 answer after 9 s", bad: 200, kind: "after/9000" }
]

const flags = {
  json: jsonFlag,
  seed: seedFlag,
  seconds: Flag.Int("seconds").pipe(Flag.withDescription("Seconds without and with them"), Flag.withDefault(24)),
  only: Flag.String("only").pipe(Flag.withDescription("Only scenarios with this in their name"), Flag.withDefault(""))
}

const format = ({ p50, p95, max, received, due }: Delays): string =>
  `${round(p50)} / ${round(p95)} / ${round(max)} ms${received < due ? ` (only ${received} of ${due})` : ""}`

/** Runs on a server and a database of its own. */
const onNewServer = Effect.fnUntraced(function* <A, E, R>(
  serverUrl: string,
  name: string,
  body: Effect.Effect<A, E, R>
) {
  const dataDir = yield* temporaryFolder
  const url = yield* createDatabase(serverUrl, name)
  const work = Effect.andThen(startServer({ dataDir, env: { DATABASE_URL: url } }), body)
  return yield* Effect.provide(work, productOn(Redacted.make(url), settings))
}, Effect.scoped)

const figureOf = (title: string, alone: Delays, beside: Delays, sizes: Figure["sizes"]): Figure => ({
  name: "isolation",
  metric: `p95 of healthy endpoints, ${title}`,
  value: round(beside.p95),
  unit: "ms",
  peers: { alone: round(alone.p95) },
  ratio: { alone: round(beside.p95 / alone.p95, 2) },
  sizes: { ...sizes, received: beside.received, due: beside.due, max_ms: round(beside.max) }
})

export const isolation = Command.make(
  "isolation",
  flags,
  Effect.fn(function* ({ json, seed, seconds, only }) {
    const { url } = yield* PostgresServer.start({ settings: serverSettings })
    const serverUrl = Redacted.value(url)
    const describe = Effect.provide(describeServer, PostgresClient.layer({ url, maxConnections: 1 }))
    yield* Console.log(`${machine()}\n${yield* describe}`)
    yield* Console.log(
      `20 healthy endpoints get 50 events/s for ${seconds} s alone, then beside 50,000 due events of the others; ` +
        `p50 / p95 / max from due to received\n${goal}`
    )
    const figures: Array<Figure> = []
    for (const [index, scenario] of scenarios.entries()) {
      if (!scenario.title.includes(only)) continue
      const seen = yield* onNewServer(serverUrl, `isolation${index}`, isolate(scenario, seed, seconds))
      yield* Console.log(
        `  ${scenario.title.padEnd(26)} alone ${format(seen.alone)}   beside ${format(seen.beside)}   ` +
          `new endpoints ${format(seen.newcomers)}   ${seen.requests} requests to the others`
      )
      figures.push(figureOf(scenario.title, seen.alone, seen.beside, { endpoints: scenario.bad, seconds, seed }))
    }
    if ("order".includes(only)) {
      const { inversions, pairs, maxDisplacement, p95Displacement } = yield* onNewServer(
        serverUrl,
        "in_order",
        serviceOrder(inOrder, seed)
      )
      yield* Console.log(
        `  ${inOrder} endpoints with one event each: ${inversions} of ${pairs} pairs in another order than they fell due; ` +
          `displaced by ${p95Displacement} places at p95, ${maxDisplacement} at most`
      )
    }
    yield* Console.log(machine())
    yield* print(json, figures)
  }, Effect.scoped)
).pipe(Command.withDescription("Healthy endpoints beside ones that do not answer"))
