/** The filters of the delivery log as SQL. */
import type { DeliveryFilter } from "@heddle/api"
import type { SqlClient, Statement } from "effect/sql"
import { firstIdAt } from "../../database/partitions/PartitionNames.ts"
import { plusMillis } from "../../runtime/Time.ts"

const prefix = "dlv_"
/** An attempt gets its id within this time of its start. */
const idMillis = 60_000

const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300

interface Equality {
  readonly column: "event_id" | "post_code" | "rule_id" | "endpoint_id" | "status_code" | "outcome"
  readonly value: string | number
}

/** Which attempts can match: those that are running, those that have ended, or both. */
export const soughtOf = ({ outcome, statusCode }: DeliveryFilter) => {
  const byStatus = statusCode === undefined ? undefined : isSuccess(statusCode) ? "delivered" : "failed"
  const contradicts = byStatus !== undefined && outcome !== undefined && outcome !== byStatus
  return {
    sending: statusCode === undefined && (outcome === undefined || outcome === "sending"),
    finished: outcome !== "sending" && !contradicts,
    /** What the filters say or imply about finished attempts. */
    outcome: outcome ?? byStatus
  }
}

/**
 * Conditions on finished attempts, in two parts. An index finds, newest first, the attempts for which the `leading` ones
 * hold; the `others` are then tested on each. There is no index for each combination, so the second part may reject many.
 */
const splitEqualities = (filter: DeliveryFilter) => {
  const { outcome } = soughtOf(filter)
  const failed = outcome === "failed"
  // From the most selective to the least.
  const given: ReadonlyArray<Equality> = [
    ...(filter.eventId === undefined ? [] : [{ column: "event_id", value: filter.eventId } as const]),
    ...(filter.postCode === undefined ? [] : [{ column: "post_code", value: filter.postCode } as const]),
    ...(filter.ruleId === undefined ? [] : [{ column: "rule_id", value: filter.ruleId } as const]),
    ...(filter.endpointId === undefined ? [] : [{ column: "endpoint_id", value: filter.endpointId } as const]),
    ...(filter.statusCode === undefined ? [] : [{ column: "status_code", value: filter.statusCode } as const]),
    // A status implies the outcome.
    ...(filter.statusCode !== undefined || outcome === undefined
      ? []
      : [{ column: "outcome", value: outcome } as const])
  ]
  const first = given[0]?.column
  const leads = ({ column }: Equality): boolean => {
    if (column === "outcome") return failed && first !== "event_id" && first !== "post_code"
    if (column === "status_code") return filter.statusCode !== 200 && (first === column || first === "endpoint_id")
    return column === first
  }
  return {
    leading: given.filter(leads),
    others: given.filter((one) => !leads(one)),
    // Lets the planner use the index of failed attempts.
    impliesFailed: failed && filter.statusCode !== undefined && first === "rule_id"
  }
}

const equals = (sql: SqlClient.SqlClient, { column, value }: Equality) =>
  // The planner compares the predicate of a partial index with constants.
  column === "outcome"
    ? sql`outcome = ${sql.literal(value === "failed" ? "'failed'" : "'delivered'")}`
    : sql`${sql(column)} = ${value}`

/** The bounds of the ids prune whole partitions; `started_at` is exact. */
const timeConditions = (
  sql: SqlClient.SqlClient,
  { from, to }: DeliveryFilter,
  id: Statement.Fragment,
  startedAt: Statement.Fragment
) => [
  ...(from === undefined
    ? []
    : [
        sql`${id} >= ${firstIdAt(prefix, plusMillis(new Date(from), -idMillis))} AND ${startedAt} >= ${new Date(from)}`
      ]),
  ...(to === undefined
    ? []
    : [sql`${id} < ${firstIdAt(prefix, plusMillis(new Date(to), idMillis))} AND ${startedAt} < ${new Date(to)}`])
]

export interface FinishedConditions {
  readonly leading: ReadonlyArray<Statement.Fragment>
  readonly others: ReadonlyArray<Statement.Fragment>
}

/** On `webhook_attempts`. */
export const finishedConditions = (sql: SqlClient.SqlClient, filter: DeliveryFilter): FinishedConditions => {
  const { leading, others, impliesFailed } = splitEqualities(filter)
  return {
    leading: [
      ...leading.map((one) => equals(sql, one)),
      ...(impliesFailed ? [sql`outcome = 'failed'`] : []),
      ...timeConditions(sql, filter, sql`id`, sql`started_at`)
    ],
    others: others.map((one) => equals(sql, one))
  }
}

/** On `webhook_events`, whose attempt is running. */
export const sendingConditions = (
  sql: SqlClient.SqlClient,
  filter: DeliveryFilter
): ReadonlyArray<Statement.Fragment> => [
  ...(filter.eventId === undefined ? [] : [sql`id = ${filter.eventId}`]),
  ...(filter.postCode === undefined ? [] : [sql`post_code = ${filter.postCode}`]),
  ...(filter.ruleId === undefined ? [] : [sql`rule_id = ${filter.ruleId}`]),
  ...(filter.endpointId === undefined ? [] : [sql`endpoint_id = ${filter.endpointId}`]),
  ...timeConditions(sql, filter, sql`attempt_id`, sql`attempt_started_at`)
]
