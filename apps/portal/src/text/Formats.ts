/** Numbers and times in the chosen language and zone, 24 hours. Days that the server sums up are UTC days. */
import { chosenLanguage } from "./Language.ts"
import { chosenClocks, timeZone } from "./TimeZone.ts"

const locale = (): string => {
  const language = chosenLanguage()
  // "en" alone would put the month first; days before months are read the same everywhere.
  return language === "en" ? "en-GB" : language
}

/** Between two sentences: Chinese and Japanese put nothing there. */
export const sentenceGap = (): string => (chosenLanguage() === "en" ? " " : "")

const cached = <A>(make: (key: string) => A): ((key: string) => A) => {
  const made = new Map<string, A>()
  return (key) => {
    const found = made.get(key) ?? make(key)
    made.set(key, found)
    return found
  }
}

const numbers = cached((key) => new Intl.NumberFormat(locale(), JSON.parse(key)))

export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  numbers(JSON.stringify(options)).format(value)

/** For the axes of charts: 12.5K. */
export const formatShort = (value: number): string =>
  formatNumber(value, { notation: "compact", maximumFractionDigits: 1 })

/** Where the language begins to shorten numbers, largest first: K and M, or 萬 and 億. */
const unitsOf = (): ReadonlyArray<number> => (chosenLanguage() === "en" ? [1e9, 1e6, 1e3] : [1e8, 1e4])

/** The ticks of one axis all have the unit of the largest: 0.5K and 1K, never 8,000 beside 1万. */
export const formatTicks = (ticks: ReadonlyArray<number>): ((value: number) => string) => {
  const most = Math.max(0, ...ticks.map(Math.abs))
  const unit = unitsOf().find((size) => most >= size)
  if (unit === undefined) return formatNumber
  const [mark] = formatShort(unit).match(/\D+$/) ?? [""]
  return (value) => (value === 0 ? "0" : `${formatNumber(value / unit, { maximumFractionDigits: 2 })}${mark}`)
}

export const formatUsd = (cents: number): string =>
  formatNumber(cents / 100, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2
  })

const times = cached((key) => new Intl.DateTimeFormat(locale(), JSON.parse(key)))

const formatTime = (at: Date, options: Intl.DateTimeFormatOptions): string =>
  times(JSON.stringify({ hourCycle: "h23", timeZone: timeZone(), ...options })).format(at)

const day = { day: "numeric", month: "short" } as const
const clock = { hour: "2-digit", minute: "2-digit" } as const

const withYear = (at: Date, now: Date): { readonly year?: "numeric" } =>
  at.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }

export const formatDate = (at: Date): string => formatTime(at, { ...day, ...withYear(at, new Date()) })

export const formatMinute = (at: Date): string => formatTime(at, { ...day, ...withYear(at, new Date()), ...clock })

export const formatSecond = (at: Date): string =>
  formatTime(at, { ...day, ...withYear(at, new Date()), ...clock, second: "2-digit" })

/** Only the time of day. */
export const formatClock = (at: Date): string => formatTime(at, clock)

/** Whether a UTC day, or an hour such as `2026-11-22T13`, is not over yet. */
export const isUnfinished = (span: string): boolean => new Date().toISOString().startsWith(span)

/** A UTC day such as `2026-11-22`. */
export const formatUtcDay = (iso: string): string =>
  formatTime(new Date(`${iso}T00:00:00Z`), { ...day, timeZone: "UTC" })

/** A UTC day, or an hour such as `2026-11-22T13`, which is shown in the chosen time zone; `short` is for axes of charts. */
export const formatSpan = (span: string, { short = false } = {}): string => {
  if (!span.includes("T")) return formatUtcDay(span)
  return (short ? formatClock : formatMinute)(new Date(`${span}:00Z`))
}

/** The hour of an instant, in UTC. */
export const formatUtcHour = (at: Date): string => formatTime(at, { ...day, ...clock, timeZone: "UTC" })

/** Only the time of day, in UTC. */
export const formatUtcClock = (at: Date): string => formatTime(at, { ...clock, timeZone: "UTC" })

const utc = { ...clock, second: "2-digit", timeZone: "UTC" } as const

export const formatUtc = (at: Date): string => `${formatTime(at, utc)} UTC`

/** Monday first. */
export const formatWeekday = (index: number): string =>
  formatTime(new Date(Date.UTC(2024, 0, 1 + index)), { weekday: "short", timeZone: "UTC" })

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1]
] as const satisfies ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]>

/** "3 minutes ago", "in 2 hours". */
export const formatRelative = (at: Date, now: Date): string => {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1]
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(Math.trunc(seconds / size), unit)
}

/** "84 ms", "1.2 s". */
export const formatDuration = (milliseconds: number): string =>
  milliseconds < 1000
    ? formatNumber(Math.round(milliseconds), { style: "unit", unit: "millisecond", unitDisplay: "short" })
    : formatNumber(milliseconds / 1000, {
        style: "unit",
        unit: "second",
        unitDisplay: "short",
        maximumFractionDigits: 1
      })

/** Times between the server, which tells them with an offset, and `<input type="datetime-local">`, which knows no zone. */
const digits = (value: number, length = 2): string => value.toString().padStart(length, "0")

/** The time in the chosen zone, as the input takes it; seconds only where they matter. */
export const localInputOf = (instant: string | Date): string => {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ""
  if (chosenClocks() === "utc") return at.toISOString().slice(0, at.getUTCSeconds() === 0 ? 16 : 19)
  const day = `${digits(at.getFullYear(), 4)}-${digits(at.getMonth() + 1)}-${digits(at.getDate())}`
  const seconds = at.getSeconds() === 0 ? "" : `:${digits(at.getSeconds())}`
  return `${day}T${digits(at.getHours())}:${digits(at.getMinutes())}${seconds}`
}

/** RFC 3339 in UTC; undefined for what is no time. */
export const instantOf = (localInput: string): string | undefined => {
  const at = new Date(chosenClocks() === "utc" ? `${localInput}Z` : localInput)
  return localInput === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** The host with its port. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url

/** What its customer calls an endpoint, or else its host. */
export const endpointName = ({ name, url }: { readonly name: string | null; readonly url: string }): string =>
  name ?? hostOf(url)

export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "")

/** Posts come from strangers and could name any scheme: the address if a browser may open it. */
export const webAddressOf = (url: string): string | undefined => {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === "https:" || protocol === "http:" ? href : undefined
}
