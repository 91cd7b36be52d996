/**
 * Closing an account: one transaction over all modules, so that a crash leaves it open or closed and nothing between. The
 * payment provider hears of it afterwards; when that fails, reconciliation repeats it. What the books need stays:
 * purchases, grants and entries. The mail says what is left, and for how long.
 */
import type { AccountId } from "@heddle/api"
import { Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { auditMonths } from "../accounts/audit/AuditLog.ts"
import { closeWithin, lockOpenAccount } from "../accounts/customers/AccountClosing.ts"
import type { UnknownAccount } from "../accounts/customers/Accounts.ts"
import { Subscriptions } from "../billing/purchases/Subscriptions.ts"
import { AlertSettings } from "../credits/alerts/AlertSettings.ts"
import { atomically } from "../database/client/Atomically.ts"
import { MailQueue } from "../mail/MailQueue.ts"
import { failpoint } from "../runtime/Failpoint.ts"
import { Settings } from "../runtime/Settings.ts"
import { now } from "../runtime/Time.ts"
import { Endpoints } from "../webhooks/management/Endpoints.ts"

export class Closure extends Context.Service<
  Closure,
  {
    /** Nothing of it can be undone. A mail goes to `email`. */
    close(accountId: AccountId, email: string): Effect.Effect<void, UnknownAccount>
  }
>()("@heddle/server/closure/Closure") {
  static readonly layer = Layer.effect(
    Closure,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const subscriptions = yield* Subscriptions
      const alerts = yield* AlertSettings
      const endpoints = yield* Endpoints
      const mails = yield* MailQueue
      const settings = yield* Settings

      const commit = Effect.fnUntraced(
        function* (accountId: AccountId, email: string) {
          yield* lockOpenAccount(sql, accountId)
          yield* endpoints.removeAllWithin(accountId)
          yield* subscriptions.endWithin(accountId)
          yield* alerts.change(accountId, { enabled: false })
          yield* closeWithin(sql, accountId, yield* now)
          yield* mails.enqueue({ accountId: null, to: email, subject, secret: false, text: text(accountId, settings) })
          yield* failpoint("closing.beforeCommit")
        },
        (effect) => atomically(sql, effect)
      )

      const close = Effect.fn("Closure.close")(function* (accountId: AccountId, email: string) {
        yield* commit(accountId, email)
        yield* failpoint("closing.afterCommit")
        yield* subscriptions.syncProvider(accountId)
      })

      return Closure.of({ close })
    })
  )
}

const subject = "Heddle: your account is closed"

const daysOf = (retention: Duration.Duration) => `${Math.ceil(Duration.toDays(retention))} days`

/** What is left is said as it is: `AccountClosing.ts`, and the retention of each. */
const text = (accountId: AccountId, { usageMonths, deliveryLogRetention, mailRetention }: Settings["Service"]) =>
  [
    `Your account ${accountId} is closed: its plan, keys, endpoints, rules and connected applications have ended,`,
    "and nobody can sign in to it. We keep, without your address except in emails:",
    "",
    "- for our books: payments, charges and the names of keys",
    `- for ${usageMonths} months: each call, with its search words`,
    `- for ${auditMonths} months: what was changed, with keywords and addresses of endpoints`,
    `- for ${daysOf(deliveryLogRetention)}: the log of deliveries`,
    `- for ${daysOf(mailRetention)}: emails to you`,
    "",
    "You are welcome to create a new account with this address.",
    ""
  ].join("\n")
