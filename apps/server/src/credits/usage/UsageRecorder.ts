/**
 * Usage entries of calls that cost nothing and change nothing, written behind the answer and many at a time: the entry
 * is there within a second and may be lost in a crash (decisions, section 10). Whatever costs or changes something is
 * recorded by the ledger, in the transaction of the charge.
 *
 * There is no timer: what arrives while a statement is on its way is the next statement.
 */
import type { AccountId, UsageEntryId } from "@heddle/api"
import { Cause, Context, Deferred, Effect, Layer, Metric, Queue, Schedule } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import type { Usage } from "../ledger/LedgerCommands.ts"

const maxBatch = 500
/** When this many wait, callers wait too, so that memory stays bounded while the database is slow. */
const maxWaiting = 10_000
const attempts = 4
/** A stop waits no longer for entries that may be lost anyway. */
const flushTimeout = "5 seconds"

const lost = Metric.counter("usage_entries_lost", {
  description: "Usage entries of free calls that could not be written",
  incremental: true
})

/** About a second in all. */
const retry = Schedule.exponential("100 millis").pipe(
  Schedule.upTo({ times: attempts - 1 }),
  Schedule.setInputType<SqlError.SqlError>()
)

interface Entry {
  readonly account_id: AccountId
  readonly id: UsageEntryId
  readonly time: Date
  readonly usage: Usage
}

type Item =
  | { readonly _tag: "Entry"; readonly entry: Entry }
  /** Completed once everything before it is written. */
  | { readonly _tag: "Flush"; readonly done: Deferred.Deferred<void> }

export class UsageRecorder extends Context.Service<
  UsageRecorder,
  {
    /** Returns before the entry is written. */
    record(accountId: AccountId, usage: Usage): Effect.Effect<void>
    /** Waits until everything that this process recorded so far is written or given up. */
    readonly flush: Effect.Effect<void>
  }
>()("@heddle/server/credits/usage/UsageRecorder") {
  static readonly layer = Layer.effect(
    UsageRecorder,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queue = yield* Queue.bounded<Item>(maxWaiting)
      let waiting = 0

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

      const lose = (entries: ReadonlyArray<Entry>, cause: Cause.Cause<unknown>) =>
        Effect.andThen(
          Metric.update(lost, entries.length),
          Effect.logWarning(`${entries.length} usage entries of free calls could not be written`, cause)
        )

      const writeOne = (entry: Entry) => Effect.catchCause(insert([entry]), (cause) => lose([entry], cause))

      /** One entry that the database rejects does not take the others with it. */
      const write = (entries: ReadonlyArray<Entry>): Effect.Effect<void> =>
        entries.length === 0
          ? Effect.void
          : insert(entries).pipe(
              Effect.retry(retry),
              Effect.asVoid,
              Effect.catch((error) =>
                error.reason._tag === "ConnectionError" || entries.length === 1
                  ? lose(entries, Cause.fail(error))
                  : Effect.forEach(entries, writeOne, { discard: true })
              ),
              Effect.catchCause((cause) => lose(entries, cause))
            )

      const drain = Effect.fnUntraced(function* (items: ReadonlyArray<Item>) {
        yield* write(items.flatMap((item) => (item._tag === "Entry" ? [item.entry] : [])))
        waiting -= items.length
        for (const item of items) if (item._tag === "Flush") yield* Deferred.succeed(item.done, undefined)
      })

      yield* Queue.takeBetween(queue, 1, maxBatch).pipe(Effect.flatMap(drain), Effect.forever, Effect.forkScoped)

      const offer = (item: Item) =>
        Effect.suspend(() => {
          waiting += 1
          return Queue.offer(queue, item)
        })

      const flush = Effect.gen(function* () {
        if (waiting === 0) return
        const done = yield* Deferred.make<void>()
        yield* offer({ _tag: "Flush", done })
        yield* Deferred.await(done)
      })
      // Before the runner stops, since finalizers run in the opposite order.
      yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(flush, flushTimeout)))

      const record = Effect.fnUntraced(function* (accountId: AccountId, usage: Usage) {
        const time = yield* now
        yield* offer({ _tag: "Entry", entry: { account_id: accountId, id: yield* newId("use"), time, usage } })
      })

      return UsageRecorder.of({ record, flush })
    })
  )
}
