/** Whatever happens to the keys of an account, and at once: at most 20 are active, and exactly the active ones get in. */
import type { KeyId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { now } from "../../../src/runtime/Time.ts"
import { TestServices } from "../../support/TestServices.ts"
import { newAccountId } from "../../support/NewAccount.ts"

interface History {
  readonly atFirst: number
  readonly bursts: ReadonlyArray<{ readonly steps: ReadonlyArray<Step>; readonly waitMillis: number }>
}

type Step =
  | { readonly do: "create"; readonly lifetime: number | null }
  | { readonly do: "rotate" | "delete"; readonly index: number }
  | { readonly do: "prolong"; readonly index: number; readonly lifetime: number | null }

const index = fc.nat({ max: 30 })
const lifetime = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 5 }))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("create" as const), lifetime }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("rotate" as const, "delete" as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("prolong" as const), index, lifetime }) }
)
/** What happens at once, and how long nothing happens after it. */
const burst = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
  waitMillis: fc.integer({ min: 0, max: 3 })
})
/** Enough keys to begin with that the limit is met often. */
const history: fc.Arbitrary<History> = fc.record({
  atFirst: fc.constantFrom(0, 16, 19, 20),
  bursts: fc.array(burst, { maxLength: 6 })
})

interface Known {
  readonly id: KeyId
  readonly key: string
  expiresAt: Date | null
  isRevoked: boolean
}

const runHistory = Effect.fnUntraced(function* ({ atFirst, bursts }: History) {
  const keys = yield* ApiKeys
  const accountId = yield* newAccountId
  const known: Array<Known> = []
  let names = 0
  const endOf = (lifetime: number | null) =>
    Effect.map(now, (time) => (lifetime === null ? null : new Date(time.getTime() + lifetime)))

  const create = Effect.fnUntraced(function* (expiresAt: Date | null) {
    const { id, key } = yield* keys.create(accountId, { name: `k${names++}`, expiresAt })
    known.push({ id, key, expiresAt, isRevoked: false })
  })

  const perform = Effect.fnUntraced(function* (step: Step) {
    if (step.do === "create") return yield* create(yield* endOf(step.lifetime))
    const chosen = known[step.index % Math.max(1, known.length)]
    if (chosen === undefined) return
    switch (step.do) {
      case "delete":
        yield* keys.revoke(accountId, chosen.id)
        chosen.isRevoked = true
        return
      case "rotate": {
        const { id, key } = yield* keys.rotate(accountId, chosen.id)
        chosen.isRevoked = true
        known.push({ id, key, expiresAt: chosen.expiresAt, isRevoked: false })
        return
      }
      case "prolong":
        chosen.expiresAt = (yield* keys.change(accountId, chosen.id, {
          expiresAt: yield* endOf(step.lifetime)
        })).expiresAt
    }
  })

  const check = Effect.gen(function* () {
    const time = yield* now
    const listed = new Map((yield* keys.list(accountId)).map((key) => [key.id, key.status]))
    assert.isAtMost([...listed.values()].filter((status) => status === "active").length, 20)
    for (const { id, key, expiresAt, isRevoked } of known) {
      const isActive = !isRevoked && (expiresAt === null || expiresAt > time)
      const holder = yield* keys.authenticate(key)
      assert.strictEqual(Option.isSome(holder), isActive)
      assert.strictEqual(listed.get(id) === "active", isActive)
      if (Option.isSome(holder)) assert.deepInclude(holder.value, { accountId, keyId: id })
    }
  })

  for (let made = 0; made < atFirst; made += 1) yield* create(null)
  yield* check
  for (const { steps, waitMillis } of bursts) {
    // When a key's expiry is extended twice at once, the later change wins, and the order is not observable.
    const prolonged = steps.filter((step) => step.do === "prolong")
    const others = steps.filter((step) => step.do !== "prolong")
    yield* Effect.forEach(prolonged, (step) => Effect.ignore(perform(step)), { discard: true })
    yield* Effect.forEach(others, (step) => Effect.ignore(perform(step)), { discard: true, concurrency: "unbounded" })
    yield* check
    yield* TestClock.adjust(waitMillis)
    yield* check
  }
})

onAnyDatabaseWith("API keys", { services: TestServices }, (it) => {
  it.effect(
    "made, rotated, deleted, prolonged and expired in any interleaving: at most 20, exactly the active ones",
    () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Effect.Services<ReturnType<typeof runHistory>>>()
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(history, (history) => Effect.runPromiseWith(context)(runHistory(history))),
            { numRuns: runs(8) }
          )
        )
      })
  )
})
