/** One account calls as often as the rate limit and its connections allow, while another one and a monitor ask for little. */
import { Effect } from "effect"
import { Agent, request } from "node:http"
import type { Account } from "../../support/Operator.ts"
import { type Latency, probing } from "../responsiveness/Probe.ts"
import type { Target } from "./Target.ts"

const rateLimit = 600

const get = (agent: Agent, url: string, apiKey: string) =>
  Effect.callback<number, Error>((resume) => {
    const sent = request(url, { agent, headers: { authorization: `Bearer ${apiKey}` } }, (response) => {
      response.resume()
      response.once("end", () => resume(Effect.succeed(response.statusCode ?? 0)))
      response.once("error", (error) => resume(Effect.fail(error)))
    })
    sent.once("error", (error) => resume(Effect.fail(error)))
    sent.end()
    return Effect.sync(() => sent.destroy())
  })

const agentOf = (maxSockets: number) =>
  Effect.acquireRelease(
    Effect.sync(() => new Agent({ keepAlive: true, maxSockets })),
    (agent) => Effect.sync(() => agent.destroy())
  )

export interface Attacked {
  readonly balance: Latency
  readonly healthz: Latency
  /** Answers that the attacker got, by status. */
  readonly answers: ReadonlyMap<number, number>
}

/** Calls the paths in turn, so many at once, until the account's minute is used up or the time is over. */
export const attack = Effect.fnUntraced(function* (options: {
  readonly target: Target
  readonly attacker: Account
  readonly neighbour: Account
  readonly paths: ReadonlyArray<string>
  readonly atOnce: number
  readonly seconds: number
}) {
  const { target, attacker, neighbour, paths, atOnce, seconds } = options
  const { baseUrl } = target.heddle
  const answers = new Map<number, number>()
  const attacking = yield* agentOf(atOnce)
  const asking = yield* agentOf(2)
  const burst = Effect.forEach(
    Array.from({ length: rateLimit }, (_, index) => paths[index % paths.length] ?? "/balance"),
    (path) =>
      Effect.map(get(attacking, baseUrl + path, attacker.apiKey), (status) => {
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }),
    { concurrency: atOnce, discard: true }
  ).pipe(Effect.timeoutOption(`${seconds} seconds`))
  const probe = (path: string) => Effect.asVoid(get(asking, baseUrl + path, neighbour.apiKey))
  const { value, latency: healthz } = yield* probing(probe("/healthz"), probing(probe("/balance"), burst))
  const attacked: Attacked = { balance: value.latency, healthz, answers }
  return attacked
}, Effect.scoped)
