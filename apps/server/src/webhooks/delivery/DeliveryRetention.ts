/**
 * Retention of the delivery log. Attempts and their counts go by whole days. The body of a finished event is cleared after
 * some days, that of a failed event only with its log, because it can be sent again until then. The row of an event stays
 * while its rule exists: it is what keeps a post from being sent twice. A rule's id is never used again, so the rows of a
 * deleted rule can go. So can the posts that a rule leaves out, once they have left every window. Signing secrets go once
 * they have expired.
 *
 * Each statement commits by itself and leaves nothing half done. Rows that another process has locked are skipped.
 */
import { maxLookbackHours } from "@heddle/api"
import { Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { byDay, defaultPartitionOf, firstIdAt } from "../../database/partitions/PartitionNames.ts"
import { makePartitions } from "../../database/partitions/Partitions.ts"
import { maintenance } from "../../runtime/Background.ts"
import { batchSize, inBatches } from "../../runtime/Batches.ts"
import { Settings } from "../../runtime/Settings.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { deleteOldDays } from "./EndpointDays.ts"
import { deleteExpiredSecrets } from "./SigningSecrets.ts"

const table = "webhook_attempts"
const prefix = "dlv_"
/** The longest window, and a day for posts and rules whose times are of clocks that differ. */
const existingPostsMillis = (maxLookbackHours + 24) * hourMillis

interface RuleOfEvents {
  readonly accountId: string
  readonly ruleId: string
  readonly exists: boolean
}

/** Sorts before every rule. */
const beforeAll = { accountId: "", ruleId: "" }

export class DeliveryRetention extends Context.Service<
  DeliveryRetention,
  {
    /** Returns the names of the partitions dropped. */
    readonly run: Effect.Effect<ReadonlyArray<string>>
  }
>()("@heddle/server/webhooks/delivery/DeliveryRetention") {
  static readonly layer = Layer.effect(
    DeliveryRetention,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { deliveryLogRetention, eventBodyRetention } = yield* Settings
      const logMillis = Duration.toMillis(deliveryLogRetention)
      const bodyMillis = Math.min(Duration.toMillis(eventBodyRetention), logMillis)
      const days = makePartitions(sql, { table, prefix, by: byDay })

      const dropAttempts = Effect.fnUntraced(function* (time: Date) {
        const oldest = plusMillis(time, -logMillis)
        const expired = (yield* days.all).filter(({ period }) => byDay.startOf(period + 1) <= oldest)
        // Rows that came after their day was dropped.
        yield* sql`DELETE FROM ${sql(defaultPartitionOf(table))} WHERE id < ${firstIdAt(prefix, oldest)}`
        const dropped = yield* Effect.filter(expired, days.drop)
        return dropped.map(({ name }) => name)
      })

      const clearBodies = (failed: boolean, before: Date) =>
        inBatches(sql`
          UPDATE webhook_events e SET body = NULL FROM (
            SELECT account_id, id FROM webhook_events
            WHERE body IS NOT NULL AND (state = 'failed') = ${failed} AND finished_at < ${before}
            ORDER BY finished_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
          ) old WHERE e.account_id = old.account_id AND e.id = old.id RETURNING 1`)

      /** The rules that events name, from the index of their unique key, without reading each event. */
      const rulesOfEvents = ({ accountId, ruleId }: Omit<RuleOfEvents, "exists">) =>
        sql<RuleOfEvents>`
          WITH RECURSIVE named (account_id, rule_id) AS (
            SELECT ${accountId}::text, ${ruleId}::text
            UNION ALL
            SELECT next.account_id, next.rule_id FROM named, LATERAL (
              SELECT e.account_id, e.rule_id FROM webhook_events e
              WHERE (e.account_id, e.rule_id) > (named.account_id, named.rule_id)
              ORDER BY e.account_id, e.rule_id LIMIT 1
            ) next
          )
          SELECT n.account_id, n.rule_id, EXISTS (
            SELECT 1 FROM webhook_rules r WHERE r.account_id = n.account_id AND r.id = n.rule_id
          ) AS exists
          FROM (SELECT account_id, rule_id FROM named OFFSET 1 LIMIT ${batchSize}) n`

      const deleteEventsOf = ({ accountId, ruleId }: RuleOfEvents, before: Date) =>
        inBatches(sql`
          DELETE FROM webhook_events e USING (
            SELECT account_id, id FROM webhook_events
            WHERE account_id = ${accountId} AND rule_id = ${ruleId} AND finished_at < ${before}
            LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
          ) old WHERE e.account_id = old.account_id AND e.id = old.id RETURNING 1`)

      const deleteEvents = Effect.fnUntraced(function* (before: Date) {
        let after: Omit<RuleOfEvents, "exists"> | undefined = beforeAll
        while (after !== undefined) {
          const rules: ReadonlyArray<RuleOfEvents> = yield* rulesOfEvents(after)
          const deleted = rules.filter(({ exists }) => !exists)
          yield* Effect.forEach(deleted, (rule) => deleteEventsOf(rule, before), { discard: true })
          after = rules.length < batchSize ? undefined : rules.at(-1)
        }
      })

      /** By the ids of their rules, which tell when these were created. */
      const deleteExisting = (before: Date) =>
        inBatches(sql`
          DELETE FROM webhook_existing_posts x USING (
            SELECT rule_id, post_code FROM webhook_existing_posts WHERE rule_id < ${firstIdAt("rule_", before)}
            ORDER BY rule_id, post_code LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
          ) old WHERE x.rule_id = old.rule_id AND x.post_code = old.post_code RETURNING 1`)

      const run = Effect.gen(function* () {
        const time = yield* now
        yield* days.ensure(time)
        const dropped = yield* dropAttempts(time)
        yield* clearBodies(false, plusMillis(time, -bodyMillis))
        yield* clearBodies(true, plusMillis(time, -logMillis))
        yield* deleteEvents(plusMillis(time, -logMillis))
        yield* deleteExisting(plusMillis(time, -existingPostsMillis))
        yield* deleteOldDays(sql, plusMillis(time, -logMillis))
        yield* deleteExpiredSecrets(sql, time)
        return dropped
      }).pipe(Effect.orDie, Effect.withSpan("DeliveryRetention.run"))

      return DeliveryRetention.of({ run })
    })
  )
}

export const deliveryRetentionTask = maintenance(
  "delivery retention",
  "1 hour",
  DeliveryRetention.use(({ run }) => run)
)
