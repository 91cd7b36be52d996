/** Rules that are edited in place: nothing is sent twice, what newly matches is sent, what no longer matches is not. */
import { assert } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { RuleInput } from "@heddle/api"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Outbox } from "../../../src/webhooks/delivery/Outbox.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { now } from "../../../src/runtime/Time.ts"
import { forEvery } from "../../support/Property.ts"
import { anyRule, candidates, isFound, postsForRules, ruleFrom } from "../../support/Rules.ts"
import { TestServices } from "../../support/TestServices.ts"
import { accountWithEndpoint, forgetPostsAndWebhooks, webhookScenario, writePosts } from "../../support/Webhooks.ts"

const runRound = Effect.flatMap(Round, ({ run }) => run)

const eventsOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ postCode: string; state: string }>`
    SELECT post_code, state FROM webhook_events ORDER BY post_code`
  return rows
})

const anHourAgo = Effect.map(now, (time) => time.getTime() / 1_000 - 3_600)

/** Until no round reads a post because it has changed. */
const settle = Effect.repeat(runRound, { times: 3 })

onAnyDatabaseWith("An edited rule", { services: TestServices }, (it) => {
  it.effect(
    ...webhookScenario(
      "can change its type, and is checked like a new rule is",
      Effect.gen(function* () {
        const endpoints = yield* Endpoints
        const { id, endpoint } = yield* accountWithEndpoint(10_000)
        const rule = yield* endpoints.createRule(id, endpoint.id, { keyword: "台積電", likeCount: 10 })
        const other = yield* endpoints.createRule(id, endpoint.id, { keyword: "咖啡", likeCount: 10 })
        const trending = yield* endpoints.updateRule(id, rule.id, { likeCount: 500, lookbackHours: 3 })
        assert.deepStrictEqual(
          { type: trending.type, keyword: trending.keyword, lookbackHours: trending.lookbackHours },
          { type: "trending", keyword: undefined, lookbackHours: 3 }
        )
        const conflict = yield* Effect.flip(
          endpoints.updateRule(id, other.id, { likeCount: 500, lookbackHours: 3, language: "zh" })
        )
        assert.strictEqual(conflict._tag, "Conflict")
        const cats = yield* endpoints.createRule(id, endpoint.id, { keyword: "Cats", likeCount: 10 })
        const same = yield* Effect.flip(endpoints.updateRule(id, other.id, { keyword: "cat", likeCount: 10 }))
        assert.include(same.detail, `\`${cats.id}\` with the keyword \`Cats\``)
        const spelled = yield* endpoints.updateRule(id, cats.id, { keyword: "cat", likeCount: 10 })
        assert.strictEqual(spelled.keyword, "cat")
        const nothing = yield* Effect.flip(endpoints.updateRule(id, other.id, { keyword: "!!", likeCount: 10 }))
        assert.strictEqual(nothing._tag, "InvalidParameter")
        const stranger = yield* accountWithEndpoint(10, "https://example.com/others")
        const unknown = yield* Effect.flip(endpoints.updateRule(stranger.id, rule.id, { keyword: "x", likeCount: 10 }))
        assert.strictEqual(unknown._tag, "NotFound")
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "makes no event of what a running round found by its former conditions, and loses nothing",
      Effect.gen(function* () {
        const endpoints = yield* Endpoints
        const outbox = yield* Outbox
        const { id, endpoint } = yield* accountWithEndpoint(10_000)
        const post_timestamp = yield* anHourAgo
        const rule = yield* endpoints.createRule(id, endpoint.id, { keyword: "台積電", likeCount: 10 })
        yield* settle
        yield* endpoints.updateRule(id, rule.id, { keyword: "咖啡", likeCount: 10 })
        yield* writePosts([
          { code: "chips", caption: "台積電", post_timestamp },
          { code: "coffee", caption: "咖啡", post_timestamp }
        ])
        // What a round holds in its memory when the edit commits.
        const stale = yield* outbox.add([{ accountId: id, ruleId: rule.id, revision: 0, postCode: "chips" }])
        assert.strictEqual(stale.created, 0)
        // Edits while rounds run.
        const isDone = yield* Deferred.make<void>()
        const rounds = yield* Effect.forkChild(
          Effect.gen(function* () {
            while (!(yield* Deferred.isDone(isDone))) yield* runRound
          })
        )
        for (const likeCount of [20, 30, 40, 50]) {
          yield* endpoints.updateRule(id, rule.id, { keyword: "咖啡", likeCount })
          yield* Effect.yieldNow
        }
        yield* Deferred.succeed(isDone, undefined)
        yield* Fiber.join(rounds)
        yield* settle
        assert.deepStrictEqual(
          (yield* eventsOf).map(({ postCode }) => postCode),
          ["coffee"]
        )
      })
    )
  )

  const step = fc.oneof(
    { weight: 3, arbitrary: anyRule.map((input) => ({ kind: "edit" as const, input })) },
    { weight: 2, arbitrary: fc.constant({ kind: "round" as const }) },
    { weight: 2, arbitrary: postsForRules.map((posts) => ({ kind: "posts" as const, posts: posts.slice(0, 6) })) }
  )
  const course = fc.record({ first: anyRule, steps: fc.array(step, { minLength: 3, maxLength: 12 }) })

  it.effect(
    "sends each post at most once, and exactly those that match when a round checks it, through any edits",
    () =>
      forEvery(
        course,
        runs(30),
        Effect.fnUntraced(function* ({ first, steps }) {
          yield* forgetPostsAndWebhooks
          const endpoints = yield* Endpoints
          yield* TestClock.setTime(100 * 3_600_000)
          const { id, endpoint } = yield* accountWithEndpoint(1_000_000)
          const rule = yield* endpoints.createRule(id, endpoint.id, first)
          let current: RuleInput = first
          let number = 0
          const expected = new Set<string>()
          for (const one of [...steps, { kind: "round" as const }]) {
            if (one.kind === "edit") {
              current = one.input
              assert.strictEqual((yield* endpoints.updateRule(id, rule.id, current)).id, rule.id)
            } else if (one.kind === "posts") {
              yield* writePosts(
                one.posts.map(({ age, ...post }) => ({
                  ...post,
                  code: `post${(number += 1)}`,
                  post_timestamp: 100 * 3_600 - age
                }))
              )
            } else {
              yield* runRound
              const at = yield* now
              const matchable = ruleFrom(current)
              for (const post of yield* candidates) if (isFound(matchable, post, at)) expected.add(post.code)
              // Nothing that is an event already is cancelled.
              const scheduled = (yield* eventsOf).filter(({ state }) => state === "scheduled")
              assert.deepStrictEqual(
                scheduled.map(({ postCode }) => postCode),
                [...expected].toSorted()
              )
            }
          }
        })
      ),
    60_000 + runs(30) * 5_000
  )
})
