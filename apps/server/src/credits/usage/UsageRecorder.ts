/**
 * Writes the usage entries of calls that cost and change nothing in batches, after the answer. An entry is stored within
 * a second and may be lost in a crash (decisions, section 10). Calls that cost or change something are recorded by the
 * ledger, in the transaction of the charge.
 *
 * These entries do not go through the ledger's batches, because they need neither its locks nor a balance, and charges
 * must not queue behind free reads.
 */
import type { AccountId, UsageEntryId } from "@heddle/api"
import { Cause, Context, Effect, Layer, Metric, Schedule } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { makeBatcher } from "../../runtime/Batcher.ts"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import type { UsageDetails } from "../ledger/LedgerCommands.ts"
import { bytesOf, FreeStorage } from "./FreeStorage.ts"

/**
 * Counts the free calls of accounts that have used up their storage. One entry then stands for the calls of some minutes
 * with the same key and API type, so that the history still says how many there were.
 */
const summaryMinutes = 5

interface Summary {
  readonly accountId: AccountId
  readonly usage: UsageDetails
}

interface Group {
  readonly accountId: AccountId
  readonly usage: UsageDetails
  calls: number
}

const makeSummaries = () => {
  const groups = new Map<string, Group>()

  /** Returns whether this is the first call since the summaries were taken. */
  const add = (accountId: AccountId, usage: UsageDetails): boolean => {
    const isFirst = groups.size === 0
    const name = JSON.stringify([accountId, usage.keyId, usage.source, usage.apiType])
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { accountId, usage, calls: 1 })
    else group.calls += 1
    return isFirst
  }

  const takeAll = (): ReadonlyArray<Summary> => {
    const summaries = [...groups.values()].map(({ accountId, usage, calls }) => ({
      accountId,
      usage: { ...usage, requestId: null, parameters: { calls, per: `${summaryMinutes} minutes` } }
    }))
    groups.clear()
    return summaries
  }

  return { add, takeAll }
}

const maxAttempts = 4
/** How long a stop waits for entries, which may be lost anyway. */
const flushTimeout = "5 seconds"

const lost = Metric.counter("usage_entries_lost_total", {
  description: "Usage entries of free calls that could not be written",
  incremental: true
})

/** About a second in all. */
const retry = Schedule.exponential("100 millis").pipe(
  Schedule.upTo({ times: maxAttempts - 1 }),
  Schedule.setInputType<SqlError.SqlError>()
)

interface Entry {
  readonly account_id: AccountId
  readonly id: UsageEntryId
  readonly time: Date
  readonly usage: UsageDetails
}

export class UsageRecorder extends Context.Service<
  UsageRecorder,
  {
    /** Returns before the entry is written. Once an account's free storage is used up, entries are summed up. */
    record(accountId: AccountId, usage: UsageDetails): Effect.Effect<void>
    /** Counts a call for a sum of the account's calls, which is written some minutes later. */
    summarize(accountId: AccountId, usage: UsageDetails): Effect.Effect<void>
    /** Waits until every entry this process has recorded so far is written or lost, except for calls to be summed up. */
    readonly flush: Effect.Effect<void>
  }
>()("@heddle/server/credits/usage/UsageRecorder") {
  static readonly layer = Layer.effect(
    UsageRecorder,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const storage = yield* FreeStorage
      const summaries = makeSummaries()
      const scope = yield* Effect.scope
      // What Prometheus has not seen at 0 has not increased.
      yield* Metric.update(lost, 0)

      const insert = (batch: ReadonlyArray<Entry>) => {
        const rows = batch.map(({ account_id, id, time, usage }) => ({ account_id, id, time, ...usage }))
        return sql`
          INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts, key_id,
            request_id)
          SELECT r.account_id, r.id, r.time, 0, r.source, r."apiType", r.parameters, '{}', '{}', r."keyId", r."requestId"
          FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (account_id text, id text, time timestamptz,
            source text, "apiType" text, parameters jsonb, "keyId" text, "requestId" text)
          ON CONFLICT DO NOTHING`
      }

      const reportLost = (batch: ReadonlyArray<Entry>, cause: Cause.Cause<unknown>) =>
        Effect.andThen(
          Metric.update(lost, batch.length),
          Effect.logWarning(`${batch.length} usage entries of free calls could not be written`, cause)
        )

      const entries = yield* makeBatcher({
        write: (batch: ReadonlyArray<Entry>) =>
          insert(batch).pipe(
            Effect.retry(retry),
            Effect.asVoid,
            Effect.catch((error) =>
              error.reason._tag === "ConnectionError" ? reportLost(batch, Cause.fail(error)) : Effect.fail(error)
            )
          ),
        lost: (entry, cause) => reportLost([entry], cause)
      })

      const add = Effect.fnUntraced(function* (accountId: AccountId, usage: UsageDetails) {
        const time = yield* now
        yield* entries.submit({ account_id: accountId, id: yield* newId("use"), time, usage })
      })

      const addSummaries = Effect.suspend(() =>
        Effect.forEach(summaries.takeAll(), ({ accountId, usage }) => add(accountId, usage), { discard: true })
      )
      // Added after the batcher, so that it runs before the batcher stops: finalizers run in reverse order.
      yield* Effect.addFinalizer(() =>
        Effect.ignore(Effect.timeout(Effect.andThen(addSummaries, entries.flush), flushTimeout))
      )

      const summarize = (accountId: AccountId, usage: UsageDetails) =>
        Effect.suspend(() =>
          summaries.add(accountId, usage)
            ? Effect.asVoid(Effect.forkIn(Effect.delay(addSummaries, `${summaryMinutes} minutes`), scope))
            : Effect.void
        )

      const record = Effect.fnUntraced(function* (accountId: AccountId, usage: UsageDetails) {
        const refused = yield* storage.take(accountId, bytesOf(usage))
        yield* refused === null ? add(accountId, usage) : summarize(accountId, usage)
      })

      return UsageRecorder.of({ record, summarize, flush: entries.flush })
    })
  )
}
