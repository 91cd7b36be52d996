/** Pages of the usage history, counted from an anchor if the caller gives one. */
import { type AccountId, historyPageSize, type UsageEntry } from "@heddle/api"
import { Effect, Option, Stream } from "effect"
import type { SqlError } from "effect/sql"
import { now, plusMillis } from "../../runtime/Time.ts"
import type { Anchor } from "./HistoryAnchor.ts"
import { readingMillis, summedBefore } from "./UsageFilter.ts"
import type { makeUsageEntries, PlacedEntry } from "./UsageEntries.ts"
import type { EntriesFilter, Range, Wanted } from "./UsageStatements.ts"

/** After the anchor's page we count from its last entry, otherwise from the first entry of the first page. */
const placeOf = (
  page: number,
  anchor: Anchor | undefined
): { readonly range: Range; readonly pagesBetween: number } => {
  if (anchor === undefined) return { range: null, pagesBetween: page - 1 }
  return page > anchor.page
    ? { range: { below: anchor.last }, pagesBetween: page - anchor.page - 1 }
    : { range: { from: anchor.first }, pagesBetween: page - 1 }
}

export const makeHistoryPages = (entries: ReturnType<typeof makeUsageEntries>) => {
  /** The newest entry of all pages. */
  const firstOf = Effect.fnUntraced(function* (wanted: Wanted, page: number, rows: ReadonlyArray<PlacedEntry>) {
    const [newest] = page === 1 ? rows : yield* entries.page(wanted, null, 1, 0)
    return newest?.position
  })

  /** `at` is when the first page was read. */
  const read = Effect.fnUntraced(function* (wanted: Wanted, page: number, given: Anchor | undefined, at: Date) {
    const { range, pagesBetween } = placeOf(page, given)
    const rows = yield* entries.page(wanted, range, historyPageSize, pagesBetween * historyPageSize)
    const first = given?.first ?? (yield* firstOf(wanted, page, rows))
    const total = first === undefined ? 0 : yield* entries.count(wanted, { from: first })
    const last = rows.at(-1)?.position
    const anchor: Anchor | undefined =
      first === undefined || last === undefined ? given : { at: at.getTime(), first, page, last }
    return { data: rows.map(({ entry }) => entry), total, anchor }
  })

  return { read }
}

/** Entries a reader holds in memory at once; encoding them delays other calls by a few milliseconds. */
const pageSize = 250

const tooLong = new Error("An export of the usage history took longer than a day and was cut off")

/** What is rolled up after a day of reading would come twice, or not at all. */
export const makeHistoryStream = (entries: ReturnType<typeof makeUsageEntries>, usageMonths: number) => {
  const entriesOf = (page: ReadonlyArray<PlacedEntry>): ReadonlyArray<UsageEntry> => page.map(({ entry }) => entry)

  /** The first page is read immediately. */
  return Effect.fnUntraced(function* (accountId: AccountId, filter: EntriesFilter) {
    const at = yield* now
    const wanted = { accountId, filter, summedBefore: summedBefore(at, usageMonths) }
    const read = Effect.fnUntraced(function* (range: Range) {
      if ((yield* now) > plusMillis(at, readingMillis)) return yield* Effect.die(tooLong)
      return yield* entries.page(wanted, range, pageSize, 0)
    })
    // Each page starts after the last entry of the previous one, so that concurrent inserts shift nothing.
    const stream: Stream.Stream<UsageEntry, SqlError.SqlError> = Stream.paginate(yield* read(null), (page) => {
      const last = page.length < pageSize ? undefined : page.at(-1)
      return last === undefined
        ? Effect.succeed([entriesOf(page), Option.none()] as const)
        : Effect.map(read({ below: last.position }), (next) => [entriesOf(page), Option.some(next)] as const)
    })
    return stream
  })
}
