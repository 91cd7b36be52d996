/**
 * A payment provider for tests and demonstrations. No money moves. Driven by the clock and a seed it pays checkouts after
 * a while, renews subscriptions monthly, and loses, duplicates, delays and reorders its events.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, createHmac } from "node:crypto"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { makeLocalPaymentStore } from "./LocalPaymentStore.ts"
import { PaymentProvider, PaymentRefused, type RawEvent } from "./PaymentProvider.ts"

export interface FakeOptions {
  readonly seed: number
  /** A checkout is paid within this time. */
  readonly payWithinMillis: number
  /** From 0 to 1: the shares of checkouts never paid, of events lost, and of events sent twice. */
  readonly neverPaid: number
  readonly lost: number
  readonly doubled: number
  readonly delayWithinMillis: number
}

/** The options of `HEDDLE_PAYMENTS=fake`: pays within seconds, with unreliable events. */
export const fakeDefaults: FakeOptions = {
  seed: 1,
  payWithinMillis: 5_000,
  neverPaid: 0,
  lost: 0.2,
  doubled: 0.2,
  delayWithinMillis: 10_000
}

/** An unpaid checkout expires after this long. */
const checkoutMillis = dayMillis
const tickInterval = "1 second"
const signatureHeader = "x-fake-signature"

const EventBody = Schema.fromJsonString(Schema.Struct({ ref: Schema.String }))

/** From 0 to less than 1, deterministic for a seed and a name. */
const chance = (seed: number, name: string): number =>
  createHash("sha256").update(`${seed} ${name}`).digest().readUInt32BE(0) / 2 ** 32

export class FakePayments extends Context.Service<
  FakePayments,
  {
    /** Executes what is due and returns the events that have arrived. */
    readonly tick: Effect.Effect<ReadonlyArray<RawEvent>>
    /** A refund that we did not order, as by the provider's staff. */
    refund(ref: string, cents: number): Effect.Effect<void>
    dispute(ref: string): Effect.Effect<void>
  }
>()("@heddle/server/billing/providers/FakePayments") {}

export const fakePayments = (options: FakeOptions) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const store = makeLocalPaymentStore(yield* SqlClient.SqlClient, "fake")
      const { seed } = options
      const sign = (body: string) => createHmac("sha256", `fake ${seed}`).update(body).digest("hex")
      // In memory: a restart loses events, which reconciliation must tolerate.
      let undelivered: ReadonlyArray<{ readonly at: number; readonly raw: RawEvent }> = []
      const announced = new Map<string, number>()
      const checkouts = new Map<string, number>()
      const names = new Map<string, string>()

      /** Chances depend on account and count, because identifiers differ from run to run with the same seed. */
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
        const count = (announced.get(ref) ?? 0) + 1
        announced.set(ref, count)
        const name = `${nameOf(ref)} ${count}`
        if (chance(seed, `lost ${name}`) < options.lost) return
        const body = JSON.stringify({ ref })
        const raw = { body, headers: { [signatureHeader]: sign(body) } }
        const copies = chance(seed, `doubled ${name}`) < options.doubled ? [1, 2] : [1]
        const arrivals = copies.map((copy) => ({
          at: plusMillis(time, chance(seed, `delay ${copy} ${name}`) * options.delayWithinMillis).getTime(),
          raw
        }))
        undelivered = [...undelivered, ...arrivals].toSorted((a, b) => a.at - b.at)
      }

      const payDue = Effect.fnUntraced(function* (time: Date) {
        for (const { ref, createdAt } of yield* store.unpaid) {
          const never = chance(seed, `never ${nameOf(ref)}`) < options.neverPaid
          const wait = never ? checkoutMillis : chance(seed, `pay ${nameOf(ref)}`) * options.payWithinMillis
          if (plusMillis(createdAt, wait) > time) continue
          yield* never ? store.expire(ref) : store.pay(ref)
          announce(ref, time)
        }
      })

      const renewDue = Effect.fnUntraced(function* (time: Date) {
        for (const subscription of yield* store.due(time)) announce(yield* store.renew(subscription), time)
      })

      const tick = Effect.gen(function* () {
        const time = yield* now
        yield* payDue(time)
        yield* renewDue(time)
        const arrived = undelivered.filter(({ at }) => at <= time.getTime())
        undelivered = undelivered.filter(({ at }) => at > time.getTime())
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
          store.open(request, true).pipe(
            Effect.tap((ref) => Effect.sync(() => remember(ref, request.accountId))),
            Effect.map((ref) => ({ ref, url: null })),
            Effect.orDie
          ),
        parseEvent: ({ body, headers }) =>
          headers[signatureHeader] === sign(body)
            ? Effect.mapError(
                Schema.decodeUnknownEffect(EventBody)(body),
                () => new PaymentRefused({ detail: "The event does not have the format of the fake provider." })
              )
            : new PaymentRefused({ detail: "The event's signature is wrong." }),
        events: Stream.fromIterableEffectRepeat(Effect.andThen(Effect.sleep(tickInterval), tick)),
        fetch: (ref) => Effect.orDie(store.fetch(ref)),
        renewals: (subscriptionRef) => Effect.orDie(store.renewals(subscriptionRef)),
        refund: (ref) => andAnnounce(ref, store.refund(ref)),
        setRenewal: (ref, plan) => store.setRenewal(ref, plan).pipe(Effect.asVoid, Effect.orDie),
        confirm: (ref) => andAnnounce(ref, store.pay(ref))
      })
      const fake = FakePayments.of({
        tick,
        refund: (ref, cents) => andAnnounce(ref, store.refund(ref, cents)),
        dispute: (ref) => andAnnounce(ref, store.dispute(ref))
      })
      return Context.make(PaymentProvider, provider).pipe(Context.add(FakePayments, fake))
    })
  )
