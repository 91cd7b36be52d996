/** The statements of subscriptions, one each, without policy. Table: `subscriptions`. */
import type { AccountId, PlanName } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { newId, type SubscriptionId } from "../../runtime/Ids.ts"

export interface Subscription {
  readonly accountId: AccountId
  readonly id: SubscriptionId
  readonly provider: string
  /** The provider's subscription; null where renewals are purchases that we open. */
  readonly providerRef: string | null
  /** The plan that follows at the period's end; null when the subscription ends with it. */
  readonly nextPlan: PlanName | null
  /** What the provider was last told of `nextPlan`. */
  readonly toldPlan: PlanName | null
  readonly endedAt: Date | null
}

const pollPage = 50

export const makeSubscriptionRows = (sql: SqlClient.SqlClient) => {
  const first = Effect.map(([row]: ReadonlyArray<Subscription>) => row)

  /** The subscription an account has; lapsed ones are still live for a while. */
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
      INSERT INTO subscriptions (account_id, id, provider, provider_ref, next_plan, told_plan, poll_at, created_at)
      VALUES (${accountId}, ${id}, ${provider}, ${providerRef}, ${plan}, ${providerRef === null ? null : plan},
        ${pollAt}, ${time})`
    return id
  })

  /** A subscription that was paid and bought nothing: the provider is to be told that it ends. */
  const forgo = Effect.fnUntraced(function* (
    accountId: AccountId,
    provider: string,
    providerRef: string,
    plan: PlanName,
    time: Date
  ) {
    yield* sql`
      INSERT INTO subscriptions (account_id, id, provider, provider_ref, told_plan, created_at, ended_at)
      VALUES (${accountId}, ${yield* newId("sub")}, ${provider}, ${providerRef}, ${plan}, ${time}, ${time})
      ON CONFLICT (provider, provider_ref) DO NOTHING`
  })

  const setNextPlan = ({ accountId, id }: Subscription, plan: PlanName | null, pollAt: Date) => sql`
    UPDATE subscriptions SET next_plan = ${plan}, poll_at = ${pollAt} WHERE account_id = ${accountId} AND id = ${id}`

  /** What the provider charged before this is looked at once more. */
  const end = ({ accountId, id }: Subscription, time: Date) => sql`
    UPDATE subscriptions SET ended_at = ${time}, next_plan = NULL, poll_at = ${time}
    WHERE account_id = ${accountId} AND id = ${id}`

  const pollAgain = ({ accountId, id }: Subscription, at: Date | null) => sql`
    UPDATE subscriptions SET poll_at = ${at} WHERE account_id = ${accountId} AND id = ${id}`

  /** Those whose provider does not know yet what the customer wants, of one account or of all. */
  const untold = (provider: string, accountId?: AccountId) => sql<Subscription>`
    SELECT * FROM subscriptions
    WHERE provider = ${provider} AND told_plan IS DISTINCT FROM next_plan AND provider_ref IS NOT NULL
      AND ${accountId === undefined ? sql`true` : sql`account_id = ${accountId}`}
    LIMIT ${pollPage}`

  /** The provider knows; what it had charged before that is to be looked at. */
  const setTold = ({ accountId, id }: Subscription, plan: PlanName | null, time: Date) => sql`
    UPDATE subscriptions SET told_plan = ${plan}, poll_at = ${time} WHERE account_id = ${accountId} AND id = ${id}`

  /** Takes those whose time has come; `poll_at` moves on so that another process leaves them alone. */
  const takeDue = (provider: string, time: Date, again: Date) => sql<Subscription>`
    UPDATE subscriptions SET poll_at = ${again}
    WHERE (account_id, id) IN (
      SELECT account_id, id FROM subscriptions WHERE poll_at <= ${time} AND provider = ${provider}
      ORDER BY poll_at LIMIT ${pollPage} FOR UPDATE SKIP LOCKED
    )
    RETURNING *`

  return { live, findByRef, begin, forgo, setNextPlan, end, pollAgain, untold, setTold, takeDue }
}
