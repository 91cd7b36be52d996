/**
 * `kill -9` at random moments while 20 callers search, and a restart after each: no charge that was answered is lost,
 * nothing is charged twice, nothing that was refused is charged, and no credits stay locked.
 */
import { AccountId } from "@heddle/api"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { Ledger } from "../../apps/server/src/credits/ledger/Ledger.ts"
import { queryHoldMillis } from "../../apps/server/src/runtime/CallTimings.ts"
import { checkLedger } from "../../apps/server/src/credits/ledger/LedgerCheck.ts"
import * as PgliteClient from "../../apps/server/src/database/pglite/PgliteClient.ts"
import * as PostgresClient from "../../apps/server/src/database/client/PostgresClient.ts"
import { withTime } from "../../apps/server/test/support/Clocks.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { type DatabaseLayer, onPgliteAsWell, onPostgres } from "../support/Databases.ts"
import { choosePlace, startHeddle } from "../support/HeddleProcess.ts"
import { createAccount, giveCredits } from "../support/Operator.ts"
import { runs } from "../support/Runs.ts"
import { firstSeed, withSeed } from "../support/Seeds.ts"
import { callUntilItDies, ingestWombats, type SeenRequest } from "./Callers.ts"

const richCallers = 16
const poorCallers = 4
const callers = richCallers + poorCallers
/** What the poor account gets a round: soon used up, so that calls are refused as well. */
const alms = 100

const firstAnswers = 100

/** After so many answers and a little; without any, among the first calls of a server, which take longest. */
const moment = fc.record({ answers: fc.integer({ min: 0, max: 80 }), millis: fc.integer({ min: 0, max: 150 }) })

interface Outcome {
  readonly posts: number
  readonly calls: ReadonlyArray<SeenRequest>
  readonly accounts: ReadonlyArray<AccountId>
}

const killAndRestart = async (
  dataDir: string,
  rounds: number,
  env: Readonly<Record<string, string>>
): Promise<Outcome> => {
  const place = await choosePlace(dataDir, env)
  const calls: Array<SeenRequest> = []
  let server = await startHeddle(place)
  try {
    const rich = await createAccount(server, { plan: "standard", credits: 100_000_000 })
    const poor = await createAccount(server, { plan: "standard", credits: alms }, "poor@example.com")
    const posts = await ingestWombats(server)
    const moments = fc.sample(moment, { numRuns: rounds, seed: firstSeed })
    for (const [round, { answers, millis }] of moments.entries()) {
      if (round > 0) {
        server = await startHeddle(place)
        await giveCredits(server, poor, { credits: alms })
      }
      const enough = Promise.withResolvers<void>()
      // The first round is long enough for the poor account to run out.
      const wanted = round === 0 ? firstAnswers : answers
      let answered = 0
      const onAnswer = () => (++answered >= wanted ? enough.resolve() : undefined)
      const under = Array.from({ length: callers }, (_, index) =>
        callUntilItDies(server, index < richCallers ? rich : poor, {
          name: `r${round}-c${index}`,
          seed: firstSeed + round * callers + index,
          onAnswer
        })
      )
      // Without the second promise, callers that all end early would leave the test waiting.
      if (wanted > 0) await Promise.race([enough.promise, Promise.all(under)])
      await sleep(millis)
      await server.kill()
      calls.push(...(await Promise.all(under)).flat())
    }
    return { posts, calls, accounts: [rich.id, poor.id].map((id) => AccountId.make(id)) }
  } finally {
    await server.kill()
  }
}

/** Over the same database, with no server alive and the clock past the deadline of every hold. */
const assertLedger = Effect.fnUntraced(function* ({ posts, calls, accounts }: Outcome, rounds: number, label: string) {
  const sql = yield* SqlClient.SqlClient
  const ledger = yield* Ledger
  const entries = yield* sql<{ requestId: string; cost: number }>`
    SELECT request_id, cost FROM usage_entries WHERE request_id IS NOT NULL`
  const costs = new Map(entries.map(({ requestId, cost }) => [requestId, cost]))
  assert.strictEqual(costs.size, entries.length, "no call is charged twice")

  const answered = calls.filter(({ status }) => status === 200)
  const refused = calls.filter(({ status }) => status !== undefined && status !== 200)
  const cutOff = calls.filter(({ status }) => status === undefined)
  for (const { requestId, cost } of answered) {
    assert.strictEqual(costs.get(requestId), cost, `${requestId} was answered and is charged as it was told`)
  }
  for (const { requestId, status } of refused) {
    assert.include([402, 503], status, requestId)
    assert.isFalse(costs.has(requestId), `${requestId} was refused with ${status} and is not charged`)
  }
  const charged = cutOff.filter(({ requestId }) => costs.has(requestId)).length
  const sum = answered.reduce((total, { cost }) => total + (cost ?? 0), 0)
  process.stdout.write(
    `${label}: ${rounds} kills, ${calls.length} calls, ${answered.length} answered for ${sum} credits, ${refused.length} refused, ` +
      `${cutOff.length} cut off (${charged} of them charged)\n`
  )
  assert.strictEqual(entries.length, answered.length + charged, "only calls under way at a kill are charged unanswered")
  assert.isAtMost(cutOff.length, callers * rounds)
  assert.isAbove(sum, 0)
  assert.isAbove(refused.filter(({ status }) => status === 402).length, 0)

  const [stored] = yield* sql<{ count: number }>`SELECT count(*) AS count FROM posts`
  assert.strictEqual(stored?.count, posts)
  const [before] = yield* sql<{ held: number }>`SELECT sum(held)::bigint AS held FROM credit_grants`
  for (const accountId of accounts) {
    const [rest] = yield* sql<{ rest: number }>`
      SELECT ((SELECT sum(amount) FROM credit_grants WHERE account_id = ${accountId})
        - (SELECT coalesce(sum(cost), 0) FROM usage_entries WHERE account_id = ${accountId}))::bigint AS rest`
    assert.strictEqual(yield* ledger.available(accountId), rest?.rest, "no hold outlives its deadline")
  }
  assert.deepStrictEqual(yield* checkLedger, [])
  process.stdout.write(`${label}: ${before?.held ?? 0} credits were held by calls that died\n`)
})

const survives = (
  label: string,
  rounds: number,
  env: Readonly<Record<string, string>>,
  database: (dataDir: string) => DatabaseLayer
): Promise<void> =>
  withSeed(firstSeed, async () => {
    const dataDir = await makeDataDir()
    try {
      const outcome = await killAndRestart(dataDir, rounds, env)
      const services = Ledger.layer.pipe(Layer.provideMerge(database(dataDir)))
      const afterwards = withTime(assertLedger(outcome, rounds, label), (live) => live + queryHoldMillis)
      await Effect.runPromise(Effect.provide(afterwards, services))
    } finally {
      await removeDataDir(dataDir)
    }
  })

describe("kill -9 under load", () => {
  onPostgres("on PostgreSQL", ({ freshUrl }) => {
    it(
      "keeps every charge that was answered, and no other",
      () =>
        Effect.flatMap(freshUrl, (url) =>
          Effect.promise(() =>
            survives("PostgreSQL", runs(3), { DATABASE_URL: Redacted.value(url) }, () =>
              PostgresClient.layer({ url, maxConnections: 2 }).pipe(Layer.orDie)
            )
          )
        ).pipe(Effect.scoped, Effect.runPromise),
      60_000 + runs(3) * 20_000
    )
  })

  onPgliteAsWell("on the embedded database", () => {
    it(
      "keeps every charge that was answered, and no other",
      () =>
        survives("PGlite", runs(2), {}, (dataDir) =>
          PgliteClient.layer({ folder: join(dataDir, "database") }).pipe(Layer.orDie)
        ),
      60_000 + runs(2) * 20_000
    )
  })
})
