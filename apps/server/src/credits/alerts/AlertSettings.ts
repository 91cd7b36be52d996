/** When an account is alerted about its balance. Owns the settings in `credit_notices`. */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { lockAccount, requireAccount } from "../../accounts/customers/AccountRows.ts"
import type { UnknownAccount } from "../../accounts/customers/Accounts.ts"
import { atomically } from "../../database/client/Atomically.ts"

/** The default threshold, in per cent of the credits that the current plan granted. */
export const defaultBelowPercent = 10

export interface AlertPreferences {
  readonly enabled: boolean
  /** The threshold in credits; null when it is a share of the plan. */
  readonly belowCredits: number | null
  /** The threshold in per cent of the credits the current plan granted; null when it is a number of credits. */
  readonly belowPercent: number | null
}

export interface AlertSettingsChange {
  readonly enabled?: boolean | undefined
  readonly below?: { readonly credits: number } | { readonly percent: number } | undefined
}

export class AlertSettings extends Context.Service<
  AlertSettings,
  {
    /** Absent fields stay as they are; an empty change just reads. */
    change(accountId: AccountId, change: AlertSettingsChange): Effect.Effect<AlertPreferences, UnknownAccount>
  }
>()("@heddle/server/credits/alerts/AlertSettings") {
  static readonly layer = Layer.effect(
    AlertSettings,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const current = Effect.fnUntraced(function* (accountId: AccountId) {
        yield* requireAccount(sql, accountId)
        const [row] = yield* sql<AlertPreferences>`
          SELECT enabled, below_credits,
            CASE WHEN below_credits IS NULL THEN coalesce(below_percent, ${defaultBelowPercent}) END AS below_percent
          FROM credit_notices WHERE account_id = ${accountId}`
        return row ?? { enabled: true, belowCredits: null, belowPercent: defaultBelowPercent }
      })

      const change = Effect.fn("AlertSettings.change")(
        function* (accountId: AccountId, { enabled, below }: AlertSettingsChange) {
          if (enabled === undefined && below === undefined) return yield* current(accountId)
          yield* lockAccount(sql, accountId)
          const before = yield* current(accountId)
          const credits = below === undefined ? before.belowCredits : "credits" in below ? below.credits : null
          const percent = below === undefined ? before.belowPercent : "percent" in below ? below.percent : null
          // Disabling alerts or moving the threshold arms them again, so that the new setting is evaluated afresh.
          yield* sql`
            INSERT INTO credit_notices (account_id, enabled, below_credits, below_percent)
            VALUES (${accountId}, ${enabled ?? before.enabled}, ${credits}, ${percent})
            ON CONFLICT (account_id) DO UPDATE SET enabled = EXCLUDED.enabled,
              below_credits = EXCLUDED.below_credits, below_percent = EXCLUDED.below_percent,
              low_alerted_at = CASE WHEN EXCLUDED.enabled AND ${below === undefined} THEN credit_notices.low_alerted_at END,
              out_alerted_at = CASE WHEN EXCLUDED.enabled THEN credit_notices.out_alerted_at END`
          return yield* current(accountId)
        },
        (effect) => atomically(sql, effect)
      )

      return AlertSettings.of({ change })
    })
  )
}
