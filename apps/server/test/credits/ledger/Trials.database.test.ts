/** Trials: once for each person, over by themselves, and no obstacle to buying a plan. */
import type { AccountId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Purchases } from "../../../src/billing/purchases/Purchases.ts"
import { Subscriptions } from "../../../src/billing/purchases/Subscriptions.ts"
import { Closure } from "../../../src/closure/Closure.ts"
import { BalanceOutlook } from "../../../src/credits/usage/BalanceOutlook.ts"
import { freshEmail, verifiedUser } from "../../support/SignIn.ts"
import { testServicesWith } from "../../support/TestServices.ts"

const services = testServicesWith({ HEDDLE_TRIAL: "standard, 1000 credits, 14 days" })

const signedUp = Effect.fnUntraced(function* (email: string) {
  yield* verifiedUser(email)
  return Option.getOrThrow(yield* (yield* Accounts).findByEmail(email)).id
})

const grantsOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const { grants } = yield* (yield* BalanceOutlook).of(accountId)
  return grants.map(({ kind, available }) => `${available} of ${kind}`)
})

const planOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const plan = yield* (yield* Accounts).currentPlan(accountId)
  return Option.getOrNull(plan)?.name ?? null
})

onAnyDatabaseWith("Trials", { services }, (it) => {
  it.effect("begin when the address is proven and end by themselves", () =>
    Effect.gen(function* () {
      const account = yield* signedUp(yield* freshEmail)
      assert.deepStrictEqual(yield* grantsOf(account), ["1000 of trial"])
      assert.strictEqual(yield* planOf(account), "standard")
      yield* TestClock.adjust("13 days")
      assert.strictEqual(yield* planOf(account), "standard")
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* grantsOf(account), [])
      assert.isNull(yield* planOf(account))
    })
  )

  it.effect("are given once to a mailbox, also at the same time and after its account was closed", () =>
    Effect.gen(function* () {
      const email = yield* freshEmail
      const variants = [email, email.replace("@", "+two@"), email.replace("@", "+three@")]
      const accounts = yield* Effect.forEach(variants, signedUp, { concurrency: "unbounded" })
      const given = (yield* Effect.forEach(accounts, grantsOf)).flat()
      assert.deepStrictEqual(given, ["1000 of trial"])
      yield* Effect.forEach(accounts, (account) => Closure.use(({ close }) => close(account, email)))
      assert.deepStrictEqual(yield* grantsOf(yield* signedUp(email)), [])
    })
  )

  it.effect("are not for accounts that the operator made", () =>
    Effect.gen(function* () {
      const email = yield* freshEmail
      yield* (yield* Accounts).create(email)
      assert.deepStrictEqual(yield* grantsOf(yield* signedUp(email)), [])
    })
  )

  it.effect("end for any plan that is bought, also a lower one, and their credits stay until their day", () =>
    Effect.gen(function* () {
      const purchases = yield* Purchases
      const account = yield* signedUp(yield* freshEmail)
      assert.strictEqual((yield* Effect.flip(purchases.topUp(account, 10_000)))._tag, "PurchaseRefused")
      const bought = yield* purchases.subscribe(account, "lite")
      if (bought.outcome !== "checkout") return assert.fail("not for sale")
      yield* purchases.confirm(bought.purchase.id)
      assert.strictEqual(yield* planOf(account), "lite")
      assert.strictEqual((yield* (yield* Subscriptions).state(account)).current?.isTrial, false)
      assert.include(yield* grantsOf(account), "1000 of trial")
      yield* TestClock.adjust("14 days")
      assert.notInclude(yield* grantsOf(account), "1000 of trial")
      assert.strictEqual(yield* planOf(account), "lite")
    })
  )
})
