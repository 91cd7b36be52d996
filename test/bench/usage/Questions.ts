/** What the overview and the usage screen ask for, each as its portal procedure asks the services. */
import type { AccountId } from "@heddle/api"
import type { UsageBy } from "@heddle/api/portal"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts } from "../../../apps/server/src/accounts/customers/Accounts.ts"
import { BalanceOutlook } from "../../../apps/server/src/credits/usage/BalanceOutlook.ts"
import { type DayRange, UsageDays } from "../../../apps/server/src/credits/usage/UsageDays.ts"
import type { NamesFilter } from "../../../apps/server/src/credits/usage/UsageFilter.ts"
import { type ReportFilter, UsageReports } from "../../../apps/server/src/credits/usage/UsageReports.ts"
import { summaryOf } from "../../../apps/server/src/transport/portal/UsageHandlers.ts"
import { Activity } from "../../../apps/server/src/webhooks/log/Activity.ts"
import { months, names } from "./Fill.ts"

/** Numbers from 0 on, below a limit. */
type Draw = (below: number) => number
type Services = Accounts | Activity | BalanceOutlook | SqlClient.SqlClient | UsageDays | UsageReports

export interface Question {
  readonly procedure: string
  readonly name: string
  /** Prepares one call, which alone is timed; returns how many rows it found. */
  readonly draw: (
    accountId: AccountId,
    draw: Draw
  ) => Effect.Effect<Effect.Effect<number, unknown, Services>, unknown, Services>
}

const kinds: Readonly<Record<string, (draw: Draw) => NamesFilter>> = {
  "no filter": () => ({}),
  key: (draw) => ({ source: names.key(draw(12)) }),
  "rare key": () => ({ source: names.rareKey }),
  "retired key": () => ({ source: names.retiredKey }),
  "unknown key": () => ({ source: "nobody" }),
  endpoint: (draw) => ({ source: names.endpoint(draw(20)) }),
  application: (draw) => ({ source: names.application(draw(6)) }),
  "rare application": () => ({ source: names.rareApplication }),
  "API type": (draw) => ({ apiType: names.type(draw(20)) }),
  "rare API type": () => ({ apiType: names.rareType }),
  "unknown API type": () => ({ apiType: "nothing" }),
  "via MCP": () => ({ via: "mcp" }),
  "via REST": () => ({ via: "rest" }),
  "via webhook": () => ({ via: "webhook" }),
  "key + API type": (draw) => {
    const key = draw(12)
    return { source: names.key(key), apiType: names.type(draw(10) + 10 * (key % 2)) }
  },
  "key + API type it never used": (draw) => {
    const key = draw(12)
    return { source: names.key(key), apiType: names.type(draw(10) + 10 * ((key + 1) % 2)) }
  },
  "key + via MCP": (draw) => ({ source: names.key(draw(12)), via: "mcp" }),
  "rare key + via MCP": () => ({ source: names.rareKey, via: "mcp" }),
  "application + via REST": (draw) => ({ source: names.application(draw(6)), via: "rest" }),
  "rare API type + via MCP": () => ({ apiType: names.rareType, via: "mcp" })
}

const ranges = (today: number): Readonly<Record<string, (draw: Draw) => DayRange | null>> => {
  const keptDays = months * 30
  return {
    "": () => null,
    ", a day": (draw) => {
      const day = today - draw(keptDays)
      return { first: day, last: day }
    },
    ", 90 days": (draw) => {
      const last = today - draw(keptDays - 90)
      return { first: last - 89, last }
    }
  }
}

const balance: Question = {
  procedure: "Balance",
  name: "",
  draw: (accountId) =>
    Effect.succeed(
      Effect.gen(function* () {
        yield* (yield* Accounts).currentPlan(accountId)
        yield* (yield* Activity).pausedSince(accountId)
        return (yield* (yield* BalanceOutlook).of(accountId)).grants.length
      })
    )
}

const chart = (name: string, filter: (draw: Draw) => NamesFilter, range: DayRange, by: UsageBy): Question => ({
  procedure: "SummarizeUsage",
  name,
  draw: (accountId, draw) => {
    const chosen = filter(draw)
    return Effect.succeed(
      UsageDays.use((days) =>
        Effect.map(
          days.sums(accountId, range, chosen, by),
          (sums) => summaryOf(sums, { unit: "day", ...range }).series.length
        )
      )
    )
  }
})

const charts = (today: number): ReadonlyArray<Question> => {
  const year = { first: today - 365, last: today }
  const byAll = (["source", "apiType", "via"] as const).flatMap((by) => [
    chart(`30 days by ${by}`, () => ({}), { first: today - 29, last: today }, by),
    chart(`366 days by ${by}`, () => ({}), year, by)
  ])
  const filtered = Object.entries(kinds).map(([name, filter]) => chart(`366 days, ${name}`, filter, year, "source"))
  return [...byAll, ...filtered.slice(1)]
}

const listNames: Question = {
  procedure: "ListUsageNames",
  name: "",
  draw: (accountId) =>
    Effect.succeed(UsageReports.use((reports) => Effect.map(reports.names(accountId), ({ sources }) => sources.length)))
}

/** The cursor after so many pages, if there are as many. */
const cursorAfter = Effect.fnUntraced(function* (accountId: AccountId, filter: ReportFilter, pages: number) {
  const reports = yield* UsageReports
  let cursor: string | undefined
  for (let page = 0; page < pages; page += 1) {
    const { nextCursor } = yield* reports.page(accountId, filter, cursor)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return cursor
})

const list = (name: string, filter: (draw: Draw) => ReportFilter, pagesBefore: number): Question => ({
  procedure: pagesBefore === 0 ? "ListUsage, first page" : "ListUsage, later page",
  name,
  draw: Effect.fnUntraced(function* (accountId: AccountId, draw: Draw) {
    const chosen = filter(draw)
    const cursor = yield* cursorAfter(accountId, chosen, pagesBefore)
    return UsageReports.use((reports) =>
      Effect.map(reports.page(accountId, chosen, cursor), ({ entries }) => entries.length)
    )
  })
})

const lists = (today: number): ReadonlyArray<Question> => {
  const oldest = { first: 0, last: today - months * 30 - 40 }
  const filtered = Object.entries(kinds).flatMap(([kind, filter]) =>
    Object.entries(ranges(today)).map(([ending, range]) =>
      list(`${kind}${ending}`, (draw) => ({ ...filter(draw), range: range(draw) }), 0)
    )
  )
  const later = Object.entries(kinds).map(([kind, filter]) =>
    list(kind, (draw) => ({ ...filter(draw), range: null }), 3)
  )
  return [...filtered, list("no filter, before all single entries", () => ({ range: oldest }), 0), ...later]
}

/** `pattern` is of the ids that are drawn. */
const requests = (name: string, pattern: string): Question => ({
  procedure: "ListUsage, request id",
  name,
  draw: Effect.fnUntraced(function* (accountId: AccountId, draw: Draw) {
    const sql = yield* SqlClient.SqlClient
    const [found] = yield* sql<{ requestId: string }>`
      SELECT request_id FROM usage_entries TABLESAMPLE SYSTEM (0.1) REPEATABLE (${draw(1_000_000)})
      WHERE account_id = ${accountId} AND request_id LIKE ${pattern} LIMIT 1`
    const requestId = found?.requestId ?? pattern.replace("%", "none")
    return UsageReports.use((reports) =>
      Effect.map(reports.page(accountId, { range: null, requestId }, undefined), ({ entries }) => entries.length)
    )
  })
})

const chunkSize = 250

/** The first chunk; the others are later pages. */
const file = (name: string, filter: (draw: Draw) => NamesFilter): Question => ({
  procedure: "CSV, first chunk",
  name,
  draw: (accountId, draw) => {
    const chosen = { ...filter(draw), range: null }
    return Effect.succeed(
      Effect.gen(function* () {
        const entries = yield* (yield* UsageReports).all(accountId, chosen)
        return yield* Stream.runCount(Stream.take(entries, chunkSize))
      })
    )
  }
})

export const questions = (today: number): ReadonlyArray<Question> => [
  balance,
  ...charts(today),
  listNames,
  ...lists(today),
  requests("made by us", "req\\_%"),
  requests("made by the client", "order-%"),
  requests("unknown", "unknown-%"),
  ...Object.entries(kinds).map(([name, filter]) => file(name, filter))
]
