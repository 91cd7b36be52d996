/** What each of the hard calls costs its caller, and what it costs the database. */
import { Console, Effect } from "effect"
import type { Account } from "../../support/Operator.ts"
import { median } from "../Quantiles.ts"
import { round } from "../Report.ts"
import type { HardCall } from "./Calls.ts"
import { databaseTime, resetDatabaseTime } from "./DatabaseTime.ts"
import type { Target } from "./Target.ts"

export interface Cost {
  readonly call: HardCall
  readonly status: number
  readonly credits: number
  readonly databaseMillis: number
  readonly statements: number
  readonly millis: number
  readonly bytes: number
}

const ask = (origin: string, { apiKey }: Account, path: string) =>
  Effect.promise(async () => {
    const started = performance.now()
    const response = await fetch(origin + path, { headers: { authorization: `Bearer ${apiKey}` } })
    const { byteLength } = await response.arrayBuffer()
    return {
      status: response.status,
      credits: Number(response.headers.get("x-credits-consumed") ?? 0),
      bytes: byteLength,
      millis: performance.now() - started
    }
  })

const measure = Effect.fnUntraced(function* (target: Target, account: Account, call: HardCall, rounds: number) {
  yield* ask(target.heddle.baseUrl, account, call.path)
  const samples = yield* Effect.forEach(Array.from({ length: rounds }), () =>
    Effect.gen(function* () {
      yield* resetDatabaseTime(target.client)
      const answer = yield* ask(target.heddle.baseUrl, account, call.path)
      return { ...answer, database: yield* databaseTime(target.client) }
    })
  )
  const [first] = samples
  const cost: Cost = {
    call,
    status: first?.status ?? 0,
    credits: first?.credits ?? 0,
    bytes: first?.bytes ?? 0,
    statements: first?.database.statements ?? 0,
    databaseMillis: round(median(samples.map(({ database }) => database.millis))),
    millis: round(median(samples.map(({ millis }) => millis)))
  }
  return cost
})

const row = (cells: ReadonlyArray<string | number>) => `| ${cells.join(" | ")} |`

export const measureCosts = Effect.fnUntraced(function* (
  target: Target,
  account: Account,
  calls: ReadonlyArray<HardCall>,
  rounds: number
) {
  yield* Console.log(row(["operation", "call", "status", "credits", "database, ms", "statements", "in all, ms", "KiB"]))
  yield* Console.log(row(Array.from({ length: 8 }, () => "---")))
  return yield* Effect.forEach(calls, (call) =>
    Effect.tap(measure(target, account, call, rounds), (cost) =>
      Console.log(
        row([
          call.operation,
          call.what,
          cost.status,
          cost.credits,
          cost.databaseMillis,
          cost.statements,
          cost.millis,
          round(cost.bytes / 1024)
        ])
      )
    )
  )
})
