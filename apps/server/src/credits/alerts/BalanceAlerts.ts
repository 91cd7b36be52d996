/**
 * Mails about the balance: it is low, it has run out, or credits expired unspent. The mail and the record that the
 * account was alerted commit together, so that each alert is sent once however many processes evaluate, and a crash
 * loses none.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { accountContact } from "../../accounts/customers/AccountRows.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { MailQueue } from "../../mail/MailQueue.ts"
import { maintenance } from "../../runtime/Background.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { availableOf } from "../ledger/SpendableGrant.ts"
import { Pace } from "../usage/Pace.ts"
import { forecastRunway, recentUsage } from "../usage/RunwayForecast.ts"
import { UsageDays } from "../usage/UsageDays.ts"
import { type AlertKind, evaluateAlert } from "./AlertEvaluator.ts"
import { type BalanceReport, expiredUnspent, lowBalance, runOut } from "./AlertMessages.ts"
import { makeAlertRows } from "./AlertRows.ts"
import { RecentRefusals } from "./RecentRefusals.ts"

/** Alerts queued, by kind. */
export interface AlertSummary {
  readonly lowBalance: number
  readonly runOut: number
  readonly expired: number
}

/** What a mail says about the last days. */
interface Spending {
  readonly used: number
  /** The pace; null as long as it is not known. */
  readonly perDay: number | null
}

export class BalanceAlerts extends Context.Service<
  BalanceAlerts,
  {
    /**
     * Queues the mails that are due now; writes nothing when nothing changed. An alert needs two evaluations of this
     * process in a row, since a call in flight holds more than it will cost. After a 402 one evaluation is enough.
     */
    readonly evaluate: Effect.Effect<AlertSummary>
  }
>()("@heddle/server/credits/alerts/BalanceAlerts") {
  static readonly layer = Layer.effect(
    BalanceAlerts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* Ledger
      const mails = yield* MailQueue
      const refusals = yield* RecentRefusals
      const baseUrl = publicUrl(yield* Settings)
      const rows = makeAlertRows(sql)
      const days = yield* UsageDays
      const pace = yield* Pace
      /** Accounts whose alert awaits confirmation by the next evaluation. */
      let unconfirmed: ReadonlySet<AccountId> = new Set()

      const assess = Effect.fnUntraced(function* (accountId: AccountId, rejectedEstimate: number | null, time: Date) {
        const balance = Option.getOrUndefined(yield* rows.balance(accountId, time))
        if (balance === undefined) return undefined
        const grants = yield* ledger.grants(accountId)
        const evaluation = evaluateAlert({ ...balance, available: availableOf(grants), rejectedEstimate }, time)
        return { balance, grants, evaluation }
      })

      const spendingOf = (accountId: AccountId, time: Date): Effect.Effect<Spending> =>
        Effect.all({ used: recentUsage(days, accountId, time), perDay: pace.of(accountId) })

      const reportOf = (
        accountId: AccountId,
        { grants, threshold, used, perDay }: Pick<BalanceReport, "grants" | "threshold"> & Spending,
        time: Date
      ): BalanceReport => ({
        accountId,
        grants,
        threshold,
        used,
        runway: forecastRunway(grants, perDay, time),
        baseUrl
      })

      /** Assesses the account again under its lock: another process may have alerted it meanwhile. */
      const queueAlert = Effect.fnUntraced(
        function* (accountId: AccountId, rejectedEstimate: number | null, spending: Spending) {
          yield* ledger.lock(accountId)
          const time = yield* now
          const assessed = yield* assess(accountId, rejectedEstimate, time)
          if (assessed === undefined) return null
          const { balance, grants, evaluation } = assessed
          const { alert, rearmLow, rearmOut } = evaluation
          if (alert === null && !rearmLow && !rearmOut) return null
          yield* rows.setAlerted(
            accountId,
            alert !== null ? (balance.lowAlertedAt ?? time) : rearmLow ? null : balance.lowAlertedAt,
            alert === "run_out" ? time : rearmOut ? null : balance.outAlertedAt
          )
          if (alert !== null) {
            const account = Option.getOrUndefined(yield* accountContact(sql, accountId))
            if (account === undefined) return null
            const { threshold } = balance
            const report = reportOf(accountId, { ...spending, grants, threshold }, time)
            const message = alert === "run_out" ? runOut(report) : lowBalance(report)
            yield* mails.enqueue({ accountId, to: account.email, ...message })
          }
          return alert
        },
        (effect) => atomically(sql, effect)
      )

      const queueExpiryAlert = Effect.fnUntraced(
        function* (accountId: AccountId, spending: Spending) {
          yield* ledger.lock(accountId)
          const time = yield* now
          const expired = yield* rows.expiredGrants(accountId, time)
          const account = Option.getOrUndefined(yield* accountContact(sql, accountId))
          if (expired.length === 0 || account === undefined) return false
          yield* rows.recordExpiryAlerts(accountId, expired, time)
          const grants = yield* ledger.grants(accountId)
          const report = reportOf(accountId, { ...spending, grants, threshold: null }, time)
          yield* mails.enqueue({ accountId, to: account.email, ...expiredUnspent(report, expired) })
          return true
        },
        (effect) => atomically(sql, effect)
      )

      const evaluateAccount = Effect.fnUntraced(function* (
        accountId: AccountId,
        rejectedEstimate: number | null,
        toConfirm: Set<AccountId>
      ) {
        const time = yield* now
        const evaluation = (yield* assess(accountId, rejectedEstimate, time))?.evaluation
        if (evaluation === undefined) return null
        const isConfirmed = rejectedEstimate !== null || unconfirmed.has(accountId)
        if (evaluation.alert !== null && !isConfirmed) {
          toConfirm.add(accountId)
          return null
        }
        if (evaluation.alert === null && !evaluation.rearmLow && !evaluation.rearmOut) return null
        // Read before the account is locked, because the account's calls wait for that lock.
        const spending = evaluation.alert === null ? { used: 0, perDay: null } : yield* spendingOf(accountId, time)
        return yield* queueAlert(accountId, rejectedEstimate, spending)
      })

      const evaluate = Effect.gen(function* () {
        const time = yield* now
        const rejectedEstimates = yield* refusals.take
        const accounts = new Set([...(yield* rows.candidates(time)), ...rejectedEstimates.keys()])
        const toConfirm = new Set<AccountId>()
        const queued: Array<AlertKind | null> = []
        for (const accountId of accounts) {
          queued.push(yield* evaluateAccount(accountId, rejectedEstimates.get(accountId) ?? null, toConfirm))
        }
        unconfirmed = toConfirm
        let expired = 0
        for (const accountId of yield* rows.accountsWithExpiredGrants(time)) {
          if (yield* queueExpiryAlert(accountId, yield* spendingOf(accountId, time))) expired += 1
        }
        return {
          lowBalance: queued.filter((kind) => kind === "low_balance").length,
          runOut: queued.filter((kind) => kind === "run_out").length,
          expired
        }
      }).pipe(Effect.orDie, Effect.withSpan("BalanceAlerts.evaluate"))

      return BalanceAlerts.of({ evaluate })
    })
  )
}

/** Evaluates every account's balance at start and then every minute. */
const logIfAny = (summary: AlertSummary) =>
  summary.lowBalance + summary.runOut + summary.expired > 0
    ? Effect.logInfo("Queued balance alerts").pipe(Effect.annotateLogs({ ...summary }))
    : Effect.void

export const alertTask = maintenance(
  "balance alerts",
  "1 minute",
  Effect.tap(
    BalanceAlerts.use(({ evaluate }) => evaluate),
    logIfAny
  )
)
