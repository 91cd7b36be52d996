/** Pages of the usage history, counted from an anchor if the caller gives one. */
import { type AccountId, type HistoryFilter, historyPageSize } from "@heddle/api"
import { Effect } from "effect"
import type { Anchor } from "./HistoryAnchor.ts"
import type { makeUsageEntries, PlacedEntry, Range } from "./UsageEntries.ts"

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
  const firstOf = Effect.fnUntraced(function* (
    accountId: AccountId,
    filter: HistoryFilter,
    page: number,
    rows: ReadonlyArray<PlacedEntry>
  ) {
    const [newest] = page === 1 ? rows : yield* entries.page(accountId, filter, null, 1, 0)
    return newest?.position
  })

  const read = Effect.fnUntraced(function* (
    accountId: AccountId,
    filter: HistoryFilter,
    page: number,
    given: Anchor | undefined,
    time: Date
  ) {
    const { range, pagesBetween } = placeOf(page, given)
    const rows = yield* entries.page(accountId, filter, range, historyPageSize, pagesBetween * historyPageSize)
    const first = given?.first ?? (yield* firstOf(accountId, filter, page, rows))
    const total = first === undefined ? 0 : yield* entries.count(accountId, filter, { from: first })
    const last = rows.at(-1)?.position
    const anchor: Anchor | undefined =
      first === undefined || last === undefined ? given : { at: given?.at ?? time.getTime(), first, page, last }
    return { data: rows.map(({ entry }) => entry), total, anchor }
  })

  return { read }
}
