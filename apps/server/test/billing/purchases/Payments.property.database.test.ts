/**
 * However payment events arrive - duplicated, late, out of order or not at all; refunded, disputed, paid too
 * late, with calls that fail - an account ends in the state a naive model of the rules predicts, with one grant per
 * honoured payment. Many accounts, each with its own seed, go through the same months together. Where an operator
 * confirms payments there is no model, but each payment still makes one grant.
 */
import { assert, layer } from "@effect/vitest"
import { AccountId, PlanName } from "@heddle/api"
import { Clock, Effect, Layer, Option, References } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { type Choices, choicesOf, firstSeed } from "../../../../../test/support/Seeds.ts"
import { BillingNoProvider } from "../../../src/billing/Billing.ts"
import { type ProviderPayment, PaymentProvider } from "../../../src/billing/providers/PaymentProvider.ts"
import { Purchases } from "../../../src/billing/purchases/Purchases.ts"
import type { Reconciliation } from "../../../src/billing/purchases/Reconciliation.ts"
import { Subscriptions } from "../../../src/billing/purchases/Subscriptions.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { now } from "../../../src/runtime/Time.ts"
import { badManners, badStandIn, Foundations, reconcile } from "../../support/Billing.ts"
import { admit } from "../../support/ledger/LedgerCalls.ts"
import { PlanModel } from "../../support/PlanModel.ts"
import { fakeSide, manualSide, ProviderSide, stripeSide } from "../../support/ProviderSide.ts"

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
  /** Whether the model knows how the provider works; otherwise an operator confirms payments. */
  readonly isModelled: boolean
}

/** By purchase, so that whatever the service looks at is shown to the model of its account. */
const models = new Map<string, PlanModel>()
const show = Effect.fnUntraced(function* (objects: Iterable<ProviderPayment>) {
  const { purchaseOf } = yield* ProviderSide
  const time = yield* Clock.currentTimeMillis
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

const Watched = Layer.effect(
  PaymentProvider,
  Effect.gen(function* () {
    const provider = yield* PaymentProvider
    const side = yield* ProviderSide
    const seen = (objects: Iterable<ProviderPayment>) => Effect.provideService(show(objects), ProviderSide, side)
    return PaymentProvider.of({
      ...provider,
      fetch: (ref) =>
        provider.fetch(ref).pipe(
          Effect.map(Option.map(perhapsStale)),
          Effect.tap((object) => seen(Option.toArray(object)))
        ),
      renewals: (ref) => Effect.tap(provider.renewals(ref), (newestFirst) => seen(newestFirst.toReversed())),
      setRenewal: (ref, plan) =>
        Effect.tapError(provider.setRenewal(ref, plan), ({ _tag }) =>
          Effect.sync(() => {
            const purchase = side.purchaseOf({ purchaseId: null, subscriptionRef: ref })
            if (_tag === "PaymentRefused") models.get(purchase)?.endedAtProvider(ref)
          })
        )
    })
  })
)

const over = <E, R>(sides: Layer.Layer<PaymentProvider | ProviderSide, E, R>) =>
  BillingNoProvider.pipe(Layer.provideMerge(Foundations), Layer.provideMerge(Layer.provideMerge(Watched, sides)))

const born = Effect.fnUntraced(function* (seed: number, first: number, isModelled: boolean) {
  // With an id of its own, by which the fake provider's whims repeat.
  const sql = yield* SqlClient.SqlClient
  const id = AccountId.make(`acct_seed_${seed}`)
  yield* sql`INSERT INTO accounts (id, email, created_at) VALUES (${id}, ${`${id}@example.com`}, ${yield* now})`
  const life: Life = { seed, first, accountId: id, choices: choicesOf(seed), model: new PlanModel(), isModelled }
  return life
})

const spend = Effect.fnUntraced(function* ({ accountId, choices }: Life) {
  const ledger = yield* Ledger
  const available = yield* ledger.available(accountId)
  if (available === 0) return
  const amount = 1 + choices.below(available)
  const { holdId } = yield* admit(accountId, amount)
  const usage = { keyId: null, requestId: null, source: "test", apiType: "keywords", parameters: {} }
  // A third of the calls die: their holds stay open until their deadline.
  if (choices.below(3) > 0) yield* ledger.settle(accountId, { holdId, cost: choices.below(amount + 1), usage })
})

/** The bank or the provider's staff: some of the account's payments of the last 30 days are given back or disputed. */
const moneyBack = Effect.fnUntraced(function* ({ accountId, choices }: Life, time: number) {
  const side = yield* ProviderSide
  const paid = (yield* side.paid(accountId)).filter(({ createdAt }) => createdAt.getTime() > time - 30 * day)
  const one = paid[choices.below(Math.max(1, paid.length))]
  if (one === undefined) return
  const kind = choices.below(3)
  if (kind === 0) yield* side.dispute(one.ref)
  if (kind === 1) yield* side.refund(one.ref, one.amountCents)
  if (kind === 2) yield* side.refund(one.ref, 1 + choices.below(one.amountCents))
})

/** What was bought although the provider then did not answer is in the list. */
const know = Effect.fnUntraced(function* ({ accountId, model }: Life) {
  for (const { id, kind, plan, credits, expiresAt } of yield* (yield* Purchases).list(accountId)) {
    if (kind === "renewal" || models.has(id)) continue
    models.set(id, model)
    model.bought(id, { kind, plan, credits, expires: expiresAt?.getTime() ?? 0 })
  }
})

/** The money has arrived: an operator confirms some of what waits, up to three times at once. */
const confirmSome = Effect.fnUntraced(function* ({ accountId, choices }: Life) {
  const purchases = yield* Purchases
  for (const { id, state } of yield* purchases.list(accountId)) {
    if (state !== "pending" || choices.below(2) === 0) continue
    const times = Array.from({ length: 1 + choices.below(3) }, () => purchases.confirm(id))
    yield* Effect.all(times, { concurrency: "unbounded" })
  }
})

const act = Effect.fnUntraced(function* (life: Life) {
  const { accountId, choices, model, isModelled } = life
  const time = yield* Clock.currentTimeMillis
  const purchases = yield* Purchases
  const subscriptions = yield* Subscriptions
  const agree = (actual: unknown, expected: unknown) => {
    if (isModelled) assert.strictEqual(actual, expected)
  }
  if (!isModelled) yield* confirmSome(life)
  switch (choices.below(16)) {
    case 0:
    case 1:
    case 2: {
      const plan = choices.of(...PlanName.literals)
      const expected = model.subscribe(plan, time)
      const result = yield* Effect.result(purchases.subscribe(accountId, plan))
      if (result._tag === "Success") agree(result.success.outcome, expected)
      else agree(result.failure._tag === "PaymentUnavailable" ? "checkout" : "refused", expected)
      return yield* know(life)
    }
    case 3:
    case 4:
    case 5: {
      const expected = model.mayTopUp(time)
      const result = yield* Effect.result(purchases.topUp(accountId, 10_000 * (1 + choices.below(3))))
      agree(result._tag === "Success" || result.failure._tag === "PaymentUnavailable", expected)
      if (result._tag === "Success") assert.notStrictEqual(result.success.plan, "lite")
      return yield* know(life)
    }
    case 6: {
      const expected = model.cancel(time)
      const result = yield* Effect.result(subscriptions.cancel(accountId))
      if (expected !== undefined) agree(result._tag === "Success", expected)
      return
    }
    case 7:
    case 8: {
      const expected = model.resume(time)
      agree((yield* Effect.result(subscriptions.resume(accountId)))._tag === "Success", expected)
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
const compare = Effect.fnUntraced(function* ({ accountId, model, isModelled }: Life) {
  assert.isAtLeast(yield* (yield* Ledger).available(accountId), 0)
  if (!isModelled) return
  const time = yield* Clock.currentTimeMillis
  const { current, paidUntil, nextPlan } = yield* (yield* Subscriptions).state(accountId)
  assert.deepStrictEqual(
    { plan: current?.plan ?? null, paidUntil: paidUntil?.getTime() ?? null, nextPlan },
    model.state(time)
  )
})

const arrive = Effect.gen(function* () {
  const purchases = yield* Purchases
  const raws = yield* (yield* ProviderSide).tick
  // An event whose object could not be fetched is as good as lost.
  yield* Effect.forEach(
    raws,
    (raw) => Effect.catchTag(purchases.receive(raw), "PaymentUnavailable", () => Effect.void),
    {
      discard: true
    }
  )
})

/** What must hold of every account in the end, from the rows of provider and ledger alone, and against the model. */
const finish = Effect.fnUntraced(function* (life: Life) {
  const { accountId, model, isModelled } = life
  const sql = yield* SqlClient.SqlClient
  const side = yield* ProviderSide
  yield* compare(life)
  const made = yield* sql<{ ref: string; grants: number; revoked: number }>`
    SELECT g.provider_ref AS ref, count(*) AS grants, count(r.grant_id) FILTER (WHERE g.revoked_at IS NOT NULL) AS revoked
    FROM credit_grants g LEFT JOIN credit_revocations r ON r.account_id = g.account_id AND r.grant_id = g.id
    WHERE g.account_id = ${accountId} GROUP BY g.provider_ref`
  const paid = yield* side.paid(accountId)
  for (const { ref, kept } of paid) {
    const { grants, revoked } = made.find((one) => one.ref === ref) ?? { grants: 0, revoked: 0 }
    if (kept) assert.deepStrictEqual({ ref, grants, revoked }, { ref, grants: 1, revoked: 0 })
    else assert.isTrue(grants <= 1 && revoked === grants, `${ref}: ${grants} grants, ${revoked} taken back`)
  }
  const unpaid = made.filter(({ ref }) => !paid.some((payment) => payment.ref === ref))
  assert.deepStrictEqual(unpaid, [], "no grant without a payment")
  const grants = yield* sql<{ ref: string; credits: number; start: Date; expires: Date; revoked: Date | null }>`
    SELECT provider_ref AS ref, amount AS credits, effective_at AS start, expires_at AS expires, revoked_at AS revoked
    FROM credit_grants WHERE account_id = ${accountId} ORDER BY provider_ref COLLATE "C"`
  if (isModelled) {
    assert.deepStrictEqual(
      grants.map(({ ref, credits, start, expires, revoked }) => [
        ref,
        { credits, start: start.getTime(), expires: expires.getTime(), revoked: revoked?.getTime() ?? null }
      ]),
      [...model.grants].toSorted(([a], [b]) => (a < b ? -1 : 1))
    )
  }
  const states = yield* sql<{ id: string; paymentRef: string | null; kind: string; state: string }>`
    SELECT id, payment_ref, kind, state FROM purchases WHERE account_id = ${accountId}`
  for (const { id, paymentRef, kind, state } of states) {
    const expected = model.purchases.get(kind === "renewal" ? (paymentRef ?? "") : id)?.state
    if (isModelled) assert.strictEqual(state, expected)
    assert.notStrictEqual(state, "refused", "money that bought nothing has gone back")
  }
  const wrong = yield* sql`
    SELECT 1 FROM credit_revocations r JOIN credit_grants g ON g.account_id = r.account_id AND g.id = r.grant_id
    WHERE r.account_id = ${accountId} AND (r.taken + r.shortfall <> g.amount OR g.spent > r.shortfall
      OR r.shortfall IS DISTINCT FROM (SELECT p.shortfall FROM purchases p
        WHERE p.account_id = r.account_id AND p.grant_id = r.grant_id))`
  assert.deepStrictEqual(wrong, [], "what was not spent is taken, and the rest is on record")
  const cheap = yield* sql`
    SELECT 1 FROM purchases p JOIN credit_grants g ON g.account_id = p.account_id AND g.id = p.grant_id
    WHERE p.account_id = ${accountId} AND p.kind = 'top_up' AND NOT EXISTS (
      SELECT 1 FROM plan_periods q WHERE q.account_id = p.account_id
        AND g.effective_at BETWEEN q.starts_at AND q.ends_at
        AND p.price_cents * 10000 = g.amount * CASE q.plan WHEN 'standard' THEN 1000 WHEN 'plus' THEN 500 WHEN 'premium' THEN 400 END)`
  assert.deepStrictEqual(cheap, [], "each top-up has the price of the plan that was in force when it was paid")
  const known = yield* sql<{ ref: string | null; plan: string | null }>`
    SELECT provider_ref AS ref, next_plan AS plan FROM subscriptions WHERE account_id = ${accountId}`
  const charging = (yield* side.charging(accountId)).filter(
    ({ ref, plan }) => !known.some((subscription) => subscription.ref === ref && subscription.plan === plan)
  )
  assert.deepStrictEqual(charging, [], "no ended subscription is charged")
})

const naming = <A, E, R>({ seed, first }: Life, effect: Effect.Effect<A, E, R>) =>
  Effect.catchDefect(effect, (defect) =>
    Effect.die(new Error(`seed ${seed} (HEDDLE_TEST_SEED=${first}): ${String(defect)}`, { cause: defect }))
  )

const together = (lives: ReadonlyArray<Life>, each: (life: Life) => Effect.Effect<void, unknown, Everything>) =>
  Effect.forEach(lives, (life) => naming(life, each(life)), { concurrency: 4, discard: true })

type Everything =
  | Ledger
  | PaymentProvider
  | ProviderSide
  | Purchases
  | Reconciliation
  | SqlClient.SqlClient
  | Subscriptions

/** These accounts live through the same months; the first seed also decides how time passes. */
const live = Effect.fnUntraced(function* (seeds: ReadonlyArray<number>, isModelled: boolean) {
  const first = seeds[0] ?? 0
  const pace = choicesOf(-1 - first)
  yield* TestClock.setTime(day * pace.below(400))
  staleness.allowed = true
  const side = yield* ProviderSide
  yield* side.allowFailures(true)
  const lives = yield* Effect.forEach(seeds, (seed) => born(seed, first, isModelled))
  for (let step = 0; step < steps; step += 1) {
    yield* together(lives, act)
    // Now and then a long time, so that everybody sees renewals.
    const isLong = step % 4 === 3
    yield* TestClock.adjust(
      isLong ? pace.of(9 * day, 16 * day, 21 * day) : pace.of(minute, hour, 5 * hour, 20 * hour, 3 * day, 9 * day)
    )
    yield* arrive
    if (pace.below(3) === 0) yield* reconcile
    yield* together(lives, compare)
  }
  staleness.allowed = false
  yield* side.allowFailures(false)
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
  yield* side.forget
  models.clear()
  staleness.looks.clear()
})

const providers = [
  { name: "manual", isModelled: false, seeds: 10, Services: over(manualSide) },
  { name: "fake", isModelled: true, seeds: 10, Services: over(fakeSide(badManners)) },
  { name: "stripe", isModelled: true, seeds: 10, Services: over(stripeSide(badStandIn)) },
  { name: "stripe over HTTP", isModelled: true, seeds: 2, Services: over(stripeSide(badStandIn, "overHttp")) }
] as const

onAnyDatabase("Payments", (_name, database) => {
  for (const { name, isModelled, seeds: count, Services } of providers) {
    // The database lives by the real clock; only the accounts' months pass quickly.
    layer(Services.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
      `with ${name} payments`,
      (it) => {
        it.effect(
          "each honoured payment makes one grant, revoked at most once, in any order of events",
          () =>
            Effect.gen(function* () {
              const end = firstSeed + runs(count)
              for (let first = firstSeed; first < end; first += accountsTogether) {
                const length = Math.min(accountsTogether, end - first)
                const seeds = Array.from({ length }, (_, index) => first + index)
                yield* live(seeds, isModelled).pipe(Effect.provide(TestClock.layer()))
              }
              assert.deepStrictEqual(yield* checkLedger, [])
              // Failed calls are part of it.
            }).pipe(Effect.provideService(References.MinimumLogLevel, "Error")),
          7_200_000
        )
      }
    )
  }
})
