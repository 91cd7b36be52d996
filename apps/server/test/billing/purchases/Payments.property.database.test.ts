/**
 * However payment events arrive - duplicated, late, out of order or not at all; refunded, disputed, paid too
 * late - an account ends in the state a naive model of the rules predicts, with one grant per honoured payment.
 * Many accounts, each with its own seed, go through the same months together.
 */
import { assert, layer } from "@effect/vitest"
import { AccountId, PlanName } from "@heddle/api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { type Choices, choicesOf, firstSeed } from "../../../../../test/support/Seeds.ts"
import { BillingNoProvider } from "../../../src/billing/Billing.ts"
import { FakePayments, fakePayments } from "../../../src/billing/providers/FakePayments.ts"
import { type ProviderPayment, PaymentProvider } from "../../../src/billing/providers/PaymentProvider.ts"
import { Purchases } from "../../../src/billing/purchases/Purchases.ts"
import type { Reconciliation } from "../../../src/billing/purchases/Reconciliation.ts"
import { Subscriptions } from "../../../src/billing/purchases/Subscriptions.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { now } from "../../../src/runtime/Time.ts"
import { badManners, Foundations, reconcile } from "../../support/Billing.ts"
import { PlanModel } from "../../support/PlanModel.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const accountsTogether = 25
const steps = 14

interface Life {
  readonly seed: number
  /** The seed of the first of those who live together: it decides how time passes. */
  readonly first: number
  readonly accountId: AccountId
  readonly choices: Choices
  readonly model: PlanModel
}

/** By purchase, so that whatever the service looks at is shown to the model of its account. */
const models = new Map<string, PlanModel>()
const purchaseOf = ({ purchaseId, subscriptionRef }: ProviderPayment) =>
  purchaseId ?? (subscriptionRef ?? "").replace(/^fake_/, "").replace(/_sub$/, "")

const show = (objects: Iterable<ProviderPayment>) =>
  Effect.map(Clock.currentTimeMillis, (time) => {
    for (const object of objects) models.get(purchaseOf(object))?.see(object, time)
  })

/** While accounts act, a third of the looks at a payment see it as it was at the look before. */
const staleness = { allowed: true, looks: new Map<string, { count: number; object: ProviderPayment }>() }

const perhapsStale = (object: ProviderPayment): ProviderPayment => {
  const before = staleness.looks.get(object.ref)
  const count = (before?.count ?? 0) + 1
  staleness.looks.set(object.ref, { count, object })
  return staleness.allowed && before !== undefined && (count + object.ref.length) % 3 === 0 ? before.object : object
}

const Watched = Layer.effectContext(
  Effect.gen(function* () {
    const provider = yield* PaymentProvider
    const watched = PaymentProvider.of({
      ...provider,
      fetch: (ref) =>
        provider.fetch(ref).pipe(
          Effect.map(Option.map(perhapsStale)),
          Effect.tap((object) => show(Option.toArray(object)))
        ),
      renewals: (ref) => Effect.tap(provider.renewals(ref), (newestFirst) => show(newestFirst.toReversed()))
    })
    return Context.make(PaymentProvider, watched).pipe(Context.add(FakePayments, yield* FakePayments))
  })
).pipe(Layer.provide(fakePayments(badManners)))

const Services = BillingNoProvider.pipe(Layer.provideMerge(Foundations), Layer.provideMerge(Watched))

const born = Effect.fnUntraced(function* (seed: number, first: number) {
  // With an id of its own, by which the fake provider's whims repeat.
  const sql = yield* SqlClient.SqlClient
  const id = AccountId.make(`acct_seed_${seed}`)
  yield* sql`INSERT INTO accounts (id, email, created_at) VALUES (${id}, ${`${id}@example.com`}, ${yield* now})`
  const life: Life = { seed, first, accountId: id, choices: choicesOf(seed), model: new PlanModel() }
  return life
})

const spend = Effect.fnUntraced(function* ({ accountId, choices }: Life) {
  const ledger = yield* Ledger
  const available = yield* ledger.available(accountId)
  if (available === 0) return
  const amount = 1 + choices.below(available)
  const { holdId } = yield* ledger.hold(accountId, amount)
  const usage = { keyId: null, requestId: null, source: "test", apiType: "keywords", parameters: {} }
  // A third of the calls die: their holds stay open until their deadline.
  if (choices.below(3) > 0) yield* ledger.settle(accountId, { holdId, cost: choices.below(amount + 1), usage })
})

/** The bank or the provider's staff: some of the account's payments of the last 30 days are given back or disputed. */
const moneyBack = Effect.fnUntraced(function* ({ accountId, choices }: Life, time: number) {
  const sql = yield* SqlClient.SqlClient
  const fake = yield* FakePayments
  const paid = yield* sql<{ ref: string; amountCents: number }>`
    SELECT b.ref, b.amount_cents FROM payment_book b
    WHERE b.state = 'paid' AND b.created_at > ${new Date(time - 30 * day)} AND EXISTS (
      SELECT 1 FROM purchases p WHERE p.account_id = ${accountId}
        AND (p.id = b.purchase_id OR 'fake_' || p.id || '_sub' = b.subscription_ref))
    ORDER BY b.created_at, b.amount_cents`
  const one = paid[choices.below(Math.max(1, paid.length))]
  if (one === undefined) return
  const kind = choices.below(3)
  if (kind === 0) yield* fake.dispute(one.ref)
  if (kind === 1) yield* fake.refund(one.ref, one.amountCents)
  if (kind === 2) yield* fake.refund(one.ref, 1 + choices.below(one.amountCents))
})

const act = Effect.fnUntraced(function* (life: Life) {
  const { accountId, choices, model } = life
  const time = yield* Clock.currentTimeMillis
  const purchases = yield* Purchases
  const subscriptions = yield* Subscriptions
  switch (choices.below(16)) {
    case 0:
    case 1:
    case 2: {
      const plan = choices.of(...PlanName.literals)
      const expected = model.subscribe(plan, time)
      const result = yield* Effect.result(purchases.subscribe(accountId, plan))
      assert.strictEqual(result._tag === "Failure" ? "refused" : result.success.outcome, expected)
      if (result._tag === "Failure" || result.success.outcome !== "checkout") return
      const { id, credits } = result.success.purchase
      models.set(id, model)
      model.bought(id, { kind: "plan", plan, credits, expires: 0 })
      return
    }
    case 3:
    case 4:
    case 5: {
      const expected = model.mayTopUp(time)
      const result = yield* Effect.result(purchases.topUp(accountId, 10_000 * (1 + choices.below(3))))
      assert.strictEqual(result._tag === "Success", expected)
      if (result._tag === "Failure") return
      const { id, plan, credits, expiresAt } = result.success
      assert.notStrictEqual(plan, "lite")
      models.set(id, model)
      model.bought(id, { kind: "top_up", plan, credits, expires: expiresAt?.getTime() ?? 0 })
      return
    }
    case 6: {
      const expected = model.cancel()
      assert.strictEqual((yield* Effect.result(subscriptions.cancel(accountId)))._tag === "Success", expected)
      return
    }
    case 7:
    case 8: {
      const expected = model.resume(time)
      assert.strictEqual((yield* Effect.result(subscriptions.resume(accountId)))._tag === "Success", expected)
      return
    }
    case 9: {
      const bought = (yield* purchases.list(accountId)).filter(({ createdAt }) => createdAt.getTime() > time - 30 * day)
      const one = bought[choices.below(Math.max(1, bought.length))]
      if (one !== undefined) yield* Effect.result(purchases.refund(one.id))
      return
    }
    case 10:
      return yield* moneyBack(life, time)
    default:
      return yield* spend(life)
  }
})

/** The account stands where the model says, to the millisecond. */
const compare = Effect.fnUntraced(function* ({ accountId, model }: Life) {
  const time = yield* Clock.currentTimeMillis
  const { current, paidUntil, nextPlan } = yield* (yield* Subscriptions).state(accountId)
  assert.deepStrictEqual(
    { plan: current?.plan ?? null, paidUntil: paidUntil?.getTime() ?? null, nextPlan },
    model.state(time)
  )
})

const arrive = Effect.gen(function* () {
  const purchases = yield* Purchases
  const raws = yield* (yield* FakePayments).tick
  yield* Effect.forEach(raws, (raw) => purchases.receive(raw), { discard: true })
})

interface BookRow {
  readonly ref: string
  readonly kept: boolean
  readonly grants: number
  readonly revoked: number
}

/** What must hold of every account in the end, from the rows of provider and ledger alone, and against the model. */
const finish = Effect.fnUntraced(function* (life: Life) {
  const { accountId, model } = life
  const sql = yield* SqlClient.SqlClient
  yield* compare(life)
  const book = yield* sql<BookRow>`
    SELECT b.ref, NOT b.disputed AND b.refunded_cents < b.amount_cents AS kept,
      (SELECT count(*) FROM credit_grants g WHERE g.provider_ref = b.ref) AS grants,
      (SELECT count(*) FROM credit_revocations r JOIN credit_grants g ON g.account_id = r.account_id AND g.id = r.grant_id
        WHERE g.provider_ref = b.ref AND g.revoked_at IS NOT NULL) AS revoked
    FROM payment_book b
    WHERE b.state = 'paid' AND EXISTS (
      SELECT 1 FROM purchases p WHERE p.account_id = ${accountId}
        AND (p.id = b.purchase_id OR 'fake_' || p.id || '_sub' = b.subscription_ref))`
  for (const { ref, kept, grants, revoked } of book) {
    if (kept) assert.deepStrictEqual({ ref, grants, revoked }, { ref, grants: 1, revoked: 0 })
    else assert.isTrue(grants <= 1 && revoked === grants, `${ref}: ${grants} grants, ${revoked} taken back`)
  }
  const grants = yield* sql<{ ref: string; credits: number; start: Date; expires: Date; revoked: Date | null }>`
    SELECT provider_ref AS ref, amount AS credits, effective_at AS start, expires_at AS expires, revoked_at AS revoked
    FROM credit_grants WHERE account_id = ${accountId} ORDER BY provider_ref`
  assert.deepStrictEqual(
    grants.map(({ ref, credits, start, expires, revoked }) => [
      ref,
      { credits, start: start.getTime(), expires: expires.getTime(), revoked: revoked?.getTime() ?? null }
    ]),
    [...model.grants].toSorted(([a], [b]) => (a < b ? -1 : 1))
  )
  const states = yield* sql<{ id: string; paymentRef: string | null; kind: string; state: string }>`
    SELECT id, payment_ref, kind, state FROM purchases WHERE account_id = ${accountId}`
  for (const { id, paymentRef, kind, state } of states) {
    assert.strictEqual(state, model.purchases.get(kind === "renewal" ? (paymentRef ?? "") : id)?.state)
    assert.notStrictEqual(state, "refused", "money that bought nothing has gone back")
  }
  const wrong = yield* sql`
    SELECT 1 FROM credit_revocations r JOIN credit_grants g ON g.account_id = r.account_id AND g.id = r.grant_id
    WHERE r.account_id = ${accountId} AND (r.taken + r.shortfall <> g.amount OR g.spent > r.shortfall)`
  assert.deepStrictEqual(wrong, [])
  const charging = yield* sql`
    SELECT b.ref FROM payment_book_subscriptions b WHERE b.plan IS NOT NULL AND EXISTS (
      SELECT 1 FROM purchases p WHERE p.account_id = ${accountId} AND 'fake_' || p.id || '_sub' = b.ref
    ) AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.provider_ref = b.ref AND s.next_plan = b.plan)`
  assert.deepStrictEqual(charging, [], "no ended subscription is charged")
})

const naming = <A, E, R>({ seed, first }: Life, effect: Effect.Effect<A, E, R>) =>
  Effect.catchDefect(effect, (defect) =>
    Effect.die(new Error(`seed ${seed} (HEDDLE_TEST_SEED=${first}): ${String(defect)}`, { cause: defect }))
  )

const together = (lives: ReadonlyArray<Life>, each: (life: Life) => Effect.Effect<void, unknown, Everything>) =>
  Effect.forEach(lives, (life) => naming(life, each(life)), { concurrency: 4, discard: true })

type Everything =
  | FakePayments
  | Ledger
  | PaymentProvider
  | Purchases
  | Reconciliation
  | SqlClient.SqlClient
  | Subscriptions

/** These accounts live through the same months; the first seed also decides how time passes. */
const live = Effect.fnUntraced(function* (seeds: ReadonlyArray<number>) {
  const first = seeds[0] ?? 0
  const pace = choicesOf(-1 - first)
  yield* TestClock.setTime(day * pace.below(400))
  staleness.allowed = true
  const lives = yield* Effect.forEach(seeds, (seed) => born(seed, first))
  for (let step = 0; step < steps; step += 1) {
    yield* together(lives, act)
    yield* TestClock.adjust(pace.of(minute, hour, 5 * hour, 20 * hour, 3 * day, 9 * day, 16 * day))
    yield* arrive
    if (pace.below(3) === 0) yield* reconcile
    yield* together(lives, compare)
  }
  staleness.allowed = false
  const sql = yield* SqlClient.SqlClient
  for (let round = 0; round < 3; round += 1) {
    yield* TestClock.adjust("25 hours")
    yield* arrive
    // A renewal whose event was lost is found at the end of the period, which may be weeks ahead: poll now.
    yield* sql`UPDATE subscriptions SET poll_at = ${yield* now} WHERE ended_at IS NULL`
    yield* reconcile
  }
  yield* together(lives, finish)
  // The next accounts live in the same months: stop polling these.
  yield* sql`UPDATE purchases SET poll_at = NULL WHERE poll_at IS NOT NULL`
  yield* sql`UPDATE subscriptions SET poll_at = NULL WHERE poll_at IS NOT NULL`
  yield* sql`UPDATE payment_book_subscriptions SET plan = NULL WHERE plan IS NOT NULL`
  yield* sql`DELETE FROM payment_book WHERE state = 'open'`
  models.clear()
  staleness.looks.clear()
})

onAnyDatabase("Payments", (_name, database) => {
  // The database lives by the real clock; only the accounts' months pass quickly.
  layer(Services.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect(
      "each honoured payment makes one grant, revoked at most once, in any order of events",
      () =>
        Effect.gen(function* () {
          const end = firstSeed + runs(25)
          for (let first = firstSeed; first < end; first += accountsTogether) {
            const seeds = Array.from({ length: Math.min(accountsTogether, end - first) }, (_, index) => first + index)
            yield* live(seeds).pipe(Effect.provide(TestClock.layer()))
          }
          assert.deepStrictEqual(yield* checkLedger, [])
        }),
      7_200_000
    )
  })
})
