/** `GET /webhook/rules/{rule_id}/explain`: every verdict, each condition, and that a round does what the explanation says. */
import { assert } from "@effect/vitest"
import { type RuleExplanation, RuleId } from "@heddle/api"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Explanations } from "../../../src/webhooks/explaining/Explanations.ts"
import { forEvery } from "../../support/Property.ts"
import { onlyPosts } from "../../support/RandomPosts.ts"
import { anyRule, postsForRules } from "../../support/Rules.ts"
import { customer, ServedApi } from "../../support/ServedApi.ts"
import { day, hour, start } from "../../support/StoredAtNoon.ts"
import { keywordRule, manage, newRules, onlyRules, runRound, storeMatching } from "../../support/WebhookCalls.ts"
import { TestServices } from "../../support/TestServices.ts"
import { deletePosts, forgetPostsAndWebhooks, sendAll } from "../../support/Webhooks.ts"

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString()

const served = ServedApi.layerNoDeps.pipe(
  Layer.provideMerge(TestServices),
  Layer.provide(Layer.effectDiscard(TestClock.setTime(start * 1_000)))
)

const explain = Effect.fnUntraced(function* (key: string, rule: { readonly id: unknown }, post: string) {
  const path = `/webhook/rules/${String(rule.id)}/explain?post=${encodeURIComponent(post)}`
  const explanation: RuleExplanation = yield* manage("GET", path, key)
  return explanation
})

const failed = ({ conditions }: RuleExplanation) => conditions.flatMap(({ name, holds }) => (holds ? [] : [name]))

onAnyDatabaseWith("An explanation", { services: served }, (it) => {
  /** A customer with these rules and no posts. */
  const begin = Effect.fnUntraced(function* (rules: ReadonlyArray<object>, credits = 1_000) {
    yield* TestClock.setTime(start * 1_000)
    const account = yield* customer({ plan: "standard", credits })
    return { ...account, rules: yield* onlyRules(account.key, rules) }
  })

  it.effect("says what is still missing, and until when", () =>
    Effect.gen(function* () {
      const { key, rules } = yield* begin([{ ...keywordRule, replyCount: 5, viewCount: 20_000 }])
      yield* storeMatching({ code: "a", like_count: 7, reply_count: 5, post_timestamp: start - hour })
      assert.deepStrictEqual(yield* explain(key, rules[0], "a"), {
        verdict: "waiting",
        conditions: [
          { name: "post", wanted: "stored", actual: "stored", holds: true },
          { name: "keyword", wanted: "台積電", actual: "台積電", holds: true },
          { name: "language", wanted: "zh", actual: "zh-Hant", holds: true },
          { name: "likeCount", wanted: 10, actual: 7, holds: false },
          { name: "replyCount", wanted: 5, actual: 5, holds: true },
          { name: "viewCount", wanted: 20_000, actual: null, holds: false },
          { name: "window", wanted: 24, actual: 1, holds: true },
          { name: "plan", wanted: "with webhooks", actual: "standard", holds: true },
          { name: "credits", wanted: 20, actual: 1_000, holds: true }
        ],
        window: { from: iso(start - hour), until: iso(start + 23 * hour) },
        checkedAt: null,
        event: null,
        text: "The post has 7 of 10 likes, no view count yet (20000 required); it is in the window until 1970-04-12 11:00 UTC."
      })
    })
  )

  it.effect("names the event and its state once a round has made it", () =>
    Effect.gen(function* () {
      const { key, rules } = yield* begin([keywordRule])
      yield* storeMatching({ code: "a" })
      assert.deepInclude(yield* explain(key, rules[0], "a"), { verdict: "will_fire", event: null })
      yield* runRound
      const made = yield* explain(key, rules[0], "a")
      assert.strictEqual(made.verdict, "fired")
      assert.strictEqual(made.event?.state, "scheduled")
      assert.match(made.event?.id ?? "", /^evt_/)
      assert.strictEqual(made.checkedAt, iso(start))
      yield* sendAll(200)
      yield* deletePosts("a")
      const sent = yield* explain(key, rules[0], "a")
      assert.deepStrictEqual([sent.verdict, sent.event], ["fired", { id: made.event?.id, state: "delivered" }])
      assert.deepStrictEqual(failed(sent), ["post"])
    })
  )

  it.effect("tells posts that can never fire the rule", () =>
    Effect.gen(function* () {
      const { key, rules } = yield* begin([keywordRule, { ...keywordRule, language: "ja" }])
      yield* storeMatching(
        { code: "other", caption: "聯電股價又創新高了，這個月都在漲" },
        { code: "old", post_timestamp: start - day - 1, like_count: 3 },
        { code: "gone" },
        { code: "a" }
      )
      yield* deletePosts("gone")
      const [rule, japanese] = rules
      const verdicts = yield* Effect.forEach(["other", "old", "gone", "never seen"], (code) => explain(key, rule, code))
      assert.deepStrictEqual(
        verdicts.map(({ verdict, text }) => [verdict, text]),
        [
          ["no_match", "The text does not contain “台積電”."],
          ["too_old", "The post left the window of the rule at 1970-04-11 11:59 UTC; it has 3 of 10 likes."],
          ["deleted", "The post was deleted. Rules do not match deleted posts."],
          ["unknown_post", "No post with this code is stored. A rule can match it once a source has reported it."]
        ]
      )
      assert.deepStrictEqual(verdicts[3]?.window, { from: null, until: null })
      assert.deepStrictEqual(verdicts[3]?.conditions, [{ name: "post", wanted: "stored", actual: null, holds: false }])
      assert.deepInclude(yield* explain(key, japanese, "a"), {
        verdict: "no_match",
        text: "The language of the post is zh-Hant, but the rule requires ja."
      })
    })
  )

  it.effect("tells what the account lacks: credits, room under the daily cap, a plan with webhooks", () =>
    Effect.gen(function* () {
      const { id, key, rules } = yield* begin([keywordRule], 20)
      const { id: capped } = yield* manage("POST", "/webhook/endpoints", key, {
        url: "https://127.0.0.1:8/",
        dailyCreditCap: 20
      })
      const cappedRule = yield* manage("POST", `/webhook/endpoints/${String(capped)}/rules`, key, {
        ...keywordRule,
        likeCount: 11
      })
      yield* storeMatching({ code: "a", like_count: 11 })
      yield* runRound
      const poor = yield* Effect.forEach([rules[0], cappedRule], (rule) => explain(key, rule, "a"))
      assert.sameMembers(
        poor.map(({ verdict }) => verdict),
        ["fired", "out_of_credits"]
      )
      yield* (yield* Grants).give(id, { credits: 1_000 })
      yield* runRound
      yield* TestClock.adjust("1 minute")
      yield* storeMatching({ code: "b", like_count: 11, post_timestamp: start + 60 })
      const full = yield* explain(key, cappedRule, "b")
      assert.deepStrictEqual([full.verdict, failed(full)], ["capped", ["dailyCap"]])
      assert.strictEqual((yield* explain(key, rules[0], "b")).verdict, "will_fire")
      yield* (yield* Grants).give(id, { plan: "lite" })
      const downgraded = yield* explain(key, rules[0], "b")
      assert.deepStrictEqual([downgraded.verdict, failed(downgraded)], ["no_plan", ["plan"]])
    })
  )

  it.effect("says before a round which posts fire which rules, and after it that they did", () =>
    Effect.gen(function* () {
      const { id, key } = yield* begin([], 1_000_000)
      const sql = yield* SqlClient.SqlClient
      const explanations = yield* Explanations
      const account = { plan: "standard", credits: 1_000_000 } as const
      const rules = fc.uniqueArray(anyRule, { minLength: 2, maxLength: 5, selector: JSON.stringify })
      yield* forEvery(fc.tuple(postsForRules, rules), runs(60), ([posts, inputs]) =>
        Effect.gen(function* () {
          yield* forgetPostsAndWebhooks
          const stored = yield* onlyPosts(posts, start)
          const path = yield* newRules(key)
          const made = yield* Effect.forEach(inputs, (input) =>
            Effect.map(manage("POST", path, key, input), (rule) => RuleId.make(String(rule.id)))
          )
          const pairs = made.flatMap((rule) => stored.map(({ code }) => ({ rule, code })))
          const verdicts = Effect.map(
            Effect.forEach(pairs, ({ rule, code }) =>
              Effect.map(
                explanations.of(id, rule, code, account),
                ({ verdict }) => [`${rule} ${code}`, verdict] as const
              )
            ),
            (all) => new Map<string, string>(all)
          )
          const before = yield* verdicts
          yield* runRound
          const events = yield* sql<{ pair: string }>`SELECT rule_id || ' ' || post_code AS pair FROM webhook_events`
          const willFire = [...before].flatMap(([pair, verdict]) => (verdict === "will_fire" ? [pair] : []))
          assert.sameMembers(
            events.map(({ pair }) => pair),
            willFire
          )
          for (const [pair, verdict] of yield* verdicts) {
            assert.strictEqual(verdict, willFire.includes(pair) ? "fired" : before.get(pair), pair)
          }
        })
      )
    })
  )
})
