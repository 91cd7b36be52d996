/** A plan that needs room, at an API with few rules for an endpoint or an account. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { runs } from "../../../../test/support/Runs.ts"
import { apply } from "../../src/apply/Apply.ts"
import { Webhooks } from "../../src/apply/Webhooks.ts"
import type { Desired } from "../../src/plan/Desired.ts"
import { isEmpty, plan } from "../../src/plan/Plan.ts"
import { ruleInput, ruleKey } from "../../src/plan/RuleContent.ts"
import { desired } from "../support/Arbitraries.ts"
import { client } from "../support/Client.ts"
import { ModelApi } from "../support/ModelApi.ts"

const rulesOf = ({ endpoints }: Desired) => endpoints.reduce((sum, { rules }) => sum + rules.length, 0)
const largestOf = ({ endpoints }: Desired) => Math.max(1, ...endpoints.map(({ rules }) => rules.length))

const sync = Effect.fnUntraced(function* (file: Desired) {
  const webhooks = yield* Webhooks
  yield* apply(plan(file, yield* webhooks.list), () => Effect.void)
  return plan(file, yield* webhooks.list)
})

it.live("converges in one run at every limit that both sides keep, and deletes nothing else", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(desired, desired, fc.boolean(), (before, after, ofEndpoint) =>
        Effect.gen(function* () {
          const { state, faults } = yield* ModelApi
          const foreign = state.addEndpoint("https://other.example/hook")
          if (foreign !== null) state.addRule(foreign, { keyword: "others", likeCount: 10 })
          for (const { url, rules } of before.endpoints) {
            const endpoint = state.addEndpoint(url)
            if (endpoint !== null) for (const { content } of rules) state.addRule(endpoint, ruleInput(content))
          }
          // Endpoints that the new file does not name keep their rules.
          const named = new Set(after.endpoints.map(({ url }) => url))
          const others = rulesOf({ endpoints: before.endpoints.filter(({ url }) => !named.has(url)) })
          if (ofEndpoint) state.maxRulesPerEndpoint = Math.max(largestOf(before), largestOf(after))
          else state.maxRulesPerAccount = 1 + Math.max(rulesOf(before), rulesOf(after) + others)
          assert.isTrue(isEmpty(yield* sync(after)))
          for (const { url, rules } of after.endpoints) {
            assert.deepEqual(state.contents(url), rules.map(({ content }) => ruleKey(content)).toSorted())
          }
          assert.strictEqual(foreign?.rules.length, 1)
          assert.strictEqual(rulesOf(after) + others + 1, state.endpoints.flatMap(({ rules }) => rules).length)
          faults.reset()
          yield* sync(after)
          assert.deepEqual(faults.writes, [])
        }).pipe(
          Effect.provide(client.pipe(Layer.provideMerge(ModelApi.layer)), { local: true }),
          Effect.scoped,
          Effect.runPromise
        )
      ),
      { numRuns: runs(15) }
    )
  )
)
