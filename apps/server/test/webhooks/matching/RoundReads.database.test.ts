/** What a round reads and writes: the cost of an account that is behind is its own. */
import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { TestServices } from "../../support/TestServices.ts"
import { accountWithEndpoint, transactionsEnded, webhookScenario, writePosts } from "../../support/Webhooks.ts"

const posts = 300
const run = Effect.flatMap(Round, (round) => round.run)

const window = Effect.gen(function* () {
  const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1_000) - 60
  yield* writePosts(
    Array.from({ length: posts }, (_, index) => ({
      code: `p${index}`,
      post_timestamp: seconds,
      caption: index < 3 ? "咖啡很好喝" : "今天天氣很好"
    }))
  )
  return seconds
})

const ruleOf = Effect.fnUntraced(function* (
  { id, endpoint }: Effect.Success<ReturnType<typeof accountWithEndpoint>>,
  keyword: string
) {
  return yield* (yield* Endpoints).createRule(id, endpoint.id, { keyword, likeCount: 10 })
})

/** The first two rounds of a database check whole windows. */
const settled = transactionsEnded.pipe(Effect.andThen(run), Effect.andThen(run))

onAnyDatabaseWith("What a round reads", { services: TestServices }, (it) => {
  it.effect(
    ...webhookScenario(
      "of the window for a new rule: only the posts with its keyword",
      Effect.gen(function* () {
        yield* settled
        yield* window
        const account = yield* accountWithEndpoint(1_000)
        yield* ruleOf(account, "晴天")
        yield* settled
        assert.deepInclude(yield* run, { posts: 0, events: 0 })
        yield* ruleOf(account, "咖啡")
        assert.deepInclude(yield* run, { posts: 3, events: 3, rules: 2 })
        assert.deepInclude(yield* run, { posts: 0, events: 0 })
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "for an account that can pay again: only the posts with its keywords, and for the others only changes",
      Effect.gen(function* () {
        yield* settled
        const poor = yield* accountWithEndpoint(20)
        const rich = yield* accountWithEndpoint(100_000)
        yield* ruleOf(poor, "咖啡")
        yield* ruleOf(rich, "天氣")
        const seconds = yield* window
        assert.deepInclude(yield* run, { events: posts - 2, outOfCredits: [poor.id] })
        // Without credits the account costs nothing.
        yield* settled
        assert.deepInclude(yield* run, { posts: 0, events: 0, rules: 1, outOfCredits: [] })
        yield* (yield* Grants).give(poor.id, { credits: 1_000 })
        yield* writePosts([{ code: "new", post_timestamp: seconds, caption: "今天天氣很好" }])
        assert.deepInclude(yield* run, { posts: 4, events: 3, rules: 2 })
      })
    )
  )
})
