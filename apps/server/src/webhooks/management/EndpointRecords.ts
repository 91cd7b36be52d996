/** Endpoints as the API returns them: with their newest secret, options, health, queue and rules. */
import { type AccountId, countedWaiting, type Endpoint, type EndpointId, NotFound, type RuleId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Secrets } from "../../runtime/Secrets.ts"
import { now } from "../../runtime/Time.ts"
import { closedUntil } from "../delivery/EndpointHealth.ts"
import { type EndpointQueue, queueColumns } from "../delivery/Queues.ts"
import { nextSlotAt } from "../delivery/RateWindow.ts"
import { ruleOf, type RuleRow } from "./RuleRow.ts"

/** The health and the queue of an endpoint as its customer sees them. Pure. */
type Failures = Pick<EndpointQueue, "failures" | "failingSince" | "lastError" | "openedAt">
type Gates = Pick<EndpointQueue, "openUntil" | "heldUntil" | "recentSends">

const healthOf = ({ failures, failingSince, lastError, openedAt }: Failures): Endpoint["health"] => ({
  state: openedAt === null ? (failures === 0 ? "healthy" : "failing") : "delayed",
  failingSince: failingSince?.toISOString() ?? null,
  lastError
})

/** When the first of the waiting events may be sent: when it is due, the breaker and a pause let it through and a slot is free. */
const nextAttemptAt = (gates: Gates, dueAt: Date | null, at: Date): Date | null =>
  dueAt === null
    ? null
    : [closedUntil(gates, at), nextSlotAt(gates.recentSends, at)].reduce<Date>(
        (latest, gate) => (gate !== null && gate > latest ? gate : latest),
        dueAt
      )

type EndpointRow = EndpointQueue & {
  readonly id: EndpointId
  readonly url: string
  readonly name: string | null
  readonly sealedSecret: Uint8Array
  readonly createdAt: Date
  readonly standardWebhooks: boolean
  readonly dailyCreditCap: number | null
  /** Unfinished events that are not in flight, up to the number that is counted. */
  readonly waiting: number
  /** Of the first of them. */
  readonly dueAt: Date | null
}

export const makeEndpointRecords = (sql: SqlClient.SqlClient, secrets: Secrets["Service"]) => {
  // The index of due times counts the events without reading any of them.
  const rowsOf = (accountId: AccountId, endpointId: EndpointId | null) => {
    const waiting = sql`w.account_id = e.account_id AND w.endpoint_id = e.id AND w.due_at IS NOT NULL
      AND w.state <> 'sending'`
    return sql<EndpointRow>`
      SELECT e.id, e.url, e.name, e.created_at, e.standard_webhooks, e.daily_credit_cap, s.sealed_secret,
        ${queueColumns(sql, "q")}, (
          SELECT count(*) FROM (
            SELECT 1 FROM webhook_events w WHERE ${waiting} LIMIT ${countedWaiting}
          ) counted
        ) AS waiting, (
          SELECT w.due_at FROM webhook_events w WHERE ${waiting} ORDER BY w.due_at LIMIT 1
        ) AS due_at
      FROM webhook_endpoints e
      JOIN webhook_secrets s ON s.account_id = e.account_id AND s.endpoint_id = e.id AND s.expires_at IS NULL
      JOIN webhook_queues q ON q.account_id = e.account_id AND q.endpoint_id = e.id
      WHERE e.account_id = ${accountId} ${endpointId === null ? sql`` : sql`AND e.id = ${endpointId}`}
      ORDER BY e.id`
  }

  const rulesOf = (accountId: AccountId, endpointId: EndpointId | null) => sql<RuleRow>`
    SELECT * FROM webhook_rules
    WHERE account_id = ${accountId} ${endpointId === null ? sql`` : sql`AND endpoint_id = ${endpointId}`} ORDER BY id`

  const read = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId | null) {
    const rows = yield* rowsOf(accountId, endpointId)
    const rules = yield* rulesOf(accountId, endpointId)
    const time = yield* now
    return yield* Effect.forEach(rows, (row) =>
      Effect.map(secrets.open(row.sealedSecret), (secret) => recordOf(row, secret, rules, time))
    )
  })

  const one = (accountId: AccountId, endpointId: EndpointId) =>
    Effect.map(read(accountId, endpointId), ([endpoint]) => endpoint)

  /** One that the caller has seen in this transaction. */
  const known = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId) {
    const endpoint = yield* one(accountId, endpointId)
    return endpoint ?? (yield* Effect.die(new Error(`The endpoint ${endpointId} is gone within its transaction`)))
  })

  return { all: (accountId: AccountId) => read(accountId, null), one, known }
}

const recordOf = (row: EndpointRow, secret: string, rules: ReadonlyArray<RuleRow>, time: Date): Endpoint => ({
  id: row.id,
  url: row.url,
  name: row.name,
  secret,
  createdAt: row.createdAt.toISOString(),
  standardWebhooks: row.standardWebhooks,
  dailyCreditCap: row.dailyCreditCap,
  health: healthOf(row),
  queue: {
    waiting: row.waiting,
    nextAttemptAt: nextAttemptAt(row, row.dueAt, time)?.toISOString() ?? null
  },
  rules: rules.filter(({ endpointId }) => endpointId === row.id).map(ruleOf)
})

/** The 404 of an endpoint or a rule that the account does not have. */
const unknown = (kind: "endpoint" | "rule", id: string) =>
  new NotFound({ detail: `This account has no ${kind} ${id}; list them with GET /webhook/endpoints.` })

export const unknownEndpoint = (id: EndpointId) => unknown("endpoint", id)
export const unknownRule = (id: RuleId) => unknown("rule", id)
