/**
 * `npm run bench -- usage`: what the portal's overview and usage screen ask for, over a long usage history.
 *
 * Through the services that the procedures call, for the account with 90 % of the entries and for small ones.
 */
import { Clock, Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import { dayOf } from "../../../apps/server/src/runtime/Time.ts"
import { randomOf } from "../../../apps/server/src/sources/simulation/Random.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { describeServer, productOn, serverSettings, timed } from "../Product.ts"
import { quantile } from "../Quantiles.ts"
import { jsonFlag, machine, print, round } from "../Report.ts"
import { accountOf, fill, largeAccount, months, smallAccounts } from "./Fill.ts"
import { type Question, questions } from "./Questions.ts"

const goalMillis = 300

interface Sizes {
  readonly entries: number
  readonly runs: number
  readonly seed: number
}

const accounts = {
  large: () => largeAccount,
  small: (draw: (below: number) => number) => accountOf(1 + draw(smallAccounts))
}
type Size = keyof typeof accounts

interface Seen {
  readonly question: Question
  readonly size: Size
  readonly p50: number
  readonly p95: number
  /** Sorted. */
  readonly millis: ReadonlyArray<number>
  /** Rows of a call, on average. */
  readonly rows: number
}

const measure = Effect.fnUntraced(function* (question: Question, size: Size, { runs, seed }: Sizes) {
  const random = randomOf(seed)
  const draw = (below: number) => Math.floor(random.next() * below)
  const calls = yield* Effect.forEach(Array.from({ length: runs }), () =>
    Effect.flatMap(question.draw(accounts[size](draw), draw), timed)
  )
  const millis = calls.map((call) => call.millis).toSorted((a, b) => a - b)
  const rows = calls.reduce((sum, { value }) => sum + value, 0) / runs
  return { question, size, p50: quantile(millis, 0.5), p95: quantile(millis, 0.95), millis, rows } satisfies Seen
})

const titleOf = ({ question, size }: Pick<Seen, "question" | "size">): string =>
  `${question.procedure}${question.name === "" ? "" : `: ${question.name}`} (${size})`

const format = (seen: Seen): string =>
  `${titleOf(seen).padEnd(74)} p50 ${seen.p50.toFixed(1).padStart(7)}   p95 ${seen.p95.toFixed(1).padStart(7)}` +
  `   max ${quantile(seen.millis, 1).toFixed(1).padStart(7)} ms   ${seen.rows.toFixed(1).padStart(6)} rows` +
  (seen.p95 > goalMillis ? "   MISSED" : "")

const measureAll = Effect.fnUntraced(function* (sizes: Sizes, today: number) {
  const all: Array<Seen> = []
  for (const question of questions(today)) {
    for (const size of ["large", "small"] as const) {
      const seen = yield* measure(question, size, sizes)
      all.push(seen)
      yield* Console.log(format(seen))
    }
  }
  return all
})

const poolOf = (all: ReadonlyArray<Seen>, size: Size) => {
  const millis = all.flatMap((seen) => (seen.size === size ? seen.millis : [])).toSorted((a, b) => a - b)
  return { size, p50: quantile(millis, 0.5), p95: quantile(millis, 0.95), max: quantile(millis, 1) }
}

const worstOf = (all: ReadonlyArray<Seen>): ReadonlyMap<string, Seen> => {
  const worst = new Map<string, Seen>()
  for (const seen of all) {
    const { procedure } = seen.question
    if (seen.p95 > (worst.get(procedure)?.p95 ?? -1)) worst.set(procedure, seen)
  }
  return worst
}

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ name: string; bytes: number }>`
    SELECT whole.relname AS name, sum(pg_relation_size(h.inhrelid))::float8 AS bytes
    FROM pg_index i JOIN pg_class whole ON whole.oid = i.indexrelid JOIN pg_inherits h ON h.inhparent = whole.oid
    WHERE i.indrelid = 'usage_entries'::regclass
    GROUP BY 1 UNION ALL
    SELECT 'rows', sum(pg_table_size(relid))::float8 FROM pg_partition_tree('usage_entries') UNION ALL
    SELECT 'usage_days', pg_total_relation_size('usage_days')::float8 ORDER BY 2 DESC`
})

const report = Effect.fnUntraced(function* (all: ReadonlyArray<Seen>) {
  yield* Console.log("\nthe worst class of each procedure")
  const worst = worstOf(all)
  for (const seen of worst.values()) yield* Console.log(format(seen))
  for (const size of ["large", "small"] as const) {
    const { p50, p95, max } = poolOf(all, size)
    yield* Console.log(
      `all classes together, ${size} account${size === "small" ? "s" : ""}: p50 ${round(p50)}   p95 ${round(p95)}   max ${round(max)} ms`
    )
  }
  return worst
})

const figures = (all: ReadonlyArray<Seen>, worst: ReadonlyMap<string, Seen>, sizes: Sizes) => {
  const pool = poolOf(all, "large").p95
  return [...worst.values()]
    .toSorted((a, b) => a.p95 - b.p95)
    .map((seen) => ({
      name: "usage",
      metric: `p95 of the worst class of ${seen.question.procedure}`,
      value: round(seen.p95),
      unit: "ms",
      peers: { "all classes together": round(pool) },
      ratio: { "all classes together": round(seen.p95 / pool) },
      sizes: { ...sizes, months, accounts: smallAccounts + 1, worst: titleOf(seen), p50_ms: round(seen.p50) }
    }))
}

export const usage = Command.make(
  "usage",
  {
    json: jsonFlag,
    entries: Flag.Int("entries").pipe(
      Flag.withDescription("Entries in the usage history"),
      Flag.withDefault(1_000_000)
    ),
    runs: Flag.Int("runs").pipe(Flag.withDescription("Calls of each class"), Flag.withDefault(40)),
    seed: Flag.Int("seed").pipe(Flag.withDescription("Of the filters' values"), Flag.withDefault(1))
  },
  Effect.fn(function* ({ json, ...sizes }) {
    const { url } = yield* PostgresServer.start({ fsync: false, settings: serverSettings })
    yield* Effect.gen(function* () {
      yield* Console.log(`${machine()}\n${yield* describeServer}`)
      yield* Console.log(
        `${sizes.entries} entries of ${months} months and the current one, 90 % of one account; ` +
          `${sizes.runs} calls a class, seed ${sizes.seed}; goal: p95 < ${goalMillis} ms`
      )
      const now = new Date(yield* Clock.currentTimeMillis)
      const filled = yield* timed(fill(sizes.entries, now))
      yield* Console.log(`filled in ${round(filled.millis / 1000)} s`)
      for (const { name, bytes } of yield* tables)
        yield* Console.log(`  ${name.padEnd(44)} ${Math.round(bytes / 2 ** 20)} MiB`)
      const all = yield* measureAll(sizes, dayOf(now))
      const worst = yield* report(all)
      yield* Console.log(machine())
      yield* print(json, figures(all, worst, sizes))
    }).pipe(Effect.provide(productOn(url)))
  }, Effect.scoped)
).pipe(Command.withDescription("What the portal's overview and usage screen ask for, over a long usage history"))
