/** What was paid with a payment intent, what of it went back, and whether it is disputed. */
import { Effect } from "effect"
import type { Stripe } from "stripe"
import { StripeClient } from "./StripeClient.ts"

export interface Money {
  readonly paidCents: number
  readonly refundedCents: number
  readonly disputed: boolean
}

const page = 100

/** An inquiry moves no money, and a dispute that was won or prevented gives it back. */
const harmless: ReadonlySet<string> = new Set([
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
  "won",
  "prevented"
])

/** The id of an object that the library may have expanded. */
export const idOf = (object: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof object === "string" ? object : object?.id

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

export const makeMoney = Effect.gen(function* () {
  const stripe = yield* StripeClient

  /** The charges that succeeded. */
  const charges = Effect.fn("StripeMoney.charges")(function* (intents: ReadonlyArray<string>) {
    const pages = yield* Effect.forEach(intents, (payment_intent) =>
      stripe.use("list charges", (api) => api.charges.list({ payment_intent, limit: page }))
    )
    return pages.flatMap(({ data }) => data).filter(({ status }) => status === "succeeded")
  })

  /** `disputed` of a charge stays true after the dispute was won. */
  const isDisputed = Effect.fnUntraced(function* ({ id, disputed }: Stripe.Charge) {
    if (!disputed) return false
    const { data } = yield* stripe.use("list disputes", (api) => api.disputes.list({ charge: id, limit: page }))
    return data.some(({ status }) => !harmless.has(status))
  })

  const of = Effect.fn("StripeMoney.of")(function* (intents: ReadonlyArray<string>) {
    const paid = yield* charges(intents)
    const money: Money = {
      paidCents: sum(paid.map(({ amount_captured }) => amount_captured)),
      refundedCents: sum(paid.map(({ amount_refunded }) => amount_refunded)),
      disputed: (yield* Effect.forEach(paid, isDisputed)).includes(true)
    }
    return money
  })

  const refund = Effect.fnUntraced(function* ({ id, amount_refunded }: Stripe.Charge) {
    // What is left, whatever Stripe's staff or ours gave back before.
    const idempotencyKey = `refund ${id} ${amount_refunded}`
    yield* stripe
      .use("refund", ({ refunds }) => refunds.create({ charge: id }, { idempotencyKey }))
      .pipe(Effect.catch((failure) => (alreadyBack.has(failure.code) ? Effect.void : Effect.fail(failure))))
  })

  /** Gives back what is left of these payments. */
  const refundAll = Effect.fn("StripeMoney.refundAll")(function* (intents: ReadonlyArray<string>) {
    const left = (yield* charges(intents)).filter(({ refunded }) => !refunded)
    yield* Effect.forEach(left, refund, { discard: true })
  })

  return { of, refundAll }
})

/** The bank has already taken the money back, or another process was faster. */
const alreadyBack: ReadonlySet<string | undefined> = new Set(["charge_already_refunded", "charge_disputed"])
