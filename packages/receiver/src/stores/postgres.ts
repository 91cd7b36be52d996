import type { HandlerContext } from "../core/Context.ts"
import { ReceiverConfigError } from "../core/Errors.ts"
import { type Claim, type IdempotencyStore, leaseLost, storedKey } from "../core/Store.ts"
import { retentionMsOf } from "../core/Limits.ts"
import { createSafely, createTableSql, defaultTable, statements } from "./PostgresSql.ts"

export { createTableSql } from "./PostgresSql.ts"

export type Row = Readonly<Record<string, unknown>>
export type Value = string | number | null

/** `Pool`, `Client` and `PoolClient` of `pg`. */
export interface PgLike {
  readonly query: (sql: string, values: Array<Value>) => Promise<{ readonly rows: ReadonlyArray<Row> }>
}

/** `sql` of `postgres`, and what its `sql.begin` gives. */
export interface PostgresJsLike {
  readonly unsafe: (sql: string, values: Array<Value>) => PromiseLike<ReadonlyArray<Row>>
}

/** Any other client: runs one statement with `$1`, `$2` … and gives its rows. */
export type RunStatement = (sql: string, values: ReadonlyArray<Value>) => PromiseLike<ReadonlyArray<Row>>

export type PostgresClient = PgLike | PostgresJsLike | RunStatement

export interface PostgresStoreOptions {
  /** A pool: the store neither opens nor closes it. */
  readonly client: PostgresClient
  /** Default `heddle_events`. With a schema: `webhooks.heddle_events`. */
  readonly table?: string | undefined
  /** How long a completed event is remembered. Default 31 days, one more than the sender allows resends. */
  readonly retentionSeconds?: number | undefined
}

export interface PostgresStore extends IdempotencyStore {
  /** Creates table and index unless they are there. Safe from many processes at once. */
  readonly createTable: () => Promise<void>
  /**
   * Completes the event inside your own transaction, so that it and what the handler wrote there are committed
   * together or not at all. Rejects with `lease_lost` when another delivery has taken over: roll back. Does nothing on
   * test events.
   */
  readonly completeIn: (
    transaction: PostgresClient,
    context: Pick<HandlerContext, "claim" | "eventKey">
  ) => Promise<void>
}

type Ask = (sql: string, values: ReadonlyArray<Value>) => Promise<ReadonlyArray<Row>>

function asker(client: PostgresClient): Ask {
  // The `sql` of postgres is a function with methods.
  if ((typeof client === "object" || typeof client === "function") && client !== null) {
    if ("unsafe" in client && typeof client.unsafe === "function") {
      return async (sql, values) => client.unsafe(sql, [...values])
    }
    if ("query" in client && typeof client.query === "function") {
      return async (sql, values) => (await client.query(sql, [...values])).rows
    }
  }
  if (typeof client === "function") return async (sql, values) => client(sql, values)
  throw new ReceiverConfigError(
    "invalid_option",
    "client must be a pool or client of pg, the sql of postgres, or a function (sql, values) that gives the rows."
  )
}

/** Each round another claim of the same key was taken or released within our statement. */
const maxClaimRounds = 20

function readClaim({ status, remaining }: Row): Claim {
  if (status === "claimed" || status === "completed") return { status }
  const retryAfterMs = Number(remaining)
  if (status === "in_progress" && retryAfterMs > 0) return { status, retryAfterMs }
  throw new Error("PostgreSQL answered the claim with something unknown.")
}

/** The store's steps over anything that runs a statement. */
function steps(ask: Ask, table: string, retentionMs: number): IdempotencyStore {
  const sql = statements(table)
  const found = async (statement: string, key: string, ...values: ReadonlyArray<string | number>) =>
    (await ask(statement, [await storedKey(key), ...values])).length > 0
  return {
    claim: async (key, owner, leaseMs) => {
      const stored = await storedKey(key)
      for (let round = 1; round <= maxClaimRounds; round += 1) {
        const [row] = await ask(sql.claim, [stored, owner, leaseMs, retentionMs])
        if (row !== undefined) return readClaim(row)
      }
      throw new Error("The claim changed hands in every round.")
    },
    renew: (key, owner, leaseMs) => found(sql.renew, key, owner, leaseMs, retentionMs),
    complete: (key, owner) => found(sql.complete, key, owner, retentionMs),
    release: (key, owner) => found(sql.release, key, owner)
  }
}

/** PostgreSQL 12 or later. */
export function postgresStore(options: PostgresStoreOptions): PostgresStore {
  const table = options.table ?? defaultTable
  const retentionMs = retentionMsOf(options.retentionSeconds)
  const over = (ask: Ask) => steps(ask, table, retentionMs)
  const ask = asker(options.client)
  return {
    ...over(ask),
    createTable: async () => void (await ask(createSafely(createTableSql(table)), [])),
    completeIn: async (transaction, { claim, eventKey }) => {
      if (claim === null) return
      if (!(await over(asker(transaction)).complete(claim.key, claim.owner))) throw leaseLost(eventKey)
    }
  }
}
