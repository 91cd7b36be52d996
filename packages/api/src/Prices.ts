/**
 * Prices. Each constructor derives estimate, charge and text from the same numbers, so they cannot disagree. The charge
 * never exceeds the estimate, and the estimate never falls when the request grows.
 */
import type { WholeNumber } from "./Parameters.ts"

/** The price of an operation, in credits. */
export interface Price<in Request, in Body> {
  /** The cost if everything requested were returned. The balance must cover it for the call to run. */
  readonly estimate: (request: Request) => number
  /** The cost of this answer; never above the estimate. */
  readonly charge: (request: Request, body: Body) => number
  /**
   * The cost of the first rows of this answer: of all of them, its charge. It never falls when there are more, so the
   * parts of an answer, each at what it adds, cost what the whole costs.
   */
  readonly chargeFirst: (request: Request, body: Body, rows: number) => number
  /** The price in words. */
  readonly text: string
}

/** The parameter that limits the size of the answer. */
export interface LimitParameter<in Request> {
  readonly minimum: number
  readonly maximum: number
  /** The estimate for the same request with another limit; never falls when the limit grows. */
  readonly estimate: (request: Request, limit: number) => number
}

/** A price, and the parameter that can reduce it, if any. */
export interface LimitedPrice<in Request, in Body> extends Price<Request, Body> {
  readonly limit: LimitParameter<Request> | null
}

/** The rows of a body; null when its data is no list. */
export const rowsOf = (body: unknown): ReadonlyArray<unknown> | null =>
  typeof body === "object" && body !== null && "data" in body && Array.isArray(body.data) ? body.data : null

/**
 * The share of a price that does not depend on the rows of the answer. Rounded up, so that no row is free while others
 * have to be paid.
 */
const shareOf = (credits: number, body: unknown, rows: number): number => {
  const all = rowsOf(body)?.length ?? 0
  return rows >= all ? credits : Math.ceil((credits * rows) / all)
}

/** The number of rows that a request asks for. */
export interface Asked<in Request> {
  readonly count: (request: Request) => number
  readonly bounds: { readonly minimum: number; readonly maximum: number } | null
}

export const byLimit = ({ fields: { limit } }: { readonly fields: { readonly limit: WholeNumber } }) =>
  askedBy(limit, ({ query }: { readonly query: { readonly limit?: number } }) => query.limit)

export const bySize = ({ fields: { size } }: { readonly fields: { readonly size: WholeNumber } }) =>
  askedBy(size, ({ query }: { readonly query: { readonly size?: number } }) => query.size)

const askedBy = <Request>(
  { defaultValue, minimum, maximum }: WholeNumber,
  given: (request: Request) => number | undefined
): Asked<Request> => ({ count: (request) => given(request) ?? defaultValue, bounds: { minimum, maximum } })

/** A quantity from a list, or from more than one parameter. */
export const byCount = <Request>(count: (request: Request) => number): Asked<Request> => ({ count, bounds: null })

/** A different number of credits for requests with these parameters. */
interface Instead {
  readonly credits: number
  readonly with: Readonly<Record<string, string | boolean>>
}

type Queried = { readonly query: object }

const rateOf =
  (credits: number, instead: Instead | undefined) =>
  ({ query }: Queried): number => {
    if (instead === undefined) return credits
    const given = new Map<string, unknown>(Object.entries(query))
    return Object.entries(instead.with).every(([name, value]) => given.get(name) === value) ? instead.credits : credits
  }

const insteadText = (instead: Instead | undefined): string =>
  instead === undefined
    ? ""
    : `, ${instead.credits} with ${Object.entries(instead.with)
        .map(([name, value]) => `\`${name}=${value}\``)
        .join(" and ")}`

const creditsText = (credits: number): string => `${credits} ${credits === 1 ? "credit" : "credits"}`

const priced = <Request, Body>(
  text: string,
  asked: Asked<Request>,
  cost: (request: Request, count: number) => number,
  returned: ((body: Body) => number) | undefined
): LimitedPrice<Request, Body> => {
  const estimate = (request: Request) => cost(request, asked.count(request))
  return {
    text,
    estimate,
    charge: returned === undefined ? estimate : (request, body) => cost(request, returned(body)),
    chargeFirst:
      returned === undefined
        ? (request, body, rows) => shareOf(estimate(request), body, rows)
        : (request, body, rows) => cost(request, Math.min(rows, returned(body))),
    limit: asked.bounds === null ? null : { ...asked.bounds, estimate: cost }
  }
}

/** A price per item. */
export const perItem = <Request extends Queried, Body>(options: {
  readonly credits: number
  readonly instead?: Instead
  readonly item: string
  readonly asked: Asked<Request>
  /** Number of items in an answer; absent when the price depends on the request alone. */
  readonly returned?: (body: Body) => number
}): LimitedPrice<Request, Body> => {
  const { credits, instead, item, asked, returned } = options
  const rate = rateOf(credits, instead)
  const text = `${creditsText(credits)} per ${item}${insteadText(instead)}`
  return priced(text, asked, (request, count) => rate(request) * count, returned)
}

/** A base price that includes some items, plus a price for each further one. */
export const baseWithExtras = <Request extends Queried, Body>(options: {
  readonly base: number
  readonly instead?: Instead
  readonly included: number
  readonly perExtra: number
  readonly item: string
  readonly asked: Asked<Request>
  readonly returned?: (body: Body) => number
  readonly freeWhenEmpty?: boolean
}): LimitedPrice<Request, Body> => {
  const { base, instead, included, perExtra, item, asked, returned, freeWhenEmpty = false } = options
  const rate = rateOf(base, instead)
  const text = `${creditsText(base)} for up to ${included} ${item}s${insteadText(instead)}, plus ${perExtra} per extra ${item}`
  const least = freeWhenEmpty ? "free when there are none" : `at least ${base}`
  const by = returned === undefined ? "by the number asked for" : `by the number returned; ${least}`
  return priced(
    `${text}, ${by}`,
    asked,
    (request, count) => (count === 0 && freeWhenEmpty ? 0 : rate(request) + perExtra * Math.max(0, count - included)),
    returned
  )
}

/** A price per row found, with a lower price for some rows. */
export const perRow = <Request, Row>(options: {
  readonly credits: number
  readonly item: string
  readonly asked: (request: Request) => number
  readonly reduced?: { readonly credits: number; readonly when: string; readonly applies: (row: Row) => boolean }
  readonly free: { readonly when: string; readonly applies: (row: Row) => boolean }
}): LimitedPrice<Request, { readonly data: ReadonlyArray<Row> }> => {
  const { credits, item, asked, reduced, free } = options
  const costOf = (row: Row): number => {
    if (free.applies(row)) return 0
    return reduced?.applies(row) === true ? Math.min(reduced.credits, credits) : credits
  }
  const costOfAll = (rows: ReadonlyArray<Row>) => rows.reduce((sum, row) => sum + costOf(row), 0)
  const reducedText = reduced === undefined ? "" : `, ${reduced.credits} ${reduced.when}`
  return {
    text: `${creditsText(credits)} per ${item}${reducedText}; free ${free.when}`,
    estimate: (request) => credits * asked(request),
    charge: (_request, { data }) => costOfAll(data),
    chargeFirst: (_request, { data }, rows) => costOfAll(data.slice(0, rows)),
    limit: null
  }
}

/** A fixed price. */
export const perCall = (credits: number): LimitedPrice<unknown, unknown> => ({
  text: `${creditsText(credits)} per call`,
  estimate: () => credits,
  charge: () => credits,
  chargeFirst: (_request, body, rows) => shareOf(credits, body, rows),
  limit: null
})

export const free = { text: "free" }

/** A price per event, without a call. */
export const perEvent = (credits: number, event: string) => ({ credits, text: `${creditsText(credits)} per ${event}` })

/** One event per matching post and rule (service.md, "Delivery"). */
export const webhookEvent = perEvent(20, "event sent, once per post and rule")

/** Credits per webhook event sent. */
export const webhookEventPrice = webhookEvent.credits

/** Credits per backtest of a rule. */
export const backtestPrice = 10
