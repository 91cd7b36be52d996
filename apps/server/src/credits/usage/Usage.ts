/** An account's balance and usage history. */
import {
  type AccountId,
  type BalanceResult,
  type Body,
  type HistoryFilter,
  historyPageSize,
  HistoryQuery,
  type HistoryResult,
  type InvalidParameter,
  type UsageEntry,
  withDefaults
} from "@heddle/api"
import { Context, Effect, Layer, Option, type Stream } from "effect"
import type { SqlError } from "effect/sql"
import { queryClient } from "../../database/client/QueryPool.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import { CallerStates } from "../ledger/CallerStates.ts"
import { balanceOf } from "./BalanceOutlook.ts"
import { decodeAnchor, encodeAnchor } from "./HistoryAnchor.ts"
import { makeHistoryPages, makeHistoryStream } from "./HistoryPages.ts"
import { summedBefore } from "./UsageFilter.ts"
import { Pace } from "./Pace.ts"
import { makeUsageEntries } from "./UsageEntries.ts"
import type { EntriesFilter } from "./UsageStatements.ts"
import { UsageRecorder } from "./UsageRecorder.ts"

const complete = withDefaults(HistoryQuery)

const entriesFilter = ({ api_type, source, key_id, from, to }: HistoryFilter): EntriesFilter => ({
  apiType: api_type,
  source,
  keyId: key_id,
  from: from === undefined ? undefined : new Date(from * 1000),
  until: to === undefined ? undefined : new Date(to * 1000)
})

export class Usage extends Context.Service<
  Usage,
  {
    balance(accountId: AccountId): Effect.Effect<Body<typeof BalanceResult>>
    /** Includes every call this process has answered. */
    history(accountId: AccountId, query: HistoryQuery): Effect.Effect<Body<typeof HistoryResult>, InvalidParameter>
    /**
     * Every entry that existed at the time of the call, newest first and exactly once. The first page is read
     * immediately, the others as the stream is pulled, within a day.
     */
    exportHistory(
      accountId: AccountId,
      filter: HistoryFilter
    ): Effect.Effect<Stream.Stream<UsageEntry, SqlError.SqlError>>
  }
>()("@heddle/server/credits/usage/Usage") {
  static readonly layer = Layer.effect(
    Usage,
    Effect.gen(function* () {
      const states = yield* CallerStates
      const pace = yield* Pace
      const recorder = yield* UsageRecorder
      const secrets = yield* Secrets
      const { usageMonths } = yield* Settings
      const entries = makeUsageEntries(yield* queryClient)
      const pages = makeHistoryPages(entries)
      const stream = makeHistoryStream(entries, usageMonths)

      const balance = Effect.fn("Usage.balance")(function* (accountId: AccountId) {
        const account = { accountId, keyId: null, application: null, apiTypePrefix: "" } as const
        const state = Option.getOrThrow(yield* states.read(account))
        return balanceOf(state, yield* pace.of(accountId), yield* now)
      })

      const history = Effect.fn("Usage.history")(function* (accountId: AccountId, query: HistoryQuery) {
        yield* recorder.flush
        const { page: number, anchor: token, ...filter } = complete(query)
        const time = yield* now
        const given = token === undefined ? undefined : yield* decodeAnchor(secrets, accountId, filter, token, time)
        const at = given === undefined ? time : new Date(given.at)
        const wanted = { accountId, filter: entriesFilter(filter), summedBefore: summedBefore(at, usageMonths) }
        const { data, total, anchor } = yield* Effect.orDie(pages.read(wanted, number, given, at))
        return {
          data,
          anchor: anchor === undefined ? null : encodeAnchor(secrets, accountId, filter, anchor),
          page: number,
          page_size: historyPageSize,
          total
        }
      })

      const exportHistory = Effect.fn("Usage.exportHistory")(function* (accountId: AccountId, filter: HistoryFilter) {
        yield* recorder.flush
        return yield* stream(accountId, entriesFilter(filter))
      }, Effect.orDie)

      return Usage.of({ balance, history, exportHistory })
    })
  )
}
