/**
 * Brings commands that come together into one commit. There is no timer: what arrives while batches are on
 * their way to the disk is the next batch, so that a lone caller waits for nobody and a crowd shares the cost of a commit.
 *
 * An account that another transaction holds (another process, a round, a claim) leaves the common batch and waits in a
 * lane of its own, so that it holds up nobody else.
 */
import type { AccountId } from "@heddle/api"
import { Clock, Deferred, Effect, Metric, Queue, Semaphore } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { type Command, makeApply, type Outcome, traceOf } from "./LedgerCommands.ts"

const maxBatch = 500
/** While one batch commits, another is made ready; more would only make batches smaller. */
const runners = 2
/** Connections that lanes may wait on at once, out of a pool of some ten. */
const maxInLanes = 4

interface Item {
  readonly command: Command
  /** The caller's, so that time is the caller's also in tests. */
  readonly clock: Clock.Clock
  readonly answer: Deferred.Deferred<Outcome, SqlError.SqlError>
}

const commits = Metric.counter("ledger_commits", { description: "Commits of the credit ledger", incremental: true })
const carriedOut = Metric.counter("ledger_commands", {
  description: "Holds, settlements, releases and entries carried out",
  incremental: true
})

/** The moment at which a batch is on its way. */
const momentOf = (items: ReadonlyArray<Item>): Date =>
  new Date(items.reduce((latest, { clock }) => Math.max(latest, clock.currentTimeMillisUnsafe()), 0))

const commandsOf = (items: ReadonlyArray<Item>) => items.map(({ command }) => command)

/** Trouble of the database rather than of a command: the same would happen to every other. */
const isUnavailable = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "ConnectionError" || reason._tag === "LockTimeoutError"

/** How to submit a command; batches end with the scope. */
export const makeBatches = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const apply = makeApply(sql)
  const queue = yield* Queue.unbounded<Item>()
  // The commands that wait for an account which others hold.
  const lanes = new Map<AccountId, Array<Item>>()
  const laneSlots = yield* Semaphore.make(maxInLanes)
  const scope = yield* Effect.scope

  /** A connection can break after the commit: what shows in the database is done. */
  const doneOf = Effect.fnUntraced(function* (items: ReadonlyArray<Item>) {
    const asked = items.map(({ command }) => ({ account: command.accountId, id: traceOf(command) }))
    const rows = yield* sql<{ id: string; remaining: number }>`
      SELECT a.id, (SELECT coalesce(sum(available), 0)::bigint FROM spendable_grants(a.account, ${momentOf(items)}))
        AS remaining
      FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS a (account text, id text)
      WHERE EXISTS (SELECT 1 FROM credit_holds h WHERE h.account_id = a.account AND h.id = a.id)
        OR EXISTS (SELECT 1 FROM usage_entries e WHERE e.account_id = a.account AND e.id = a.id)`
    return new Map(rows.map(({ id, remaining }) => [id, remaining]))
  })

  const applyAlone = (item: Item) =>
    apply([item.command], momentOf([item]), true).pipe(
      Effect.matchEffect({
        onSuccess: ([outcome]) => Deferred.complete(item.answer, finalOutcome(item.command, outcome)),
        onFailure: (error) => (isUnavailable(error) ? Effect.fail(error) : Deferred.fail(item.answer, error))
      })
    )

  /** Takes a failed batch apart, so that one command the database refuses does not spoil the others. */
  const recover = Effect.fnUntraced(function* (items: ReadonlyArray<Item>) {
    const done = yield* doneOf(items)
    for (const item of items) {
      const remaining = done.get(traceOf(item.command))
      if (remaining === undefined) yield* applyAlone(item)
      else yield* Deferred.succeed(item.answer, { busy: false, done: true, refusal: null, caller: null, remaining })
    }
  })

  const flush = (items: ReadonlyArray<Item>, wait: boolean) =>
    apply(commandsOf(items), momentOf(items), wait).pipe(
      Effect.tap(() => Metric.update(commits, 1)),
      Effect.tap(() => Metric.update(carriedOut, items.length)),
      Effect.flatMap((outcomes) =>
        Effect.forEach(
          items,
          (item, index) => {
            const outcome = outcomes[index]
            if (outcome?.busy === true && !wait) return enterLane(item)
            return Deferred.complete(item.answer, finalOutcome(item.command, outcome))
          },
          { discard: true }
        )
      ),
      Effect.catch((error) =>
        error.reason._tag === "LockTimeoutError"
          ? Effect.fail(error)
          : Effect.logWarning(`A ledger batch failed (${error.message}) and is taken apart`).pipe(
              Effect.andThen(recover(items))
            )
      ),
      // Whoever has an answer already keeps it.
      Effect.catchCause((cause) =>
        Effect.forEach(items, ({ answer }) => Deferred.failCause(answer, cause), { discard: true })
      )
    )

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

  /** Waits for the commit; not interruptible, since the command may be on its way already. */
  return (command: Command): Effect.Effect<Outcome, SqlError.SqlError> =>
    Effect.uninterruptible(
      Effect.gen(function* () {
        const item = { command, clock: yield* Clock.Clock, answer: yield* Deferred.make<Outcome, SqlError.SqlError>() }
        const inLane = command._tag !== "Record" && lanes.has(command.accountId)
        yield* inLane ? enterLane(item) : Queue.offer(queue, item)
        return yield* Deferred.await(item.answer)
      })
    )
})

/** With waiting, an account that cannot be locked does not exist. */
export const finalOutcome = (command: Command, outcome: Outcome | undefined) =>
  outcome === undefined || outcome.busy
    ? Effect.die(new Error(`The ledger knows no account ${command.accountId}`))
    : Effect.succeed(outcome)
