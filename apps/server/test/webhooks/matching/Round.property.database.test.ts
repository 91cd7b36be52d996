/**
 * For random posts, rules and histories, the events made equal what a naive reading of the description gives: keyword
 * in the text, thresholds combined with AND, window, the post's own language, once per post per rule.
 */
import { assert, layer } from "@effect/vitest"
import type { RuleId, RuleInput } from "@heddle/api"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import type { Change } from "../../../src/store/Change.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { TestServices } from "../../support/TestServices.ts"
import { forgetPostsAndWebhooks, sendAll } from "../../support/Webhooks.ts"

/** Captions whose language and keywords a reader can tell. */
const captions = [
  { text: "台積電股價又創新高了，這個月都在漲", language: "zh-Hant", keywords: ["台積電", "股價"] },
  { text: "台，積電這樣斷開就不算，對吧？這裡沒有", language: "zh-Hant", keywords: [] },
  { text: "这家店的咖啡真的很好喝，我们还会再来", language: "zh-Hans", keywords: ["咖啡"] },
  { text: "你哋飲咗咖啡未呀？我哋啱啱先飲完", language: "yue", keywords: ["咖啡"] },
  { text: "このカフェのコーヒーはとても美味しいです", language: "ja", keywords: ["カフェ"] },
  { text: "오늘도 커피 한 잔 마시고 출근합니다", language: "ko", keywords: ["커피"] },
  { text: "I really like this coffee and the cats at the place", language: "en", keywords: ["coffee", "cat"] }
]
const keywords = ["台積電", "股價", "咖啡", "カフェ", "커피", "coffee", "cat"]
const covers: Readonly<Record<string, ReadonlyArray<string>>> = { zh: ["zh-Hant", "zh-Hans", "yue"] }

interface Post {
  readonly caption: number
  readonly ageHours: number
  readonly likes: number
  readonly replies: number
  readonly views: number | null
}
type Step =
  | { readonly do: "post"; readonly code: number; readonly post: Post }
  | { readonly do: "delete"; readonly code: number }
  | { readonly do: "rule"; readonly rule: RuleInput }
  | { readonly do: "drop"; readonly index: number }
  | { readonly do: "wait"; readonly hours: number }
  | { readonly do: "round" }

const near = (...values: ReadonlyArray<number>) =>
  fc.constantFrom(...values.flatMap((value) => [Math.max(0, value - 1), value, value + 1]))
const likes = near(0, 10, 50, 500, 600)
const replies = near(0, 5, 100)
const views = fc.option(near(20_000, 30_000), { nil: null })
const post: fc.Arbitrary<Post> = fc.record({
  caption: fc.nat(captions.length - 1),
  ageHours: fc.constantFrom(0, 1, 23, 24, 25, 47, 71, 73),
  likes,
  replies,
  views
})
const threshold = (values: fc.Arbitrary<number>) => fc.option(values, { nil: undefined })
const language = fc.constantFrom("zh", "zh-Hant", "zh-Hans", "yue", "ja", "ko", undefined)
const rule: fc.Arbitrary<RuleInput> = fc
  .record({
    keyword: fc.option(fc.constantFrom(...keywords), { nil: undefined }),
    low: fc.record({ likeCount: threshold(fc.constantFrom(10, 50)), replyCount: threshold(fc.constant(5)) }),
    high: fc.record({ likeCount: threshold(fc.constantFrom(500, 600)), replyCount: threshold(fc.constant(100)) }),
    viewCount: threshold(fc.constantFrom(20_000, 30_000)),
    lookbackHours: fc.constantFrom(1, 24, 48, 72),
    language
  })
  .map(({ keyword, low, high, viewCount, lookbackHours, language }) => {
    const counts = { ...(keyword === undefined ? high : low), viewCount }
    const some = Object.values(counts).some((value) => value !== undefined) ? counts : { ...counts, likeCount: 500 }
    return defined({ ...some, keyword, language, lookbackHours: keyword === undefined ? lookbackHours : undefined })
  })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("post" as const), code: fc.nat(5), post }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), code: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("rule" as const), rule }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("drop" as const), index: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), hours: fc.constantFrom(1, 2, 24) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("round" as const) }) }
)

function defined(rule: { readonly [K in keyof RuleInput]: RuleInput[K] | undefined }): RuleInput {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined))
}

const hour = 3_600_000
/** The test clock begins at the epoch; posts may be older than a history's start. */
const oldestPost = "100 hours"

interface KnownPost extends Post {
  readonly postedAt: number
}
interface KnownRule {
  readonly id: RuleId
  readonly input: RuleInput
}

/** The description, read plainly. */
const matchesPlainly = ({ input }: KnownRule, post: KnownPost, at: number): boolean => {
  const caption = captions[post.caption]
  const wanted = input.language ?? "zh"
  return (
    caption !== undefined &&
    (input.keyword === undefined || input.keyword === null || caption.keywords.includes(input.keyword)) &&
    [wanted, ...(covers[wanted] ?? [])].includes(caption.language) &&
    (input.likeCount === undefined || post.likes >= input.likeCount) &&
    (input.replyCount === undefined || post.replies >= input.replyCount) &&
    (input.viewCount === undefined || (post.views !== null && post.views >= input.viewCount)) &&
    at - post.postedAt <= (input.lookbackHours ?? 24) * hour
  )
}

/** Runs one history against the service and against the plain reading, and compares after every round. */
const runHistory = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  yield* forgetPostsAndWebhooks
  yield* TestClock.adjust(oldestPost)
  const start = yield* Clock.currentTimeMillis
  const endpoints = yield* Endpoints
  const ingestion = yield* Ingestion
  const round = yield* Round
  const account = yield* (yield* Accounts).create(`${yield* newId("acct")}@example.com`)
  yield* (yield* Grants).give(account.id, { plan: "standard" })
  const endpoint = yield* endpoints.create(account.id, "https://example.com/hooks")

  const posts = new Map<number, KnownPost>()
  const deleted = new Set<number>()
  const rules: Array<KnownRule> = []
  const sent = new Set<string>()
  const expected = new Set<string>()
  let at = start
  const write = (change: Change) => ingestion.write([change], { source: "test", urlTemplate: "" })

  const perform = Effect.fnUntraced(function* (step: Step) {
    switch (step.do) {
      case "post": {
        if (deleted.has(step.code)) return
        const known = posts.get(step.code)
        const next =
          known === undefined
            ? { ...step.post, postedAt: at - step.post.ageHours * hour }
            : { ...known, ...counts(step.post) }
        posts.set(step.code, next)
        yield* write({
          type: "post",
          code: `p${step.code}`,
          caption: captions[next.caption]?.text ?? "",
          username: "someone",
          post_timestamp: next.postedAt / 1000,
          like_count: next.likes,
          reply_count: next.replies,
          impression_count: next.views
        })
        return
      }
      case "delete":
        posts.delete(step.code)
        deleted.add(step.code)
        yield* write({ type: "delete", code: `p${step.code}` })
        return
      case "rule": {
        const created = yield* Effect.result(endpoints.createRule(account.id, endpoint.id, step.rule))
        if (created._tag === "Success") rules.push({ id: created.success.id, input: step.rule })
        return
      }
      case "drop": {
        const [dropped] = rules.splice(step.index, 1)
        if (dropped !== undefined) yield* endpoints.removeRule(account.id, dropped.id)
        return
      }
      case "wait":
        at += step.hours * hour
        yield* TestClock.setTime(at)
        return
      case "round": {
        yield* round.run
        for (const rule of rules) {
          for (const [code, post] of posts) {
            if (matchesPlainly(rule, post, at)) expected.add(`${rule.id} p${code}`)
          }
        }
        for (const { body } of yield* sendAll(200)) {
          const event: { rule: { id: string }; post: { code: string } } = JSON.parse(body)
          const key = `${event.rule.id} ${event.post.code}`
          assert.isFalse(sent.has(key), `sent twice: ${key}`)
          sent.add(key)
        }
        assert.deepStrictEqual([...sent].toSorted(), [...expected].toSorted())
      }
    }
  })
  yield* Effect.forEach([...steps, { do: "round" as const }], perform, { discard: true })
  const faults = yield* checkLedger
  assert.deepStrictEqual(faults, [])
})

const counts = ({ likes, replies, views }: Post) => ({ likes, replies, views })

onAnyDatabase("Round", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "120 seconds" })((it) => {
    it.effect(
      "makes the events a naive reading of the description gives",
      () =>
        Effect.gen(function* () {
          const context = yield* Effect.context<Effect.Services<ReturnType<typeof runHistory>>>()
          yield* Effect.promise(() =>
            fc.assert(
              fc.asyncProperty(fc.array(step, { maxLength: 24 }), (steps) =>
                Effect.runPromiseWith(context)(runHistory(steps))
              ),
              { numRuns: 100 }
            )
          )
        }),
      300_000
    )
  })
})
