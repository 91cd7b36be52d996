/** "Evaluation" of the description, sentence by sentence: rules over HTTP, posts by ingest, rounds, a receiver that listens. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Grants } from "../../src/credits/ledger/Grants.ts"
import { customerServer } from "../support/CustomerServer.ts"
import { rowsOf } from "../support/PricedCalls.ts"
import { captions } from "../support/RandomPosts.ts"
import { call, customer } from "../support/ServedApi.ts"
import { type Rows, testSections } from "../support/SpecRows.ts"
import { day, hour, type PostFields, start, store } from "../support/StoredAtNoon.ts"
import {
  claim,
  countingRounds,
  deliverDue,
  eventOf,
  keywordRule,
  manage,
  newRules,
  onlyRules,
  runRound,
  storeMatching
} from "../support/WebhookCalls.ts"
import { deletePosts, recordAnswer } from "../support/Webhooks.ts"

const trendingRule = { likeCount: 500, lookbackHours: 24 }
const millisecond = 0.001

/** A receiver, and the events that it has got since it was last asked. */
const listening = Effect.gen(function* () {
  const server = yield* customerServer((response) => response.writeHead(204).end())
  let seen = 0
  const received = Effect.gen(function* () {
    while ((yield* deliverDue) > 0);
    const events = server.requests.slice(seen).map(eventOf)
    seen = server.requests.length
    return events
  })
  return { url: server.url, received, round: Effect.andThen(runRound, received) }
})

/** These rules alone, with a receiver for their events. */
const subscribed = Effect.fnUntraced(function* (key: string, rules: ReadonlyArray<object>) {
  const receiver = yield* listening
  return { ...receiver, rules: yield* onlyRules(key, rules, receiver.url) }
})

type Received = ReadonlyArray<ReturnType<typeof eventOf>>

const codes = (events: Received) => events.map(({ post }) => post.code)

/** The posts of one rule's events. */
const codesOf = (rule: { readonly id: string }, events: Received) =>
  codes(events.filter((event) => event.rule.id === rule.id)).toSorted()

/** The time of a post of this age, in seconds, at the start of a test. */
const aged = (seconds: number) => ({ post_timestamp: start - seconds })

const observed = (seconds: number, fields: PostFields & { readonly code: string }) => ({
  ...fields,
  observed_at: start + seconds
})

const giveCredits = Effect.fnUntraced(function* (...[account, grant]: Parameters<Grants["Service"]["give"]>) {
  yield* (yield* Grants).give(account, grant)
})

/** Credits for so many events, and nothing else. */
const poorCustomer = (events: number) => customer({ plan: "standard", credits: 20 * events })

const everyThreeMinutes: Rows[string] = ({ key }) =>
  Effect.gen(function* () {
    const rounds = yield* countingRounds
    yield* TestClock.adjust("9 minutes")
    assert.strictEqual(rounds.count, 4, "one at start, and one every 3 minutes")

    const { rules, round } = yield* subscribed(key, [
      keywordRule,
      trendingRule,
      { ...keywordRule, language: "zh-Hant" }
    ])
    const other = yield* customer({ plan: "standard", credits: 100 })
    const theirs = yield* listening
    yield* manage("POST", yield* newRules(other.key, theirs.url), other.key, keywordRule)
    yield* storeMatching({ code: "a", like_count: 500 })
    yield* runRound
    // One delivery loop sends the events of both.
    const events = [...(yield* round), ...(yield* theirs.received)]
    assert.lengthOf(events, 4, "all rules, of all accounts")
    assert.includeMembers(
      events.map(({ rule }) => rule.id),
      rules.map(({ id }) => id)
    )
  }).pipe(Effect.scoped)

const oncePerRule: Rows[string] = ({ key }) =>
  Effect.gen(function* () {
    const { round, received } = yield* subscribed(key, [keywordRule])
    yield* storeMatching({ code: "a" }, { code: "deleted" })
    yield* deletePosts("deleted")
    assert.deepStrictEqual(codes(yield* round), ["a"])
    assert.deepStrictEqual(codes(yield* round), [], "a round runs twice")

    yield* TestClock.adjust("1 minute")
    yield* storeMatching(observed(60, { code: "a", like_count: 99 }), observed(60, { code: "deleted" }))
    assert.deepStrictEqual(codes(yield* round), [], "its counts rise, and the deleted one is reported again")

    yield* TestClock.adjust("1 minute")
    yield* storeMatching(observed(120, { code: "a", like_count: 1 }))
    assert.deepStrictEqual(codes(yield* round), [])
    yield* TestClock.adjust("1 minute")
    yield* storeMatching(observed(180, { code: "a", like_count: 10 }))
    assert.deepStrictEqual(codes(yield* round), [], "its counts fall and rise again")

    yield* storeMatching({ code: "b" })
    yield* runRound
    yield* deletePosts("b")
    assert.deepStrictEqual(codes(yield* received), [], "deleted between the round and its sending")
  }).pipe(Effect.scoped)

const twoRules: Rows[string] = ({ key }) =>
  Effect.gen(function* () {
    const { rules, round } = yield* subscribed(key, [keywordRule, { ...keywordRule, keyword: "股價" }, trendingRule])
    yield* storeMatching({ code: "a", like_count: 500 })
    const events = yield* round
    assert.deepStrictEqual(codes(events), ["a", "a", "a"])
    assert.sameDeepMembers(
      events.map(({ rule }) => rule),
      rules.map(({ id, type, keyword = null }) => ({ id, type, keyword }))
    )
  }).pipe(Effect.scoped)

const allThresholds: Rows[string] = ({ key }) =>
  Effect.gen(function* () {
    const thresholds = { likeCount: 500, replyCount: 100, viewCount: 20_000 }
    const { rules, round } = yield* subscribed(key, [
      { keyword: "台積電", ...thresholds },
      { lookbackHours: 24, ...thresholds },
      { keyword: "台積電", likeCount: 500 }
    ])
    const reached = { like_count: 500, reply_count: 100, impression_count: 20_000 }
    yield* storeMatching(
      { code: "all", ...reached },
      { code: "likes", ...reached, like_count: 499 },
      { code: "replies", ...reached, reply_count: 99 },
      { code: "views", ...reached, impression_count: 19_999 },
      { code: "no views", ...reached, impression_count: null }
    )
    const events = yield* round
    assert.deepStrictEqual(
      rules.map((rule) => codesOf(rule, events)),
      [["all"], ["all"], ["all", "no views", "replies", "views"]]
    )
  }).pipe(Effect.scoped)

const replies: Rows[string] = ({ key }) =>
  Effect.gen(function* () {
    const { rules, round } = yield* subscribed(key, [keywordRule, trendingRule])
    yield* storeMatching(
      { code: "root", like_count: 500 },
      { code: "reply", like_count: 500, reply_to: "root" },
      { code: "reply to unknown", like_count: 500, is_reply: true }
    )
    const events = yield* round
    for (const { id } of rules) {
      const ofRule = events.filter(({ rule }) => rule.id === id)
      assert.deepStrictEqual(Object.fromEntries(ofRule.map(({ post }) => [post.code, post.is_reply])), {
        root: false,
        reply: true,
        "reply to unknown": true
      })
    }
  }).pipe(Effect.scoped)

const languageOfPost: Rows[string] = ({ key }) =>
  Effect.gen(function* () {
    const languages = ["zh", "zh-Hant", "zh-Hans", "yue", "ja", "ko"]
    const { rules, round } = yield* subscribed(
      key,
      languages.map((language) => ({ ...trendingRule, language }))
    )
    // One author, who writes mostly English and whose network says that they are in America.
    yield* store(
      ...Object.entries(captions).map(([code, caption]) => ({ code, caption, like_count: 500, language: "en" })),
      ...Array.from({ length: 10 }, (_, index) => ({ code: `english ${index}`, caption: captions.en }))
    )
    const events = yield* round
    const { zh, ...told } = Object.fromEntries(rules.map((rule) => [rule.language, codesOf(rule, events)]))
    assert.deepStrictEqual(told, Object.fromEntries(languages.slice(1).map((language) => [language, [language]])))
    assert.includeMembers([...(zh ?? [])], ["zh-Hans", "zh-Hant", "yue"])
    assert.notIncludeMembers([...(zh ?? [])], ["ja", "ko", "en", "other"])
  }).pipe(Effect.scoped)

const viewsLater: Rows[string] = ({ key }) =>
  Effect.gen(function* () {
    const { rules, round } = yield* subscribed(key, [
      keywordRule,
      { keyword: "台積電", viewCount: 20_000 },
      { viewCount: 20_000, lookbackHours: 1 }
    ])
    const [likes = { id: "" }, views = { id: "" }] = rules
    yield* storeMatching({ code: "a" })
    const early = yield* round
    assert.deepStrictEqual([codesOf(likes, early), codesOf(views, early)], [["a"], []])
    yield* TestClock.adjust("3 hours")
    yield* storeMatching(observed(3 * hour, { code: "a", impression_count: 20_000 }))
    const late = yield* round
    assert.deepStrictEqual(
      late.map(({ rule, post }) => [rule.id, post.impression_count]),
      [[views.id, 20_000]],
      "too late for the rule that looks back one hour"
    )
  }).pipe(Effect.scoped)

const windowsAtTheirEdges = Effect.fnUntraced(function* (key: string) {
  const lookbacks = [1, 24, 72]
  const { rules, round } = yield* subscribed(key, [
    keywordRule,
    ...lookbacks.map((lookbackHours) => ({ likeCount: 500, lookbackHours }))
  ])
  const atEdge = (hours: number) => [
    { code: `${hours} in`, like_count: 500, ...aged(hours * hour) },
    { code: `${hours} out`, like_count: 500, ...aged(hours * hour + millisecond) }
  ]
  yield* storeMatching(...lookbacks.flatMap(atEdge))
  yield* store({ code: "other text", caption: captions["zh-Hans"], like_count: 500 })
  const events = yield* round
  assert.deepStrictEqual(
    rules.map((rule) => codesOf(rule, events)),
    [
      ["1 in", "1 out", "24 in"],
      ["1 in", "other text"],
      ["1 in", "1 out", "24 in", "other text"],
      ["1 in", "1 out", "24 in", "24 out", "72 in", "other text"]
    ]
  )
})

/** The time of the round decides, not that of the post's arrival. */
const arrivals = Effect.fnUntraced(function* (key: string) {
  const { rules, round } = yield* subscribed(key, [keywordRule, { likeCount: 500, lookbackHours: 48 }])
  yield* storeMatching({ code: "leaves", like_count: 500, ...aged(day - 60) })
  yield* TestClock.adjust("61 seconds")
  const first = yield* round
  yield* storeMatching(
    { code: "a day late", like_count: 500, post_timestamp: start + 61 - day },
    { code: "later", like_count: 500, post_timestamp: start + 61 - day - millisecond }
  )
  const second = yield* round
  assert.deepStrictEqual(
    rules.map((rule) => [codesOf(rule, first), codesOf(rule, second)]),
    [
      [[], ["a day late"]],
      [["leaves"], ["a day late", "later"]]
    ]
  )
})

const checkWindows: Rows[string] = ({ key }) =>
  Effect.gen(function* () {
    yield* windowsAtTheirEdges(key)
    yield* TestClock.setTime(start * 1_000)
    yield* arrivals(key)
  }).pipe(Effect.scoped)

const snapshot: Rows[string] = ({ key }) =>
  Effect.gen(function* () {
    const { round } = yield* subscribed(key, [keywordRule])
    yield* storeMatching({ code: "a" })
    yield* runRound
    yield* TestClock.adjust("1 minute")
    yield* storeMatching(observed(60, { code: "a", like_count: 7, reply_count: 3, impression_count: 44 }))
    const [first] = yield* claim
    const { post } = eventOf(first)
    assert.deepStrictEqual([post.like_count, post.reply_count, post.impression_count], [7, 3, 44], "as they are sent")

    yield* TestClock.adjust("1 minute")
    yield* storeMatching(observed(120, { code: "a", like_count: 99 }))
    if (first === undefined) return
    yield* recordAnswer(first, 500)
    yield* TestClock.adjust("1 hour")
    const [retry] = yield* claim
    assert.strictEqual(retry?.body, first.body, "the retry sends the same body")
    if (retry === undefined) return
    yield* recordAnswer(retry, 204)
    yield* storeMatching(observed(3_720, { code: "a", like_count: 200 }))
    assert.deepStrictEqual(codes(yield* round), [], "no update follows")
  }).pipe(Effect.scoped)

/** The oldest posts are sent, whatever the order of their arrival; after a top-up those that are still in the window. */
const cutInOrder = Effect.gen(function* () {
  const { id, key } = yield* poorCustomer(2)
  const { round } = yield* subscribed(key, [keywordRule])
  yield* storeMatching({ code: "c", ...aged(23 * hour) })
  yield* storeMatching({ code: "a", ...aged(day) }, { code: "d", ...aged(hour) }, { code: "b", ...aged(23.5 * hour) })
  assert.deepStrictEqual(codes(yield* round), ["a", "b"])
  assert.deepStrictEqual(codes(yield* round), [], "events pause")
  yield* TestClock.adjust("2 hours")
  yield* storeMatching({ code: "e", post_timestamp: start + hour })
  assert.deepStrictEqual(codes(yield* round), [])
  yield* giveCredits(id, { credits: 20 })
  assert.deepStrictEqual(codes(yield* round), ["d"], "c is no longer within the window")
  yield* giveCredits(id, { credits: 19 })
  assert.deepStrictEqual(codes(yield* round), [])
  yield* giveCredits(id, { credits: 1 })
  assert.deepStrictEqual(codes(yield* round), ["e"])
})

/** Two accounts have the same rules, and one of them runs out. */
const othersGoOn = Effect.gen(function* () {
  const broke = yield* poorCustomer(1)
  const rich = yield* poorCustomer(10)
  const ours = yield* subscribed(broke.key, [keywordRule])
  const theirs = yield* listening
  yield* manage("POST", yield* newRules(rich.key, theirs.url), rich.key, keywordRule)
  for (const [index, name] of ["a", "b", "c"].entries()) {
    yield* storeMatching({ code: name, ...aged(hour - index) }, { code: `${name}2`, ...aged(60 - index) })
    yield* runRound
  }
  assert.deepStrictEqual(codes(yield* ours.received), ["a"])
  assert.deepStrictEqual(codes(yield* theirs.received), ["a", "a2", "b", "b2", "c", "c2"])
})

/** An event that is cancelled gives its credits back. */
const releasedHold = Effect.gen(function* () {
  const { key } = yield* poorCustomer(1)
  const { rules, round } = yield* subscribed(key, [{ ...keywordRule, keyword: "股價" }, keywordRule])
  yield* storeMatching(
    { code: "a", caption: captions["zh-Hant"].replace("台積電", "聯電"), ...aged(60) },
    { code: "b" }
  )
  yield* runRound
  yield* manage("DELETE", `/webhook/rules/${String(rules[0]?.id)}`, key)
  assert.deepStrictEqual(codes(yield* round), ["b"])
})

const renewal = Effect.gen(function* () {
  const { id, key } = yield* poorCustomer(1)
  const { round } = yield* subscribed(key, [keywordRule])
  yield* storeMatching({ code: "a", ...aged(60) }, { code: "b" })
  assert.deepStrictEqual(codes(yield* round), ["a"])
  yield* giveCredits(id, { plan: "standard", credits: 20 })
  assert.deepStrictEqual(codes(yield* round), ["b"])
})

const outOfCredits: Rows[string] = () =>
  Effect.gen(function* () {
    for (const scenario of [cutInOrder, othersGoOn, releasedHold, renewal]) {
      yield* TestClock.setTime(start * 1_000)
      yield* scenario
    }
  }).pipe(Effect.scoped)

const afterADowngrade: Rows[string] = ({ id, key }) =>
  Effect.gen(function* () {
    const { rules, round, received } = yield* subscribed(key, [keywordRule, trendingRule])
    yield* storeMatching({ code: "before" })
    yield* runRound
    yield* giveCredits(id, { plan: "lite" })
    assert.deepStrictEqual(codes(yield* received), ["before"], "what was made is still sent")

    yield* storeMatching({ code: "leaves", like_count: 500, ...aged(23 * hour) }, { code: "stays", like_count: 500 })
    assert.deepStrictEqual(codes(yield* round), [])
    yield* TestClock.adjust("2 hours")
    yield* storeMatching(observed(2 * hour, { code: "stays", like_count: 501 }))
    assert.deepStrictEqual(codes(yield* round), [])

    yield* giveCredits(id, { plan: "plus" })
    const [endpoint] = rowsOf(yield* call("/webhook/endpoints", { key }))
    assert.deepStrictEqual(endpoint?.["rules"], rules)
    assert.deepStrictEqual(codes(yield* round), ["stays", "stays"], "the window is checked after the upgrade")
    assert.deepStrictEqual(codes(yield* round), [])
  }).pipe(Effect.scoped)

testSections({
  Evaluation: {
    tests: {
      1: everyThreeMinutes,
      2: oncePerRule,
      3: twoRules,
      4: allThresholds,
      5: replies,
      6: languageOfPost,
      7: viewsLater,
      8: checkWindows,
      9: snapshot,
      10: outOfCredits,
      11: afterADowngrade
    }
  }
})
