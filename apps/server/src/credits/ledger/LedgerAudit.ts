/**
 * Checks the ledger at intervals, in one of the processes that share the database. Faults go to the log, to the metrics
 * and, when they changed, to the operator by mail.
 */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { makeRunLease } from "../../database/client/RunLease.ts"
import { MailQueue } from "../../mail/MailQueue.ts"
import { maintenance } from "../../runtime/Background.ts"
import { Settings } from "../../runtime/Settings.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import type { LedgerFault, LedgerReport } from "./LedgerAnswers.ts"
import { reportLedger } from "./LedgerReport.ts"

const maxFaultsInMail = 50

export interface LastCheck {
  readonly finishedAt: Date
  readonly durationMs: number
  readonly accounts: number
  readonly faults: number
}

const lineOf = ({ accountId, what, cached, derived }: LedgerFault) =>
  `${accountId}: ${what}: cached ${cached}, derived ${derived}`

/** Covers only the difference of each fault, so that it stays the same while the account keeps spending. */
const digestOf = (faults: ReadonlyArray<LedgerFault>): string => {
  if (faults.length === 0) return ""
  const lines = faults.map(({ accountId, what, cached, derived }) => `${accountId} ${what} ${cached - derived}`)
  return createHash("sha256").update(lines.toSorted().join("\n")).digest("hex")
}

const mailOf = (faults: ReadonlyArray<LedgerFault>) => {
  if (faults.length === 0) {
    return {
      subject: "Heddle: the credit ledger is correct again",
      text: "The latest ledger check found no errors.\n"
    }
  }
  const more = faults.length - maxFaultsInMail
  return {
    subject: `Heddle: ${faults.length} faults in the credit ledger`,
    text: [
      "The ledger check found cached figures that differ from their rows:",
      "",
      ...faults.slice(0, maxFaultsInMail).map(lineOf),
      ...(more > 0 ? [`… and ${more} more`] : []),
      "",
      "`heddle doctor --ledger` lists all of them. You will get no further email until they change.",
      ""
    ].join("\n")
  }
}

export class LedgerAudit extends Context.Service<
  LedgerAudit,
  {
    /** Checks if the last check began at least this long ago or never finished; returns whether it checked. */
    check(minAgeMillis: number): Effect.Effect<boolean>
    /** The last finished check of any process. */
    readonly last: Effect.Effect<Option.Option<LastCheck>>
  }
>()("@heddle/server/credits/ledger/LedgerAudit") {
  static readonly layer = Layer.effect(
    LedgerAudit,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const mails = yield* MailQueue
      const { operatorMail } = yield* Settings
      const lease = makeRunLease(sql, "ledger_checks")

      const claim = Effect.fnUntraced(function* (minAgeMillis: number) {
        const time = yield* now
        const isDue = sql`(started_at IS NULL OR started_at <= ${plusMillis(time, -minAgeMillis)})`
        return (yield* lease.claim(time, isDue)) ? Option.some(time) : Option.none<Date>()
      })

      const finish = Effect.fnUntraced(
        function* (startedAt: Date, report: LedgerReport) {
          yield* lease.lock(startedAt)
          const [before] = yield* sql<{ faultsDigest: string }>`SELECT faults_digest FROM ledger_checks`
          const digest = digestOf(report.faults)
          yield* sql`
            UPDATE ledger_checks SET lease_ends_at = NULL, finished_at = ${yield* now}, duration_ms = ${report.millis},
              accounts = ${report.accounts}, grants = ${report.grants}, entries = ${report.entries},
              holds = ${report.holds}, faults = ${report.faults.length}, faults_digest = ${digest}`
          if (digest === before?.faultsDigest || Option.isNone(operatorMail)) return
          yield* mails.enqueue({ accountId: null, to: operatorMail.value, ...mailOf(report.faults) })
        },
        (effect) => sql.withTransaction(effect)
      )

      const check = Effect.fn("LedgerAudit.check")(
        function* (minAgeMillis: number) {
          const startedAt = Option.getOrUndefined(yield* claim(minAgeMillis))
          if (startedAt === undefined) return false
          const report = yield* Effect.raceFirst(reportLedger, lease.renew(startedAt))
          yield* finish(startedAt, report)
          yield* Effect.forEach(report.faults, (fault) => Effect.logError(`Ledger fault: ${lineOf(fault)}`), {
            discard: true
          })
          return true
        },
        Effect.catchTag("LeaseLost", () => Effect.succeed(false)),
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.orDie
      )

      const last = sql<LastCheck>`
        SELECT finished_at, duration_ms, accounts, faults FROM ledger_checks WHERE finished_at IS NOT NULL`.pipe(
        Effect.map((rows) => Option.fromNullishOr(rows[0])),
        Effect.orDie
      )

      return LedgerAudit.of({ check, last })
    })
  )
}

/** The check at start is skipped when another process checked this recently. */
const minAgeAtStartMillis = 300_000

/** Asks every minute whether a check is due, because another process may have died during its check. */
export const ledgerAuditTask = Effect.suspend(() => {
  let minAgeMillis = minAgeAtStartMillis
  return maintenance(
    "ledger audit",
    "1 minute",
    LedgerAudit.use(({ check }) => check(minAgeMillis)).pipe(
      Effect.tap(() => Effect.sync(() => (minAgeMillis = hourMillis)))
    )
  )
})
