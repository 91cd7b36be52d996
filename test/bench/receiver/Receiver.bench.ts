/**
 * `npm run bench -- receiver`: the cost of verifying and of receiving a delivery, compared with the bare HMAC and four
 * other libraries, which `npm run runtimes -w packages/receiver` installs.
 *
 * The floor is `createHmac` with a ready key over the bytes, `digest` and `timingSafeEqual`. Every library verifies its own scheme
 * over the same body. `verify` parses nothing, stripe parses, and octokit takes text and has no time to check.
 */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { bodyOf } from "./Bodies.ts"
import { peers } from "./Peers.ts"
import { type Way, waysOf } from "./Ways.ts"
import { median } from "../Quantiles.ts"
import { jsonFlag, machine, print, round } from "../Report.ts"

const callsAtOnce = 50
/** Within every library's tolerance of five minutes for the whole benchmark. */
const signedAheadSeconds = 240

/** CPU microseconds per call, of all threads of this process. */
const measure = (way: Way, millis: number) =>
  Effect.promise(async () => {
    const before = process.cpuUsage()
    const until = performance.now() + millis
    let calls = 0
    while (performance.now() < until) {
      for (let call = 0; call < callsAtOnce; call += 1) await way.run()
      calls += callsAtOnce
    }
    const used = process.cpuUsage(before)
    return (used.user + used.system) / calls
  })

/** Runs every way once per round, each round starting with another one, so that noise affects all alike. */
const interleaved = Effect.fn(function* (ways: ReadonlyArray<Way>, rounds: number, millis: number) {
  const taken = new Map<string, Array<number>>(ways.map((way) => [way.name, []]))
  for (const way of ways) yield* measure(way, millis)
  for (let turn = 0; turn < rounds; turn += 1) {
    const at = turn % ways.length
    for (const way of [...ways.slice(at), ...ways.slice(0, at)]) {
      taken.get(way.name)?.push(yield* measure(way, millis))
    }
  }
  return taken
})

const cases = [
  { bytes: 1024, text: "ASCII" },
  { bytes: 1024, text: "mixed" },
  { bytes: 20_480, text: "ASCII" },
  { bytes: 20_480, text: "mixed" }
] as const

export const receiver = Command.make(
  "receiver",
  {
    json: jsonFlag,
    rounds: Flag.Int("rounds").pipe(Flag.withDescription("Turns of every way"), Flag.withDefault(21)),
    millis: Flag.Int("millis").pipe(Flag.withDescription("Length of one turn"), Flag.withDefault(40))
  },
  Effect.fn(function* ({ json, rounds, millis }) {
    yield* Console.log(`${machine()}\nCPU time a call, medians of ${rounds} interleaved turns of ${millis} ms`)
    if (!peers.isThere) {
      yield* Console.log("Without the other libraries: npm run runtimes -w packages/receiver installs them")
    }
    const figures = yield* Effect.forEach(
      cases,
      Effect.fn(function* ({ bytes, text }) {
        const timestamp = Math.floor(Date.now() / 1000) + signedAheadSeconds
        const ways = yield* Effect.promise(() => waysOf(bodyOf(bytes, text), timestamp))
        const taken = yield* interleaved(ways, rounds, millis)
        const floors = taken.get("floor") ?? []
        // The ratio of each turn, so that both sides ran under the same load.
        const rows = Array.from(taken, ([name, values]) => ({
          name,
          micros: round(median(values), 2),
          timesFloor: round(median(values.map((value, turn) => value / (floors[turn] ?? Number.NaN))), 2)
        }))
        yield* Console.log(`\n${bytes} bytes, ${text}`)
        for (const { name, micros, timesFloor } of rows) {
          yield* Console.log(
            `${name.padEnd(26)}${String(micros).padStart(8)} µs${String(timesFloor).padStart(8)}x the floor`
          )
        }
        return rows.map(({ name, micros, timesFloor }) => ({
          name: "receiver",
          metric: name,
          value: micros,
          unit: "µs",
          peers: { floor: round(median(floors), 2) },
          ratio: { floor: timesFloor },
          sizes: { bytes, text }
        }))
      })
    )
    yield* print(json, figures.flat())
  })
).pipe(Command.withDescription("Verifying a webhook: CPU time compared with the bare HMAC and other libraries"))
