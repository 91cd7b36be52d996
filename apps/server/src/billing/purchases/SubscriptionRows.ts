/** The statements on `subscriptions`, without policy. */
import type { AccountId, PlanName } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { newId, type SubscriptionId } from "../../runtime/Ids.ts"
import { plusMillis } from "../../runtime/Time.ts"

export interface Subscription {
  readonly accountId: AccountId
  readonly id: SubscriptionId
  readonly provider: string
  /** The provider's subscription; null when we open the renewals ourselves. */
  readonly providerRef: string | null
  /** The plan from the end of the period on; null when the subscription ends with the period. */
  readonly nextPlan: PlanName | null
  readonly endedAt: Date | null
}

/** A subscription whose next plan is being sent to the provider. */
interface Syncing extends Subscription {
  readonly syncingUntil: Date
}

const pollPage = 50
/** Longer than a call to the provider takes, its retries included: of two at once, the earlier could take effect last. */
const syncMillis = 3 * 60_000

export const makeSubscriptionRows = (sql: SqlClient.SqlClient) => {
  const first = Effect.map(([row]: ReadonlyArray<Subscription>) => row)

  /** The account's subscription. One that lapsed stays live until reconciliation ends it. */
  const live = (accountId: AccountId) =>
    first(sql<Subscription>`SELECT * FROM subscriptions WHERE account_id = ${accountId} AND ended_at IS NULL`)

  const findByRef = (provider: string, ref: string) =>
    first(sql<Subscription>`SELECT * FROM subscriptions WHERE provider = ${provider} AND provider_ref = ${ref}`)

  const begin = Effect.fnUntraced(function* (
    accountId: AccountId,
    provider: string,
    providerRef: string | null,
    plan: PlanName,
    time: Date,
    pollAt: Date
  ) {
    const id = yield* newId("sub")
    yield* sql`
      INSERT INTO subscriptions (account_id, id, provider, provider_ref, next_plan, provider_plan, poll_at, created_at)
      VALUES (${accountId}, ${id}, ${provider}, ${providerRef}, ${plan}, ${providerRef === null ? null : plan},
        ${pollAt}, ${time})`
    return id
  })

  /** Records a paid subscription that we do not honour as ended, so that the provider is asked to end it. */
  const insertEnded = Effect.fnUntraced(function* (
    accountId: AccountId,
    provider: string,
    providerRef: string,
    plan: PlanName,
    time: Date
  ) {
    yield* sql`
      INSERT INTO subscriptions (account_id, id, provider, provider_ref, provider_plan, created_at, ended_at)
      VALUES (${accountId}, ${yield* newId("sub")}, ${provider}, ${providerRef}, ${plan}, ${time}, ${time})
      ON CONFLICT (provider, provider_ref) DO NOTHING`
  })

  const setNextPlan = ({ accountId, id }: Subscription, plan: PlanName | null, pollAt: Date) => sql`
    UPDATE subscriptions SET next_plan = ${plan}, poll_at = ${pollAt} WHERE account_id = ${accountId} AND id = ${id}`

  /** Polls once more, for what the provider charged before the end. */
  const end = ({ accountId, id }: Subscription, time: Date) => sql`
    UPDATE subscriptions SET ended_at = ${time}, next_plan = NULL, poll_at = ${time}
    WHERE account_id = ${accountId} AND id = ${id}`

  const pollAgain = ({ accountId, id }: Subscription, at: Date | null) => sql`
    UPDATE subscriptions SET poll_at = ${at} WHERE account_id = ${accountId} AND id = ${id}`

  const isQuiet = (time: Date) => sql`(syncing_until IS NULL OR syncing_until <= ${time})`

  /** Subscriptions, of one account or of all, whose next plan the provider does not have yet, or perhaps not. */
  const unsynced = (provider: string, time: Date, accountId?: AccountId) => sql<Subscription>`
    SELECT * FROM subscriptions
    WHERE provider = ${provider} AND (provider_plan IS DISTINCT FROM next_plan OR syncing_until IS NOT NULL)
      AND provider_ref IS NOT NULL AND ${isQuiet(time)}
      AND ${accountId === undefined ? sql`true` : sql`account_id = ${accountId}`}
    LIMIT ${pollPage}`

  /** Starts the update at the provider; undefined while another call is making it. */
  const startSync = ({ accountId, id }: Subscription, time: Date) =>
    Effect.map(
      sql<Syncing>`
        UPDATE subscriptions SET syncing_until = ${plusMillis(time, syncMillis)}
        WHERE account_id = ${accountId} AND id = ${id} AND ${isQuiet(time)} RETURNING *`,
      ([row]) => row
    )

  /** The provider has this plan. Polls at once, for what it charged before. */
  const setSynced = ({ accountId, id, syncingUntil }: Syncing, plan: PlanName | null, time: Date) => sql`
    UPDATE subscriptions SET provider_plan = ${plan}, syncing_until = NULL, poll_at = ${time}
    WHERE account_id = ${accountId} AND id = ${id} AND syncing_until = ${syncingUntil}`

  /** The call failed but may have taken effect: the update is sent again, with the plan that is next by then. */
  const setUnknown = ({ accountId, id, syncingUntil }: Syncing, time: Date) => sql`
    UPDATE subscriptions SET syncing_until = ${time}
    WHERE account_id = ${accountId} AND id = ${id} AND syncing_until = ${syncingUntil}`

  /** Claims due subscriptions by moving `poll_at`, so that no other process takes them. */
  const takeDue = (provider: string, time: Date, nextPollAt: Date) => sql<Subscription>`
    UPDATE subscriptions SET poll_at = ${nextPollAt}
    WHERE (account_id, id) IN (
      SELECT account_id, id FROM subscriptions WHERE poll_at <= ${time} AND provider = ${provider}
      ORDER BY poll_at LIMIT ${pollPage} FOR UPDATE SKIP LOCKED
    )
    RETURNING *`

  return {
    live,
    findByRef,
    begin,
    insertEnded,
    setNextPlan,
    end,
    pollAgain,
    unsynced,
    startSync,
    setSynced,
    setUnknown,
    takeDue
  }
}
