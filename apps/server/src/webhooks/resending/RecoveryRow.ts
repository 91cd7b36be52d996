/** A job as stored, and the events that belong to it. */
import type { AccountId, EndpointId, Recovery, RecoveryId, RecoveryState } from "@heddle/api"
import type { SqlClient } from "effect/sql"
import type { EventId } from "../../runtime/Ids.ts"

export interface RecoveryRow {
  readonly accountId: AccountId
  readonly id: RecoveryId
  readonly endpointId: EndpointId
  readonly since: Date
  readonly state: RecoveryState
  readonly total: number
  readonly resent: number
  /** The last event that the job has dealt with; null before the first batch. */
  readonly afterFinishedAt: Date | null
  readonly afterId: EventId | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

export const recoveryOf = (row: RecoveryRow): Recovery => ({
  id: row.id,
  endpointId: row.endpointId,
  since: row.since.toISOString(),
  state: row.state,
  total: row.total,
  resent: row.resent,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null
})

export type FailedEvents = Pick<RecoveryRow, "accountId" | "endpointId" | "since" | "createdAt">

/** The events of the job that have not been sent again yet. */
export const failedWithin = (
  sql: SqlClient.SqlClient,
  { accountId, endpointId, since, createdAt }: FailedEvents
) => sql`
  account_id = ${accountId} AND endpoint_id = ${endpointId} AND state = 'failed'
    AND finished_at >= ${since} AND finished_at <= ${createdAt}`
