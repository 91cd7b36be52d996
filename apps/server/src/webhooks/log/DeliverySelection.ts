/** The filters of the delivery log as SQL. */
import { type AccountId, type DeliveryFilter, DeliveryId } from "@heddle/api"
import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { firstIdAt } from "../../database/partitions/PartitionNames.ts"
import { decodePageToken } from "../../runtime/PageTokens.ts"
import { parametersMac, type Secrets, signedToken } from "../../runtime/Secrets.ts"
import { plusMillis } from "../../runtime/Time.ts"

export const prefix = "dlv_"
/** An attempt gets its id within this time of its start. */
export const idMillis = 60_000

const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300

interface Equality {
  readonly column: "event_id" | "post_code" | "rule_id" | "endpoint_id" | "status_code"
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

/** From the most selective to the least. */
const equalitiesOf = (filter: DeliveryFilter): ReadonlyArray<Equality> => [
  ...(filter.postCode === undefined ? [] : [{ column: "post_code", value: filter.postCode } as const]),
  ...(filter.eventId === undefined ? [] : [{ column: "event_id", value: filter.eventId } as const]),
  ...(filter.ruleId === undefined ? [] : [{ column: "rule_id", value: filter.ruleId } as const]),
  ...(filter.endpointId === undefined ? [] : [{ column: "endpoint_id", value: filter.endpointId } as const]),
  ...(filter.statusCode === undefined ? [] : [{ column: "status_code", value: filter.statusCode } as const])
]

/**
 * Whether an index finds the attempts with this value, newest first, given that it also finds those of the first one. Only
 * failed attempts are indexed by status. A post has so few attempts that all of them can be tested.
 */
const leads = ({ column }: Equality, first: Equality | undefined, failed: boolean): boolean => {
  if (first?.column === "post_code") return true
  return column === "status_code"
    ? failed && (first?.column === "status_code" || first?.column === "endpoint_id")
    : column === first?.column
}

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

/**
 * On `webhook_attempts`, in two parts. An index finds, newest first, the attempts for which the `leading` ones hold; the
 * `others` are then tested on each. There is no index for each combination, so the second part may reject many.
 */
export const finishedConditions = (sql: SqlClient.SqlClient, filter: DeliveryFilter) => {
  const { outcome } = soughtOf(filter)
  const failed = outcome === "failed"
  const all = equalitiesOf(filter)
  const [first] = all
  const equals = ({ column, value }: Equality) => sql`${sql(column)} = ${value}`
  const delivered = outcome === "delivered" ? [sql`outcome = 'delivered'`] : []
  const ofPost = first?.column === "post_code"
  return {
    leading: [
      ...all.filter((one) => leads(one, first, failed)).map(equals),
      // As text, which the planner compares with the condition of the indexes of failed attempts.
      ...(failed ? [sql`outcome = 'failed'`] : []),
      ...(ofPost ? delivered : []),
      ...timeConditions(sql, filter, sql`id`, sql`started_at`)
    ],
    others: [...all.filter((one) => !leads(one, first, failed)).map(equals), ...(ofPost ? [] : delivered)]
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

/** Increase it when the meaning of a field changes, so that cursors of older releases are rejected. */
const version = 1

const Payload = Schema.fromJsonString(
  Schema.Struct({
    v: Schema.Literal(version),
    /** MAC of the account and the filters. */
    q: Schema.String,
    /** When the first page was read, in Unix milliseconds. */
    at: Schema.Int,
    /** The next page has smaller ids only. */
    before: DeliveryId
  })
)

interface Position {
  readonly at: number
  readonly before: DeliveryId
}

export const encodeCursor = (
  secrets: Secrets["Service"],
  accountId: AccountId,
  filter: DeliveryFilter,
  position: Position
): string =>
  signedToken(
    secrets,
    Schema.encodeSync(Payload)({ v: version, q: parametersMac(secrets, { ...filter, accountId }), ...position })
  )

export const decodeCursor = (
  secrets: Secrets["Service"],
  accountId: AccountId,
  filter: DeliveryFilter,
  token: string,
  time: Date
) =>
  decodePageToken(
    { payload: Payload, path: "cursor", givenAs: "next_cursor", bound: "parameters" },
    secrets,
    { ...filter, accountId },
    token,
    time
  )
