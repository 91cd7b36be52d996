/** Sums of days as the portal draws them: at most five series, the largest first. Pure. */
import type { UsageSummary } from "@heddle/api/portal"
import type { DayRange, DaySum } from "../../credits/usage/UsageDays.ts"
import { isoDay } from "../../runtime/Time.ts"

const maxSeries = 5
const other = "other"

interface Total {
  readonly name: string
  credits: number
  calls: number
}

const add = (totals: Map<string, Total>, name: string, { credits, calls }: DaySum) => {
  const total = totals.get(name) ?? { name, credits: 0, calls: 0 }
  total.credits += credits
  total.calls += calls
  totals.set(name, total)
}

const bySize = (a: Total, b: Total): number =>
  b.credits - a.credits || b.calls - a.calls || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

export const summaryOf = (sums: ReadonlyArray<DaySum>, { first, last }: DayRange): UsageSummary => {
  const all = new Map<string, Total>()
  for (const sum of sums) add(all, sum.name, sum)
  const ranked = [...all.values()].toSorted(bySize)
  const named = new Set(ranked.slice(0, ranked.length > maxSeries ? maxSeries - 1 : maxSeries).map(({ name }) => name))
  const seriesOf = ({ name }: DaySum) => (named.has(name) ? name : other)

  const series = new Map<string, Total>()
  const byDay = new Map<string, Map<string, Total>>()
  for (const sum of sums) {
    add(series, seriesOf(sum), sum)
    const day = byDay.get(sum.day) ?? new Map<string, Total>()
    byDay.set(sum.day, day)
    add(day, seriesOf(sum), sum)
  }
  const names = ranked.length > maxSeries ? [...named, other] : [...named]
  const days = Array.from({ length: last - first + 1 }, (_, index) => {
    const day = isoDay(first + index)
    const totals = byDay.get(day)
    return {
      day,
      credits: names.map((name) => totals?.get(name)?.credits ?? 0),
      calls: names.map((name) => totals?.get(name)?.calls ?? 0)
    }
  })
  return {
    series: names.map((name) => ({ ...(series.get(name) ?? { name, credits: 0, calls: 0 }) })),
    days,
    credits: sums.reduce((total, { credits }) => total + credits, 0),
    calls: sums.reduce((total, { calls }) => total + calls, 0)
  }
}
