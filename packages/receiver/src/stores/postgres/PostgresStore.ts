import type { HandlerContext } from "../../core/Handler.ts"
import { leaseLost } from "../../core/Lease.ts"
import type { IdempotencyStore } from "../IdempotencyStore.ts"
import { retentionMsOf } from "../Retention.ts"
import { type Ask, asker, type PostgresClient } from "./PostgresClient.ts"
import { steps } from "./Steps.ts"
import { createSafely, createTableSql, defaultTable } from "./Table.ts"

export interface TableOptions {
  /** Default `heddle_events`. With a schema: `webhooks.heddle_events`. */
  readonly table?: string | undefined
  /** How long a completed event is remembered. Default 31 days, one more than the sender allows resends. */
  readonly retentionSeconds?: number | undefined
}

export interface PostgresStoreOptions extends TableOptions {
  /** A pool: the store neither opens nor closes it. */
  readonly client: PostgresClient
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
