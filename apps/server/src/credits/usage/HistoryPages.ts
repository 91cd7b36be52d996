/** Pages of the usage history, counted from an anchor if the caller gives one. */
import { historyPageSize } from "@heddle/api"
import { Effect } from "effect"
import type { Anchor } from "./HistoryAnchor.ts"
import type { makeUsageEntries, PlacedEntry, Range, Wanted } from "./UsageEntries.ts"

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
