/**
 * Answers that are read in parts. Each part costs what its rows add to the price of the answer, so that all of them
 * together cost what the whole answer costs at once.
 */
import { type EnvelopeFields, type PricedOperation, rowsOf } from "@heddle/api"
import { Effect, Schema } from "effect"
import type { Remainder } from "../../continuation/KeptRows.ts"
import { enveloped, type Fits } from "./Call.ts"

/** The first part of an answer. */
export interface FirstPart<Body> {
  readonly answer: Body & EnvelopeFields
  /** Null when the answer fits. */
  readonly remainder: Omit<Remainder, "parameters"> | null
}

/** `next_cursor`, which leads beyond the answer, belongs to its last part. */
const partOf = <Body extends object>(body: Body, data: ReadonlyArray<unknown>, isLast: boolean): Body => {
  const part: Body = { ...body, data }
  return isLast || !("next_cursor" in part) ? part : { ...part, next_cursor: null }
}

const fitting = (fits: Fits | null, rows: ReadonlyArray<unknown>): number =>
  fits === null ? rows.length : Math.min(rows.length, Math.max(1, Math.trunc(fits(rows))))

/** `estimate` is an upper bound of the cost, even if a price is wrong. */
export const firstPart = Effect.fnUntraced(function* <Request, Body extends object>(
  { price, result }: PricedOperation<Request, Body>,
  request: Request,
  body: Body,
  estimate: number,
  fits: Fits | null
) {
  const rows = rowsOf(body)
  const count = rows === null ? 0 : fitting(fits, rows)
  if (rows === null || count === rows.length) {
    const whole: FirstPart<Body> = {
      answer: enveloped(body, Math.min(estimate, price.charge(request, body))),
      remainder: null
    }
    return whole
  }
  const costOf = (first: number) => Math.min(estimate, price.chargeFirst(request, body, first))
  const cost = costOf(count)
  const left = rows.slice(count)
  const kept = enveloped(partOf(body, left, true), 0)
  const part: FirstPart<Body> = {
    answer: enveloped(partOf(body, rows.slice(0, count), false), cost),
    remainder: {
      body: yield* Effect.orDie(Schema.encodeEffect(Schema.toCodecJson(result))(kept)),
      costs: left.map((_row, index) => costOf(count + index + 1) - cost),
      before: count
    }
  }
  return part
})

/** The next part of an answer. */
export interface NextPart<Body> {
  /** Number of kept rows up to and including its last. */
  readonly to: number
  /** What its rows cost, except for the first `paid` of the kept rows. */
  readonly costBeyond: (paid: number) => number
  readonly answerFor: (cost: number) => Body & EnvelopeFields
}

/** Fails when the rows were kept by a release whose result had another form. */
export const nextPart = Effect.fnUntraced(function* <Request, Body extends object>(
  operation: PricedOperation<Request, Body>,
  remainder: Remainder,
  from: number,
  fits: Fits | null
) {
  const body = yield* Schema.decodeUnknownEffect(Schema.toCodecJson(operation.kept))(remainder.body)
  const rows = rowsOf(body) ?? []
  const to = from + fitting(fits, rows.slice(from))
  const costOf = (first: number) => remainder.costs[first - 1] ?? 0
  const part: NextPart<Body> = {
    to,
    costBeyond: (paid) => Math.max(0, costOf(to) - costOf(Math.max(from, paid))),
    answerFor: (cost) => enveloped(partOf(body, rows.slice(from, to), to === rows.length), cost)
  }
  return part
})
