/**
 * Commits concurrent commands together. There is no timer: commands that arrive while batches are being committed form
 * the next batch. A lone command does not wait, and many share the cost of a commit.
 *
 * The commands of an account that another transaction has locked (another process, a matching round, a delivery claim)
 * wait in a lane of their own, so that they delay no other account.
 */
import type { AccountId } from "@heddle/api"
import { Cause, Clock, Deferred, Effect, Metric, Queue, Semaphore } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { isOutage, isOutcomeUnknown, OutcomeUnknown } from "../../runtime/Outage.ts"
import { type Command, type CommandResult, makeApply, recordIdOf } from "./LedgerCommands.ts"

const maxBatch = 500
/** One batch is prepared while another commits; more runners would only make the batches smaller. */
const runners = 2
/** How often a look-up is tried again, at once. */
const lookUpRetries = 3
/** Connections that lanes may occupy at once, of the default pool of ten. */
const maxLaneConnections = 4

interface Item {
  readonly command: Command
  /** The caller's, so that its time applies in tests too. */
  readonly clock: Clock.Clock
  readonly result: Deferred.Deferred<CommandResult, SqlError.SqlError>
}

const commits = Metric.counter("ledger_commits_total", {
  description: "Commits of the credit ledger",
  incremental: true
})
const executed = Metric.counter("ledger_commands_total", {
  description: "Holds, settlements, releases and entries carried out",
  incremental: true
})

/** A batch runs at the latest time of its callers. */
const timeOf = (items: ReadonlyArray<Item>): Date =>
  new Date(items.reduce((latest, { clock }) => Math.max(latest, clock.currentTimeMillisUnsafe()), 0))

const commandsOf = (items: ReadonlyArray<Item>) => items.map(({ command }) => command)

/** The database is at fault rather than the command, so that every other command would fail too. */
const isUnavailable = (error: SqlError.SqlError): boolean => isOutage(error) || error.reason._tag === "LockTimeoutError"

/** Returns how to submit a command; the batches run until the scope closes. */
export const makeBatches = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const apply = makeApply(sql)
  const queue = yield* Queue.unbounded<Item>()
  /** Waiting commands by locked account. */
  const lanes = new Map<AccountId, Array<Item>>()
  const laneSlots = yield* Semaphore.make(maxLaneConnections)
  const scope = yield* Effect.scope

  /** The connection can break after the commit: finds which commands are in the database. */
  const committedOf = Effect.fnUntraced(
    function* (items: ReadonlyArray<Item>) {
      const sought = items.map(({ command }) => ({ account: command.accountId, id: recordIdOf(command) }))
      const rows = yield* sql<{ id: string; remaining: number }>`
      SELECT a.id, (SELECT coalesce(sum(available), 0)::bigint FROM spendable_grants(a.account, ${timeOf(items)}))
        AS remaining
      FROM jsonb_to_recordset(${JSON.stringify(sought)}::jsonb) AS a (account text, id text)
      WHERE EXISTS (SELECT 1 FROM credit_holds h WHERE h.account_id = a.account AND h.id = a.id)
        OR EXISTS (SELECT 1 FROM usage_entries e WHERE e.account_id = a.account AND e.id = a.id)`
      return new Map(rows.map(({ id, remaining }) => [id, remaining]))
      // What broke one connection has often broken others of the pool.
    },
    Effect.retry({ times: lookUpRetries })
  )

  /** Gives the commands that are in the database their results; returns the others. */
  const completeCommitted = Effect.fnUntraced(function* (items: ReadonlyArray<Item>) {
    const committed = yield* committedOf(items)
    const rest: Array<Item> = []
    for (const item of items) {
      const remaining = committed.get(recordIdOf(item.command))
      if (remaining === undefined) rest.push(item)
      else yield* Deferred.succeed(item.result, { busy: false, done: true, rejection: null, caller: null, remaining })
    }
    return rest
  })

  const applyAlone = (item: Item, unsure: Set<Item>) =>
    apply([item.command], timeOf([item]), true).pipe(
      Effect.matchEffect({
        onSuccess: ([result]) =>
          Effect.gen(function* () {
            // The session of the lost reply may have ended the hold after we looked.
            if (result?.done === false && unsure.has(item) && (yield* completeCommitted([item])).length === 0) return
            yield* Deferred.complete(item.result, requireResult(item.command, result))
          }),
        onFailure: (error) => {
          if (isOutcomeUnknown(error)) unsure.add(item)
          return isUnavailable(error) ? Effect.fail(error) : Deferred.fail(item.result, error)
        }
      })
    )

  /** Retries a failed batch one command at a time, so that a command the database rejects does not fail the others. */
  const recover = Effect.fnUntraced(function* (items: ReadonlyArray<Item>, unsure: Set<Item>) {
    for (const item of yield* completeCommitted(items)) yield* applyAlone(item, unsure)
  })

  /** Has no effect on commands that already have a result. */
  const failAll = (items: ReadonlyArray<Item>, unsure: ReadonlySet<Item>, cause: Cause.Cause<SqlError.SqlError>) =>
    Effect.forEach(
      items,
      (item) =>
        Deferred.failCause(
          item.result,
          // Only a settlement charges anybody.
          item.command._tag === "Settle" && unsure.has(item) ? Cause.die(new OutcomeUnknown({ cause })) : cause
        ),
      { discard: true }
    )

  const flush = (items: ReadonlyArray<Item>, wait: boolean) => {
    /** Commands that may have been carried out although they failed. */
    const unsure = new Set<Item>()
    return apply(commandsOf(items), timeOf(items), wait).pipe(
      Effect.tap(() => Metric.update(commits, 1)),
      Effect.tap(() => Metric.update(executed, items.length)),
      Effect.flatMap((results) =>
        Effect.forEach(
          items,
          (item, index) => {
            const result = results[index]
            if (result?.busy === true && !wait) return enterLane(item)
            return Deferred.complete(item.result, requireResult(item.command, result))
          },
          { discard: true }
        )
      ),
      Effect.catch((error) => {
        if (error.reason._tag === "LockTimeoutError") return Effect.fail(error)
        if (isOutcomeUnknown(error)) for (const item of items) unsure.add(item)
        const warning = `A ledger batch failed (${error.message}); retrying its commands one by one`
        // A database outage has its own line in the log.
        return Effect.andThen(isOutage(error) ? Effect.void : Effect.logWarning(warning), recover(items, unsure))
      }),
      Effect.catchCause((cause) => failAll(items, unsure, cause))
    )
  }

  const drainLane = (accountId: AccountId): Effect.Effect<void> =>
    Effect.suspend(() => {
      const items = lanes.get(accountId)?.splice(0, maxBatch) ?? []
      if (items.length > 0) return Effect.andThen(flush(items, true), drainLane(accountId))
      lanes.delete(accountId)
      return Effect.void
    })

  const enterLane = (item: Item) =>
    Effect.suspend(() => {
      const { accountId } = item.command
      const lane = lanes.get(accountId)
      if (lane !== undefined) return Effect.sync(() => void lane.push(item))
      lanes.set(accountId, [item])
      return Effect.asVoid(laneSlots.withPermit(drainLane(accountId)).pipe(Effect.forkIn(scope)))
    })

  const runner = Queue.takeBetween(queue, 1, maxBatch).pipe(
    Effect.flatMap((items) => flush(items, false)),
    Effect.forever,
    Effect.forkScoped
  )
  yield* Effect.replicateEffect(runner, runners, { discard: true })

  /** Waits for the commit. Not interruptible, because the command may already be in a batch. */
  return (command: Command): Effect.Effect<CommandResult, SqlError.SqlError> =>
    Effect.uninterruptible(
      Effect.gen(function* () {
        const item = {
          command,
          clock: yield* Clock.Clock,
          result: yield* Deferred.make<CommandResult, SqlError.SqlError>()
        }
        const inLane = command._tag !== "Record" && lanes.has(command.accountId)
        yield* inLane ? enterLane(item) : Queue.offer(queue, item)
        return yield* Deferred.await(item.result)
      })
    )
})

/** With waiting, an account that cannot be locked does not exist. */
export const requireResult = (command: Command, result: CommandResult | undefined) =>
  result === undefined || result.busy
    ? Effect.die(new Error(`The ledger knows no account ${command.accountId}`))
    : Effect.succeed(result)
