/** `npm run bench -- ledger-check`: duration of the check of a large ledger, compared with a plain sum of its entries. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import { checkLedger } from "../../../apps/server/src/credits/ledger/LedgerCheck.ts"
import { migrated } from "../../../apps/server/src/database/Database.ts"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { timed } from "../Product.ts"
import { jsonFlag, machine, print, round } from "../Report.ts"
import { accounts, prepare } from "./Calls.ts"

const cost = 37
const chunk = 1_000_000

/** Inserts entries for all accounts in turn, each paid from two grants, and updates the grants' cached amounts. */
const fill = Effect.fnUntraced(function* (entries: number) {
  const sql = yield* SqlClient.SqlClient
  for (let from = 0; from < entries; from += chunk) {
    yield* sql`
      INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
      SELECT 'acct_' || lpad((i % ${accounts})::text, 26, '0'), 'use_' || lpad(i::text, 26, '0'),
        now() - make_interval(secs => i % 2000000), ${cost}, 'bench', 'keywords', '{"keywords":["coffee"],"limit":100}',
        '{grant_2,grant_3}', ARRAY[${cost - 7}, 7]
      FROM generate_series(${from}::bigint, ${Math.min(entries, from + chunk) - 1}::bigint) AS i`
  }
  yield* sql`
    UPDATE credit_grants g SET spent = used.spent FROM (
      SELECT e.account_id, s.id, sum(s.amount) AS spent FROM usage_entries e, unnest(e.grants, e.amounts) AS s (id, amount)
      GROUP BY 1, 2
    ) used WHERE g.account_id = used.account_id AND g.id = used.id`
  yield* sql`ANALYZE`
})

/** Seconds, to a hundredth. */
const secondsOf = ({ millis }: { readonly millis: number }): number => round(millis / 1_000, 2)

export const ledgerCheck = Command.make(
  "ledger-check",
  {
    json: jsonFlag,
    entries: Flag.Int("entries").pipe(Flag.withDescription("Entries in the ledger"), Flag.withDefault(1_000_000))
  },
  Effect.fn(function* ({ json, entries }) {
    const { url } = yield* PostgresServer.start()
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* prepare
      yield* fill(entries)
      const floor = secondsOf(yield* timed(sql`SELECT account_id, sum(cost) FROM usage_entries GROUP BY account_id`))
      const check = yield* timed(checkLedger)
      const seconds = secondsOf(check)
      const ratio = round(seconds / floor)
      yield* Console.log(`${machine()}\n${entries} entries of ${accounts} accounts`)
      yield* Console.log(`proof ${seconds} s, a sum by account ${floor} s: ${ratio}x`)
      if (check.value.length > 0) yield* Effect.die(new Error(`${check.value.length} faults where there are none`))
      yield* print(json, [
        {
          name: "ledger-check",
          metric: "proof of the whole ledger",
          value: seconds,
          unit: "s",
          peers: { "sum by account": floor },
          ratio: { "sum by account": ratio },
          sizes: { entries, accounts }
        }
      ])
    }).pipe(Effect.provide(migrated(PostgresClient.layer({ url, maxConnections: 4 }))))
  }, Effect.scoped)
).pipe(Command.withDescription("The proof of a large ledger"))
