/**
 * Mails about the balance: it is low, it has run out, credits expired unspent. A look finds who crossed a line; the
 * notice and the memory that it was told commit together, so that one crossing makes one mail however many processes
 * look, and a process that dies loses none.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { accountContact } from "../../accounts/customers/AccountRows.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { MailQueue } from "../../mail/MailQueue.ts"
import { now } from "../../runtime/Time.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { availableOf } from "../ledger/SpendableGrant.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { crossingOf } from "./AlertEvaluator.ts"
import { daysOfUse, makeNoticeRows } from "./AlertRows.ts"
import { type Balance, expiredUnspent, lowBalance, runOut } from "./AlertMessages.ts"
import { RecentRefusals } from "./RecentRefusals.ts"
import { outlook } from "./RunwayForecast.ts"

export interface LookSummary {
  readonly lowBalance: number
  readonly runOut: number
  readonly expired: number
}

type Told = "low_balance" | "run_out" | null

export class BalanceAlerts extends Context.Service<
  BalanceAlerts,
  {
    /**
     * Writes the mails that are due now. A balance counts as below a line when two looks of this process in a row find
     * it there, since a call in flight holds more than it will cost; after a 402 one look is enough. Writes nothing
     * when nothing changed.
     */
    readonly look: Effect.Effect<LookSummary>
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
      const rows = makeNoticeRows(sql)
      let foundBelow: ReadonlySet<AccountId> = new Set()

      const judge = Effect.fnUntraced(function* (accountId: AccountId, refused: number | null, time: Date) {
        const standing = Option.getOrUndefined(yield* rows.standing(accountId, time))
        if (standing === undefined) return undefined
        const grants = yield* ledger.grants(accountId)
        const crossing = crossingOf({ ...standing, available: availableOf(grants), refused }, time)
        return { standing, grants, crossing }
      })

      const balanceOf = (
        accountId: AccountId,
        { grants, threshold, used, createdAt }: Pick<Balance, "grants" | "threshold" | "used"> & { createdAt: Date },
        time: Date
      ): Balance => ({
        accountId,
        grants,
        threshold,
        used,
        outlook: outlook(grants, used / daysOfUse(createdAt, time), time),
        baseUrl
      })

      /** Under the account's lock everything is judged once more: another process may have told it meanwhile. */
      const tell = Effect.fnUntraced(
        function* (accountId: AccountId, refused: number | null, used: number) {
          yield* ledger.lock(accountId)
          const time = yield* now
          const judged = yield* judge(accountId, refused, time)
          if (judged === undefined) return null
          const { standing, grants, crossing } = judged
          const { tell, rearmLow, rearmOut } = crossing
          if (tell === null && !rearmLow && !rearmOut) return null
          const isTold = tell === "run_out" || tell === "low_balance"
          yield* rows.setTold(
            accountId,
            isTold ? (standing.lowToldAt ?? time) : rearmLow ? null : standing.lowToldAt,
            tell === "run_out" ? time : rearmOut ? null : standing.outToldAt
          )
          if (tell !== null) {
            const account = Option.getOrUndefined(yield* accountContact(sql, accountId))
            if (account === undefined) return null
            const { threshold } = standing
            const balance = balanceOf(accountId, { ...account, grants, threshold, used }, time)
            const words = tell === "run_out" ? runOut(balance) : lowBalance(balance)
            yield* mails.enqueue({ accountId, to: account.email, ...words })
          }
          return tell
        },
        (effect) => atomically(sql, effect)
      )

      const tellExpired = Effect.fnUntraced(
        function* (accountId: AccountId, used: number) {
          yield* ledger.lock(accountId)
          const time = yield* now
          const expired = yield* rows.expired(accountId, time)
          const account = Option.getOrUndefined(yield* accountContact(sql, accountId))
          if (expired.length === 0 || account === undefined) return false
          yield* rows.setExpiriesTold(accountId, expired, time)
          const grants = yield* ledger.grants(accountId)
          const balance = balanceOf(accountId, { ...account, grants, threshold: null, used }, time)
          yield* mails.enqueue({ accountId, to: account.email, ...expiredUnspent(balance, expired) })
          return true
        },
        (effect) => atomically(sql, effect)
      )

      const lookAt = Effect.fnUntraced(function* (accountId: AccountId, refused: number | null, below: Set<AccountId>) {
        const time = yield* now
        const crossing = (yield* judge(accountId, refused, time))?.crossing
        if (crossing === undefined) return null
        const isSure = refused !== null || foundBelow.has(accountId)
        if (crossing.tell !== null && !isSure) {
          below.add(accountId)
          return null
        }
        if (crossing.tell === null && !crossing.rearmLow && !crossing.rearmOut) return null
        // Counted before the lock, which calls of the account wait for.
        const used = crossing.tell === null ? 0 : yield* rows.usedLately(accountId, time)
        return yield* tell(accountId, refused, used)
      })

      const look = Effect.gen(function* () {
        const time = yield* now
        const refused = yield* refusals.take
        const accounts = new Set([...(yield* rows.candidates(time)), ...refused.keys()])
        const below = new Set<AccountId>()
        const told: Array<Told> = []
        for (const accountId of accounts) told.push(yield* lookAt(accountId, refused.get(accountId) ?? null, below))
        foundBelow = below
        let expired = 0
        for (const accountId of yield* rows.withExpired(time)) {
          if (yield* tellExpired(accountId, yield* rows.usedLately(accountId, time))) expired += 1
        }
        return {
          lowBalance: told.filter((kind) => kind === "low_balance").length,
          runOut: told.filter((kind) => kind === "run_out").length,
          expired
        }
      }).pipe(Effect.orDie, Effect.withSpan("BalanceAlerts.look"))

      return BalanceAlerts.of({ look })
    })
  )
}
