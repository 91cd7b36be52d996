/** All entries of a usage history that a filter selects, page by page as their reader takes them. */
import type { AccountId, UsageEntry } from "@heddle/api"
import { Effect, Option, Stream } from "effect"
import type { SqlError } from "effect/sql"
import { now, plusMillis } from "../../runtime/Time.ts"
import { readingMillis, summedBefore } from "./UsageBorder.ts"
import type { EntriesFilter, makeUsageEntries, PlacedEntry, Range } from "./UsageEntries.ts"

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
