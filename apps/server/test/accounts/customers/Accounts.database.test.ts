/** Accounts: whom an address belongs to, and which plan is in force. */
import { AccountId } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { TestServices } from "../../support/TestServices.ts"

onAnyDatabase("Accounts", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("an email address belongs to one account, in any case", () =>
      Effect.gen(function* () {
        const accounts = yield* Accounts
        const { id } = yield* accounts.create("Ann@Example.com")
        const taken = yield* Effect.flip(accounts.create("ann@example.COM"))
        assert.strictEqual(taken.message, "An account with the address ann@example.COM already exists.")
        assert.deepStrictEqual(yield* accounts.findByEmail("ANN@example.com"), Option.some({ id }))
        assert.deepStrictEqual(yield* accounts.findByEmail("nobody@example.com"), Option.none())
      })
    )

    it.effect("accounts are listed in order of creation, page by page, with the plan in force", () =>
      Effect.gen(function* () {
        const accounts = yield* Accounts
        const nobody = AccountId.make("acct_none")
        const { id: before } = yield* accounts.create("list0@example.com")
        const made = yield* Effect.forEach([1, 2, 3], (n) => accounts.create(`list${n}@example.com`))
        yield* (yield* Grants).give(made[1]?.id ?? nobody, { plan: "lite" })
        const first = yield* accounts.list({ after: before, limit: 2 })
        const second = yield* accounts.list({ after: first[1]?.id ?? nobody, limit: 2 })
        assert.deepStrictEqual(
          [...first, ...second].map(({ id }) => id),
          made.map(({ id }) => id)
        )
        assert.deepStrictEqual(
          [...first, ...second].map(({ plan }) => plan?.name ?? null),
          [null, "lite", null]
        )
        const found = yield* accounts.find(made[1]?.id ?? nobody)
        assert.deepInclude(found, { email: "list2@example.com" })
        assert.strictEqual((yield* Effect.flip(accounts.find(nobody))).message, "There is no account acct_none.")
      })
    )
  })

  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect("a plan is in force for one month to the millisecond", () =>
      Effect.gen(function* () {
        const accounts = yield* Accounts
        const { id } = yield* accounts.create("plan@example.com")
        assert.deepStrictEqual(yield* accounts.currentPlan(id), Option.none())
        yield* (yield* Grants).give(id, { credits: 5 })
        assert.deepStrictEqual(yield* accounts.currentPlan(id), Option.none(), "credits of their own are no plan")
        yield* (yield* Grants).give(id, { plan: "plus" })
        const endsAt = new Date(Date.UTC(1970, 1, 1))
        assert.deepStrictEqual(yield* accounts.currentPlan(id), Option.some({ name: "plus", endsAt }))
        yield* TestClock.setTime(endsAt.getTime() - 1)
        assert.isTrue(Option.isSome(yield* accounts.currentPlan(id)))
        yield* TestClock.setTime(endsAt.getTime())
        assert.deepStrictEqual(yield* accounts.currentPlan(id), Option.none())
      })
    )
  })
})
