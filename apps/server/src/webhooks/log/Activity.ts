/** What happened lately to an account's events: beside each endpoint, rule and delivery, and whether anything is late. */
import { type AccountId, countedWaiting, type EndpointId, type EventId, type RuleId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { firstIdAt } from "../../database/partitions/PartitionNames.ts"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { endpointFigures, type EndpointFigures } from "../delivery/EndpointDays.ts"
import { idMillis, prefix } from "./DeliverySelection.ts"
import { type EventStatus, makeEventStatuses } from "./EventStatuses.ts"

export interface RuleActivity {
  readonly ruleId: RuleId
  readonly events24h: number
  readonly events30d: number
}

/** Time for an event that is due to be claimed. */
const overdueMillis = 60_000

export class Activity extends Context.Service<
  Activity,
  {
    /** Of those among these events that the account has and that are still kept. */
    events(accountId: AccountId, eventIds: ReadonlyArray<EventId>): Effect.Effect<ReadonlyMap<EventId, EventStatus>>
    /** Of rules that made an event in the last 30 days. */
    rules(accountId: AccountId): Effect.Effect<ReadonlyArray<RuleActivity>>
    /** Of each endpoint, the requests of the last 7 days. */
    figures(accountId: AccountId): Effect.Effect<ReadonlyArray<EndpointFigures>>
    /** Attempts of the last 24 hours. */
    attempts(accountId: AccountId, endpointId: EndpointId): Effect.Effect<number>
    /** Since when rounds make no events for want of credits; null while they do. */
    pausedSince(accountId: AccountId): Effect.Effect<Date | null>
    /** Events that nothing keeps back, and that were not sent within a minute. */
    overdue(accountId: AccountId): Effect.Effect<number>
  }
>()("@heddle/server/webhooks/log/Activity") {
  static readonly layer = Layer.effect(
    Activity,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const statuses = makeEventStatuses(sql)
      const events = Effect.fn("Activity.events")(statuses, Effect.orDie)

      /** Ids of events begin with the time at which they were made. */
      const rules = Effect.fn("Activity.rules")(function* (accountId: AccountId) {
        const time = yield* now
        return yield* sql<RuleActivity>`
          SELECT rule_id, count(*) FILTER (WHERE id >= ${firstIdAt("evt_", plusMillis(time, -dayMillis))}) AS events24h,
            count(*) AS events30d
          FROM webhook_events
          WHERE account_id = ${accountId} AND id >= ${firstIdAt("evt_", plusMillis(time, -30 * dayMillis))}
          GROUP BY rule_id`
      }, Effect.orDie)

      const attempts = Effect.fn("Activity.attempts")(function* (accountId: AccountId, endpointId: EndpointId) {
        const since = plusMillis(yield* now, -dayMillis)
        const [row] = yield* sql<{ count: number }>`
          SELECT count(*) AS count FROM webhook_attempts
          WHERE account_id = ${accountId} AND endpoint_id = ${endpointId}
            AND id >= ${firstIdAt(prefix, plusMillis(since, -idMillis))} AND started_at >= ${since}`.unprepared
        return row?.count ?? 0
      }, Effect.orDie)

      const figures = Effect.fn("Activity.figures")(
        (accountId: AccountId) => endpointFigures(sql, accountId),
        Effect.orDie
      )

      const pausedSince = Effect.fn("Activity.pausedSince")(function* (accountId: AccountId) {
        const [row] = yield* sql<{ at: Date | null }>`
          SELECT out_of_credits_at AS at FROM webhook_rounds WHERE account_id = ${accountId}`
        return row?.at ?? null
      }, Effect.orDie)

      const overdue = Effect.fn("Activity.overdue")(function* (accountId: AccountId) {
        const due = plusMillis(yield* now, -overdueMillis)
        const [row] = yield* sql<{ count: number }>`
          SELECT count(*) AS count FROM (
            SELECT 1 FROM webhook_queues q
            JOIN webhook_events e ON e.account_id = q.account_id AND e.endpoint_id = q.endpoint_id
            WHERE q.account_id = ${accountId} AND q.next_at < ${due} AND e.due_at < ${due} AND e.state <> 'sending'
            LIMIT ${countedWaiting}
          ) late`
        return row?.count ?? 0
      }, Effect.orDie)

      return Activity.of({ events, rules, figures, attempts, pausedSince, overdue })
    })
  )
}
