/** The usage screen of the portal: pages of entries, the names that occur, and what a key called lately. */
import {
  type AccountId,
  historyPageSize,
  type InvalidParameter,
  invalidParameter,
  type KeyId,
  type UsageEntry
} from "@heddle/api"
import { Context, Effect, Layer, Option, Schema, type Stream } from "effect"
import type { SqlError } from "effect/sql"
import { withOwnPlans } from "../../database/client/Atomically.ts"
import { queryClient } from "../../database/client/QueryPool.ts"
import { contentOfToken, isParametersMac, parametersMac, Secrets, signedToken } from "../../runtime/Secrets.ts"
import { Settings } from "../../runtime/Settings.ts"
import { dayMillis, now, plusMillis, startOf } from "../../runtime/Time.ts"
import { Position } from "./HistoryAnchor.ts"
import { makeHistoryStream } from "./HistoryPages.ts"
import { type NamesFilter, readingMillis, summedBefore } from "./UsageFilter.ts"
import type { DayRange } from "./UsageDays.ts"
import { makeUsageEntries } from "./UsageEntries.ts"
import type { EntriesFilter } from "./UsageStatements.ts"
import { namesOf } from "./UsageNames.ts"
import { UsageRecorder } from "./UsageRecorder.ts"

export interface ReportFilter extends NamesFilter {
  readonly range: DayRange | null
  /** Instead of a range. */
  readonly since?: Date | undefined
  readonly requestId?: string | undefined
}

export interface KeyUse {
  readonly apiType: string
  readonly calls: number
  readonly lastAt: Date
}

/** `at` is when the first page was read, in milliseconds since 1970. */
const Cursor = Schema.fromJsonString(
  Schema.Struct({ v: Schema.Literal(1), q: Schema.String, at: Schema.Int, below: Position })
)

const entriesFilter = ({ range, since, ...filter }: ReportFilter): EntriesFilter =>
  range === null
    ? { ...filter, from: since }
    : { ...filter, from: startOf(range.first), until: startOf(range.last + 1) }

export class UsageReports extends Context.Service<
  UsageReports,
  {
    /** Newest first. Includes every call that this process has answered. */
    page(
      accountId: AccountId,
      filter: ReportFilter,
      cursor: string | undefined
    ): Effect.Effect<
      { readonly entries: ReadonlyArray<UsageEntry>; readonly nextCursor: string | null },
      InvalidParameter
    >
    /** Every entry that existed at the time of the call, newest first; the stream is pulled within a day. */
    all(accountId: AccountId, filter: ReportFilter): Effect.Effect<Stream.Stream<UsageEntry, SqlError.SqlError>>
    /** That occur in the history. */
    names(
      accountId: AccountId
    ): Effect.Effect<{ readonly sources: ReadonlyArray<string>; readonly apiTypes: ReadonlyArray<string> }>
    /** Of the last 24 hours, by API type, the most recent first. */
    ofKey(accountId: AccountId, keyId: KeyId): Effect.Effect<ReadonlyArray<KeyUse>>
  }
>()("@heddle/server/credits/usage/UsageReports") {
  static readonly layer = Layer.effect(
    UsageReports,
    Effect.gen(function* () {
      const sql = yield* queryClient
      const secrets = yield* Secrets
      const recorder = yield* UsageRecorder
      const entries = makeUsageEntries(sql)
      const { usageMonths } = yield* Settings
      const stream = makeHistoryStream(entries, usageMonths)

      const parametersOf = (accountId: AccountId, { range, ...filter }: ReportFilter) => ({
        ...filter,
        first: range?.first ?? null,
        last: range?.last ?? null,
        accountId
      })

      const decode = (accountId: AccountId, filter: ReportFilter, cursor: string, time: Date) => {
        const content = contentOfToken(secrets, cursor)
        const payload = content === undefined ? Option.none() : Schema.decodeUnknownOption(Cursor)(content)
        const refused = (message: string) => Effect.fail(invalidParameter({ path: "cursor", message }))
        if (Option.isNone(payload) || !isParametersMac(secrets, parametersOf(accountId, filter), payload.value.q)) {
          return refused("was issued for other filters; start again without it")
        }
        const { at, below } = payload.value
        if (time.getTime() > at + readingMillis) return refused("is older than 24 hours; start again without it")
        return Effect.succeed({ at: new Date(at), range: { below } })
      }

      const page = Effect.fn("UsageReports.page")(function* (
        accountId: AccountId,
        filter: ReportFilter,
        cursor: string | undefined
      ) {
        yield* recorder.flush
        const time = yield* now
        const { at, range } =
          cursor === undefined ? { at: time, range: null } : yield* decode(accountId, filter, cursor, time)
        const wanted = { accountId, filter: entriesFilter(filter), summedBefore: summedBefore(at, usageMonths) }
        const rows = yield* Effect.orDie(entries.page(wanted, range, historyPageSize + 1, 0))
        const shown = rows.slice(0, historyPageSize)
        const last = rows.length > historyPageSize ? shown.at(-1) : undefined
        return {
          entries: shown.map(({ entry }) => entry),
          nextCursor:
            last === undefined
              ? null
              : signedToken(
                  secrets,
                  Schema.encodeSync(Cursor)({
                    v: 1,
                    q: parametersMac(secrets, parametersOf(accountId, filter)),
                    at: at.getTime(),
                    below: last.position
                  })
                )
        }
      })

      const all = Effect.fn("UsageReports.all")(function* (accountId: AccountId, filter: ReportFilter) {
        yield* recorder.flush
        return yield* stream(accountId, entriesFilter(filter))
      }, Effect.orDie)

      const names = Effect.fn("UsageReports.names")(function* (accountId: AccountId) {
        yield* recorder.flush
        const found = yield* withOwnPlans(sql, namesOf(sql, accountId, {}))
        const sorted = (values: ReadonlyArray<string>) => [...new Set(values)].toSorted()
        return {
          sources: sorted(found.map(({ source }) => source)),
          apiTypes: sorted(found.map(({ apiType }) => apiType))
        }
      }, Effect.orDie)

      const ofKey = Effect.fn("UsageReports.ofKey")(function* (accountId: AccountId, keyId: KeyId) {
        yield* recorder.flush
        return yield* sql<KeyUse>`
          SELECT api_type, count(*) AS calls, max(time) AS last_at FROM usage_entries
          WHERE account_id = ${accountId} AND time > ${plusMillis(yield* now, -dayMillis)} AND key_id = ${keyId}
            AND cost >= 0
          GROUP BY 1 ORDER BY 3 DESC`
      }, Effect.orDie)

      return UsageReports.of({ page, all, names, ofKey })
    })
  )
}
