/**
 * Writes the usage entries of calls that cost and change nothing in batches, after the answer. An entry is stored within
 * a second and may be lost in a crash (decisions, section 10). Calls that cost or change something are recorded by the
 * ledger, in the transaction of the charge.
 *
 * There is no timer: entries that arrive while a statement runs form the next statement. These entries do not go through
 * the ledger's batches, because they need neither its locks nor a balance, and charges must not queue behind free reads.
 */
import type { AccountId, UsageEntryId } from "@heddle/api"
import { Cause, Context, Deferred, Effect, Layer, Metric, Queue, Schedule } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import type { UsageDetails } from "../ledger/LedgerCommands.ts"
import { bytesOf, FreeStorage } from "./FreeStorage.ts"
import { makeSummaries, summaryMinutes } from "./UsageSummaries.ts"

const maxBatch = 500
/** A full queue makes callers wait, so that memory stays bounded while the database is slow. */
const queueCapacity = 10_000
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

type Item =
  | { readonly _tag: "Entry"; readonly entry: Entry }
  /** Completed once all items before it are written. */
  | { readonly _tag: "Flush"; readonly done: Deferred.Deferred<void> }

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
      const queue = yield* Queue.bounded<Item>(queueCapacity)
      let pending = 0

      const insert = (entries: ReadonlyArray<Entry>) => {
        const rows = entries.map(({ account_id, id, time, usage }) => ({ account_id, id, time, ...usage }))
        return sql`
          INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts, key_id,
            request_id)
          SELECT r.account_id, r.id, r.time, 0, r.source, r."apiType", r.parameters, '{}', '{}', r."keyId", r."requestId"
          FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (account_id text, id text, time timestamptz,
            source text, "apiType" text, parameters jsonb, "keyId" text, "requestId" text)
          ON CONFLICT DO NOTHING`
      }

      const reportLost = (entries: ReadonlyArray<Entry>, cause: Cause.Cause<unknown>) =>
        Effect.andThen(
          Metric.update(lost, entries.length),
          Effect.logWarning(`${entries.length} usage entries of free calls could not be written`, cause)
        )

      const writeOne = (entry: Entry) => Effect.catchCause(insert([entry]), (cause) => reportLost([entry], cause))

      /** Writes the entries of a rejected batch one by one, so that a single bad entry does not lose the others. */
      const write = (entries: ReadonlyArray<Entry>): Effect.Effect<void> =>
        entries.length === 0
          ? Effect.void
          : insert(entries).pipe(
              Effect.retry(retry),
              Effect.asVoid,
              Effect.catch((error) =>
                error.reason._tag === "ConnectionError" || entries.length === 1
                  ? reportLost(entries, Cause.fail(error))
                  : Effect.forEach(entries, writeOne, { discard: true })
              ),
              Effect.catchCause((cause) => reportLost(entries, cause))
            )

      const drain = Effect.fnUntraced(function* (items: ReadonlyArray<Item>) {
        yield* write(items.flatMap((item) => (item._tag === "Entry" ? [item.entry] : [])))
        pending -= items.length
        for (const item of items) if (item._tag === "Flush") yield* Deferred.succeed(item.done, undefined)
      })

      yield* Queue.takeBetween(queue, 1, maxBatch).pipe(Effect.flatMap(drain), Effect.forever, Effect.forkScoped)

      const offer = (item: Item) =>
        Effect.suspend(() => {
          pending += 1
          return Queue.offer(queue, item)
        })

      const flush = Effect.gen(function* () {
        if (pending === 0) return
        const done = yield* Deferred.make<void>()
        yield* offer({ _tag: "Flush", done })
        yield* Deferred.await(done)
      })

      const add = Effect.fnUntraced(function* (accountId: AccountId, usage: UsageDetails) {
        const time = yield* now
        yield* offer({ _tag: "Entry", entry: { account_id: accountId, id: yield* newId("use"), time, usage } })
      })

      const addSummaries = Effect.suspend(() =>
        Effect.forEach(summaries.takeAll(), ({ accountId, usage }) => add(accountId, usage), { discard: true })
      )
      // Added after the fork, so that it runs before the runner stops: finalizers run in reverse order.
      yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(Effect.andThen(addSummaries, flush), flushTimeout)))

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

      return UsageRecorder.of({ record, summarize, flush })
    })
  )
}
