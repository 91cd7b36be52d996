/** Notices about the balance, and the audit log. */
import type { Notices } from "@heddle/api/portal"
import { Effect, Schema } from "effect"
import { AuditLog } from "../../accounts/audit/AuditLog.ts"
import { type AlertPreferences, AlertSettings, defaultBelowPercent } from "../../credits/alerts/AlertSettings.ts"
import { instant } from "./Instants.ts"
import { caller } from "./Person.ts"
import { invalid } from "./SignInFailures.ts"

const entriesOnPage = 50

const noticesOf = ({ enabled, belowCredits, belowPercent }: AlertPreferences): typeof Notices.Type => ({
  enabled,
  below: belowCredits === null ? { percent: belowPercent ?? defaultBelowPercent } : { credits: belowCredits }
})

const isCursor = Schema.is(Schema.String.check(Schema.isPattern(/^aud_[0-9A-HJKMNP-TV-Z]{26}$/)))

export const auditHandlers = Effect.gen(function* () {
  const alerts = yield* AlertSettings
  const log = yield* AuditLog
  return {
    "account.ShowNotices": Effect.fnUntraced(function* () {
      const { accountId } = yield* caller
      return noticesOf(yield* Effect.orDie(alerts.change(accountId, {})))
    }),
    "account.ChangeNotices": Effect.fnUntraced(function* ({ enabled, below }: typeof Notices.Type) {
      const { accountId } = yield* caller
      if ("percent" in below && (below.percent < 1 || below.percent > 100)) {
        return yield* invalid("below.percent", "must be from 1 to 100")
      }
      return noticesOf(yield* Effect.orDie(alerts.change(accountId, { enabled, below })))
    }),
    "account.ListAudit": Effect.fnUntraced(function* ({ cursor }: { readonly cursor?: string }) {
      const { accountId } = yield* caller
      if (cursor !== undefined && !isCursor(cursor)) {
        return yield* invalid("cursor", "is not a valid cursor for this list; start again without it")
      }
      const { entries, next } = yield* log.page(accountId, {
        limit: entriesOnPage,
        ...(cursor === undefined ? {} : { before: cursor })
      })
      return { entries: entries.map(({ at, ...entry }) => ({ ...entry, at: instant(at) })), nextCursor: next }
    })
  }
})
