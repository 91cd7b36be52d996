/** When an account wants to hear of its balance. Owner of the settings in `credit_notices`. */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { lockAccount } from "../../accounts/customers/AccountLock.ts"
import { requireAccount } from "../../accounts/customers/AccountRows.ts"
import type { UnknownAccount } from "../../accounts/customers/Accounts.ts"
import { atomically } from "../../database/client/Atomically.ts"

/** Without a setting, the balance is low below this share of what the current plan gave. */
export const defaultBelowPercent = 10

export interface NoticePreferences {
  readonly enabled: boolean
  /** Credits; null when a share of the plan counts. */
  readonly belowCredits: number | null
  /** Per cent of what the current plan gave; null when a number of credits counts. */
  readonly belowPercent: number | null
}

export interface NoticeChange {
  readonly enabled?: boolean | undefined
  readonly below?: { readonly credits: number } | { readonly percent: number } | undefined
}

export class AlertSettings extends Context.Service<
  AlertSettings,
  {
    /** What is not mentioned stays; an empty change reads. */
    change(accountId: AccountId, change: NoticeChange): Effect.Effect<NoticePreferences, UnknownAccount>
  }
>()("@heddle/server/credits/alerts/AlertSettings") {
  static readonly layer = Layer.effect(
    AlertSettings,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const current = Effect.fnUntraced(function* (accountId: AccountId) {
        yield* requireAccount(sql, accountId)
        const [row] = yield* sql<NoticePreferences>`
          SELECT enabled, below_credits,
            CASE WHEN below_credits IS NULL THEN coalesce(below_percent, ${defaultBelowPercent}) END AS below_percent
          FROM credit_notices WHERE account_id = ${accountId}`
        return row ?? { enabled: true, belowCredits: null, belowPercent: defaultBelowPercent }
      })

      const change = Effect.fn("NoticeSettings.change")(
        function* (accountId: AccountId, { enabled, below }: NoticeChange) {
          if (enabled === undefined && below === undefined) return yield* current(accountId)
          yield* lockAccount(sql, accountId)
          const before = yield* current(accountId)
          const credits = below === undefined ? before.belowCredits : "credits" in below ? below.credits : null
          const percent = below === undefined ? before.belowPercent : "percent" in below ? below.percent : null
          // Switched off, or with another threshold, it forgets what it told: it tells anew how things are.
          yield* sql`
            INSERT INTO credit_notices (account_id, enabled, below_credits, below_percent)
            VALUES (${accountId}, ${enabled ?? before.enabled}, ${credits}, ${percent})
            ON CONFLICT (account_id) DO UPDATE SET enabled = EXCLUDED.enabled,
              below_credits = EXCLUDED.below_credits, below_percent = EXCLUDED.below_percent,
              low_told_at = CASE WHEN EXCLUDED.enabled AND ${below === undefined} THEN credit_notices.low_told_at END,
              out_told_at = CASE WHEN EXCLUDED.enabled THEN credit_notices.out_told_at END`
          return yield* current(accountId)
        },
        (effect) => atomically(sql, effect)
      )

      return AlertSettings.of({ change })
    })
  )
}
