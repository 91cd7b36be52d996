/**
 * The attacker, in a process of its own so that its work does not delay the probes: calls the paths in turn, so many at
 * once, until the account's minute is used up or the time is over. Prints how often it got each status.
 */
import { Console, Effect, Schema } from "effect"
import { Agent } from "node:http"
import { get } from "./Get.ts"

export const AttackOptions = Schema.fromJsonString(
  Schema.Struct({
    origin: Schema.String,
    apiKey: Schema.String,
    paths: Schema.NonEmptyArray(Schema.String),
    atOnce: Schema.Int,
    seconds: Schema.Int
  })
)

export const Statuses = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Int))

const rateLimit = 600

const attack = Effect.gen(function* () {
  const encoded = process.argv[2] ?? ""
  const { origin, apiKey, paths, atOnce, seconds } = yield* Schema.decodeEffect(AttackOptions)(encoded)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const statuses: Record<string, number> = {}
  yield* Effect.forEach(
    Array.from({ length: rateLimit }, (_, index) => paths[index % paths.length] ?? paths[0]),
    (path) =>
      Effect.map(get(agent, origin + path, apiKey), (status) => {
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    { concurrency: atOnce, discard: true }
  ).pipe(Effect.timeoutOption(`${seconds} seconds`))
  agent.destroy()
  yield* Console.log(yield* Schema.encodeEffect(Statuses)(statuses))
})

if (import.meta.main) await Effect.runPromise(attack)
