/**
 * A payment provider for tests and demonstrations. No money moves. By the clock and a seed it pays checkouts after a
 * while, renews subscriptions at the ends of their months, and loses, doubles, delays and so reorders its events.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, createHmac } from "node:crypto"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { makePaymentBook } from "./LocalPaymentStore.ts"
import { PaymentProvider, PaymentRefused, type RawEvent } from "./PaymentProvider.ts"

export interface FakeOptions {
  readonly seed: number
  /** A checkout is paid at a moment within this time. */
  readonly payWithinMillis: number
  /** Shares from 0 to 1: checkouts that are never paid; events that are lost, and that come twice. */
  readonly neverPaid: number
  readonly lost: number
  readonly doubled: number
  readonly delayWithinMillis: number
}

/** What `HEDDLE_PAYMENTS=fake` does: pays within seconds, with bad manners. */
export const fakeDefaults: FakeOptions = {
  seed: 1,
  payWithinMillis: 5_000,
  neverPaid: 0,
  lost: 0.2,
  doubled: 0.2,
  delayWithinMillis: 10_000
}

/** A checkout that nobody pays is closed after this long. */
const checkoutMillis = dayMillis
const tickInterval = "1 second"
const signatureHeader = "x-fake-signature"

const EventBody = Schema.fromJsonString(Schema.Struct({ ref: Schema.String }))

/** From 0 up to 1, and the same for the same seed and name for ever. */
const chance = (seed: number, name: string): number =>
  createHash("sha256").update(`${seed} ${name}`).digest().readUInt32BE(0) / 2 ** 32

export class FakePayments extends Context.Service<
  FakePayments,
  {
    /** Does what is due by now, and answers the events that arrive by now. */
    readonly tick: Effect.Effect<ReadonlyArray<RawEvent>>
    /** The customer's bank or the provider's staff, behind our back. */
    refund(ref: string, cents: number): Effect.Effect<void>
    dispute(ref: string): Effect.Effect<void>
  }
>()("@heddle/server/billing/providers/FakePayments") {}

export const fakePayments = (options: FakeOptions) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const book = makePaymentBook(yield* SqlClient.SqlClient, "fake")
      const { seed } = options
      const sign = (body: string) => createHmac("sha256", `fake ${seed}`).update(body).digest("hex")
      // Lost with the process, as events may be: reconciliation makes up for it.
      let waiting: ReadonlyArray<{ readonly at: number; readonly raw: RawEvent }> = []
      const told = new Map<string, number>()
      const checkouts = new Map<string, number>()
      const names = new Map<string, string>()

      /** Fate goes by account and count, so that a seed repeats it although identifiers differ from run to run. */
      const remember = (ref: string, accountId: AccountId) => {
        if (names.has(ref)) return
        const count = (checkouts.get(accountId) ?? 0) + 1
        checkouts.set(accountId, count)
        names.set(ref, `${accountId} ${count}`)
      }
      const nameOf = (ref: string) => {
        const [checkout = ref, renewal = ""] = ref.split("_sub_")
        return `${names.get(checkout) ?? checkout} ${renewal}`
      }

      const announce = (ref: string, time: Date) => {
        const count = (told.get(ref) ?? 0) + 1
        told.set(ref, count)
        const name = `${nameOf(ref)} ${count}`
        if (chance(seed, `lost ${name}`) < options.lost) return
        const body = JSON.stringify({ ref })
        const raw = { body, headers: { [signatureHeader]: sign(body) } }
        const copies = chance(seed, `doubled ${name}`) < options.doubled ? [1, 2] : [1]
        const arrivals = copies.map((copy) => ({
          at: plusMillis(time, chance(seed, `delay ${copy} ${name}`) * options.delayWithinMillis).getTime(),
          raw
        }))
        waiting = [...waiting, ...arrivals].toSorted((a, b) => a.at - b.at)
      }

      const payDue = Effect.fnUntraced(function* (time: Date) {
        for (const { ref, createdAt } of yield* book.unpaid) {
          const never = chance(seed, `never ${nameOf(ref)}`) < options.neverPaid
          const wait = never ? checkoutMillis : chance(seed, `pay ${nameOf(ref)}`) * options.payWithinMillis
          if (plusMillis(createdAt, wait) > time) continue
          yield* never ? book.expire(ref) : book.pay(ref)
          announce(ref, time)
        }
      })

      const renewDue = Effect.fnUntraced(function* (time: Date) {
        for (const subscription of yield* book.due(time)) announce(yield* book.renew(subscription), time)
      })

      const tick = Effect.gen(function* () {
        const time = yield* now
        yield* payDue(time)
        yield* renewDue(time)
        const arrived = waiting.filter(({ at }) => at <= time.getTime())
        waiting = waiting.filter(({ at }) => at > time.getTime())
        return arrived.map(({ raw }) => raw)
      }).pipe(Effect.orDie)

      const andAnnounce = (ref: string, change: Effect.Effect<unknown, unknown>) =>
        Effect.gen(function* () {
          yield* change
          announce(ref, yield* now)
        }).pipe(Effect.orDie)

      const provider = PaymentProvider.of({
        name: "fake",
        renewsByItself: true,
        createCheckout: (request) =>
          book.open(request, true).pipe(
            Effect.tap((ref) => Effect.sync(() => remember(ref, request.accountId))),
            Effect.map((ref) => ({ ref, url: null })),
            Effect.orDie
          ),
        parseEvent: ({ body, headers }) =>
          headers[signatureHeader] === sign(body)
            ? Effect.mapError(
                Schema.decodeUnknownEffect(EventBody)(body),
                () => new PaymentRefused({ detail: "The event is not in the form of the fake provider." })
              )
            : new PaymentRefused({ detail: "The event's signature is wrong." }),
        events: Stream.fromIterableEffectRepeat(Effect.andThen(Effect.sleep(tickInterval), tick)),
        fetch: (ref) => Effect.orDie(book.fetch(ref)),
        renewals: (subscriptionRef) => Effect.orDie(book.renewals(subscriptionRef)),
        refund: (ref) => andAnnounce(ref, book.refund(ref)),
        setRenewal: (ref, plan) => book.setRenewal(ref, plan).pipe(Effect.asVoid, Effect.orDie),
        confirm: (ref) => andAnnounce(ref, book.pay(ref))
      })
      const fake = FakePayments.of({
        tick,
        refund: (ref, cents) => andAnnounce(ref, book.refund(ref, cents)),
        dispute: (ref) => andAnnounce(ref, book.dispute(ref))
      })
      return Context.make(PaymentProvider, provider).pipe(Context.add(FakePayments, fake))
    })
  )
