/** The usage screen of the portal: pages of entries, the names that occur, and what a key called lately. */
import {
  type AccountId,
  historyPageSize,
  type InvalidParameter,
  invalidParameter,
  type KeyId,
  type UsageEntry
} from "@heddle/api"
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { decodeTime } from "ulid"
import { Secrets } from "../../runtime/Secrets.ts"
import { Settings } from "../../runtime/Settings.ts"
import { contentOfToken, parametersMac, signedToken } from "../../runtime/SignedToken.ts"
import { dayMillis, dayOf, hourMillis, now, plusMillis, startOf } from "../../runtime/Time.ts"
import { Position } from "./HistoryAnchor.ts"
import { readingMillis, summedBefore } from "./UsageBorder.ts"
import { type DayRange, UsageDays } from "./UsageDays.ts"
import { makeUsageEntries, type PlacedEntry, type Range } from "./UsageEntries.ts"
import { type NamesFilter, namesConditions } from "./UsageFilter.ts"
import { UsageRecorder } from "./UsageRecorder.ts"

/** Names are listed of as many days. */
const namesDays = 400
const exportPageSize = 250

export interface EntriesFilter extends NamesFilter {
  readonly range: DayRange | null
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

/** Ids that we gave say when; others that clients chose do not. */
const timeOfRequest = (requestId: string): number | null =>
  /^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(requestId) ? decodeTime(requestId.slice("req_".length)) : null

export class UsageReports extends Context.Service<
  UsageReports,
  {
    /** Newest first. Includes every call that this process has answered. */
    page(
      accountId: AccountId,
      filter: EntriesFilter,
      cursor: string | undefined
    ): Effect.Effect<
      { readonly entries: ReadonlyArray<UsageEntry>; readonly nextCursor: string | null },
      InvalidParameter
    >
    /** All of them, newest first. */
    all(accountId: AccountId, filter: EntriesFilter): Effect.Effect<Stream.Stream<UsageEntry, SqlError.SqlError>>
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
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const days = yield* UsageDays
      const recorder = yield* UsageRecorder
      const entries = makeUsageEntries(sql)
      const { usageMonths } = yield* Settings

      const conditions = ({ range, requestId, ...names }: EntriesFilter): ReadonlyArray<Statement.Fragment> => {
        const at = requestId === undefined ? null : timeOfRequest(requestId)
        return [
          ...namesConditions(sql, names),
          ...(range === null ? [] : [sql`time >= ${startOf(range.first)} AND time < ${startOf(range.last + 1)}`]),
          // No index has the ids of requests. A call is over within minutes of its id.
          ...(at === null ? [] : [sql`time >= ${new Date(at - hourMillis)} AND time < ${new Date(at + dayMillis)}`])
        ]
      }

      const read = (accountId: AccountId, filter: EntriesFilter, at: Date, range: Range, limit: number) => {
        const wanted = {
          accountId,
          filter: {},
          conditions: conditions(filter),
          requestId: filter.requestId,
          summedBefore: summedBefore(at, usageMonths)
        }
        return entries.page(wanted, range, limit, 0)
      }

      const macOf = (accountId: AccountId, { range, ...filter }: EntriesFilter) =>
        parametersMac(secrets, { ...filter, first: range?.first ?? null, last: range?.last ?? null, accountId })

      const decode = (accountId: AccountId, filter: EntriesFilter, cursor: string, time: Date) => {
        const content = contentOfToken(secrets, cursor)
        const payload = content === undefined ? Option.none() : Schema.decodeUnknownOption(Cursor)(content)
        const refused = (message: string) => Effect.fail(invalidParameter({ path: "cursor", message }))
        if (Option.isNone(payload) || payload.value.q !== macOf(accountId, filter)) {
          return refused("belongs to other filters; start again without it")
        }
        const { at, below } = payload.value
        if (time.getTime() > at + readingMillis) return refused("is older than 24 hours; start again without it")
        return Effect.succeed({ at: new Date(at), range: { below } })
      }

      const page = Effect.fn("UsageReports.page")(function* (
        accountId: AccountId,
        filter: EntriesFilter,
        cursor: string | undefined
      ) {
        yield* recorder.flush
        const time = yield* now
        const { at, range } =
          cursor === undefined ? { at: time, range: null } : yield* decode(accountId, filter, cursor, time)
        const rows = yield* Effect.orDie(read(accountId, filter, at, range, historyPageSize + 1))
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
                    q: macOf(accountId, filter),
                    at: at.getTime(),
                    below: last.position
                  })
                )
        }
      })

      const all = Effect.fn("UsageReports.all")(function* (accountId: AccountId, filter: EntriesFilter) {
        yield* recorder.flush
        const at = yield* now
        const next = (range: Range) => read(accountId, filter, at, range, exportPageSize)
        const entriesOf = (rows: ReadonlyArray<PlacedEntry>) => rows.map(({ entry }) => entry)
        return Stream.paginate(yield* next(null), (rows) => {
          const last = rows.length < exportPageSize ? undefined : rows.at(-1)
          return last === undefined
            ? Effect.succeed([entriesOf(rows), Option.none()] as const)
            : Effect.map(next({ below: last.position }), (more) => [entriesOf(rows), Option.some(more)] as const)
        })
      }, Effect.orDie)

      const names = Effect.fn("UsageReports.names")(function* (accountId: AccountId) {
        const today = dayOf(yield* now)
        const found = yield* days.sums(accountId, { first: today - namesDays, last: today }, {})
        const sorted = (values: ReadonlyArray<string>) => [...new Set(values)].toSorted()
        return {
          sources: sorted(found.map(({ source }) => source)),
          apiTypes: sorted(found.map(({ apiType }) => apiType))
        }
      })

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
