/**
 * What `heddle-rules` says of a file before its first request is what the API says of the calls: what is refused, which
 * rules and endpoints are the same, and that nothing is left to do.
 */
import { assert } from "@effect/vitest"
import { Endpoint } from "@heddle/api"
import { Effect, Result, Schema } from "effect"
import fc from "fast-check"
import { readRuleFile } from "../../apps/rule-sync/src/files/RuleFile.ts"
import { actualOf } from "../../apps/rule-sync/src/plan/Actual.ts"
import { isEmpty, plan } from "../../apps/rule-sync/src/plan/Plan.ts"
import type { Accounts } from "../../apps/server/src/accounts/customers/Accounts.ts"
import type { ApiKeys } from "../../apps/server/src/accounts/keys/ApiKeys.ts"
import type { Grants } from "../../apps/server/src/credits/ledger/Grants.ts"
import { call, customer, ServedApi } from "../../apps/server/test/support/ServedApi.ts"
import { onAnyDatabaseWith } from "../support/Databases.ts"
import { runs } from "../support/Runs.ts"

const Listed = Schema.Struct({ data: Schema.Array(Endpoint) })

const spellingsOf = (word: string) =>
  fc.constantFrom(
    word,
    word.toLowerCase(),
    word.toUpperCase(),
    word.normalize("NFD"),
    ` ${word}\t`,
    `${word}!`,
    word.replaceAll(/[!-~]/g, (ascii) => String.fromCodePoint((ascii.codePointAt(0) ?? 0) + 0xfee0))
  )

const word = fc.constantFrom("Coffee", "café", "颱風", "C++", "ｶﾌｪ", "iPhone 15", "시험")

const keyword = fc.oneof(
  { weight: 4, arbitrary: word.chain(spellingsOf) },
  { weight: 1, arbitrary: fc.constantFrom("🔥🔥", "", " ", "#", "x".repeat(101)) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 5 }) }
)

const conditions = fc.record(
  {
    likeCount: fc.constantFrom(9, 10, 500),
    replyCount: fc.constantFrom(5, 100),
    lookbackHours: fc.constantFrom(0, 24),
    language: fc.constantFrom("zh", "ZH", "ja", "de")
  },
  { requiredKeys: [] }
)
const rule = fc.tuple(conditions, keyword).map(([asked, spelled]) => ({ keyword: spelled, ...asked }))

/** Of one word, with conditions that a keyword rule may have. */
const spelledTwice = word.chain((word) =>
  fc.tuple(spellingsOf(word), spellingsOf(word), fc.constantFrom("zh", "ZH")).map(
    ([one, other, language]) =>
      [
        { keyword: one, likeCount: 10 },
        { keyword: other, likeCount: 10, language }
      ] as const
  )
)

const twoRules = fc.oneof(spelledTwice, fc.tuple(rule, rule))

const host = fc.constantFrom(
  "example.com",
  "EXAMPLE.com",
  "example.com.",
  "example.com:443",
  "ｅxample.com",
  "example.com:5432",
  "example.com:8443",
  "10.0.0.1",
  "[::1]",
  "internal",
  "a:b@example.com",
  ""
)
const url = fc
  .tuple(
    fc.constantFrom("https://", "HTTPS://", "http://", "ftp://"),
    host,
    fc.constantFrom("", "/a", "/a#b", "/a/../a")
  )
  .map((parts) => parts.join(""))

/** JSON is YAML. */
const problemsIn = (endpoints: ReadonlyArray<{ readonly url: string; readonly rules: ReadonlyArray<object> }>) =>
  Result.match(readRuleFile("rules.yaml", JSON.stringify({ version: 1, endpoints })), {
    onSuccess: () => [],
    onFailure: ({ problems }) => problems.map(({ message }) => message)
  })

const isSame = (message: string) => message.startsWith("the same ")

onAnyDatabaseWith("Rule files", { services: ServedApi.layer }, (it) => {
  const check = <A>(arbitrary: fc.Arbitrary<A>, property: (value: A) => Effect.Effect<void, unknown, Needed>) =>
    Effect.gen(function* () {
      const context = yield* Effect.context<Needed>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(arbitrary, (value) => Effect.runPromiseWith(context)(property(value))),
          { numRuns: runs(25) }
        )
      )
    })

  it.effect("refuse the rules that the API refuses, and call those the same that it answers with 409", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard", credits: 1_000 })
      const post = (path: string, json: object) => call(path, { method: "POST", key, json })
      yield* check(twoRules, ([one, other]) =>
        Effect.gen(function* () {
          const address = "https://example.com/hook"
          const made = yield* post("/webhook/endpoints", { url: address })
          const { id } = Object(made.json["data"])
          const path = `/webhook/endpoints/${id}/rules`
          const [first, second] = [yield* post(path, one), yield* post(path, other)]
          for (const [input, { status, text }] of [
            [one, first],
            [other, second]
          ] as const) {
            const problems = problemsIn([{ url: address, rules: [input] }])
            assert.strictEqual(problems.length > 0, status === 400, `${text} ${problems.join()}`)
          }
          if (first.status < 300 && second.status !== 400) {
            const together = problemsIn([{ url: address, rules: [one, other] }])
            assert.strictEqual(together.some(isSame), second.status === 409, `${second.text} ${together.join()}`)
            const listed = Schema.decodeUnknownSync(Listed)((yield* call("/webhook/endpoints", { key })).json)
            const desired = readRuleFile(
              "r",
              JSON.stringify({ version: 1, endpoints: [{ url: address, rules: [other] }] })
            )
            const actual = actualOf(listed.data)
            if (second.status === 409) assert.isTrue(isEmpty(plan(Result.getOrThrow(desired), actual)))
          }
          yield* call(`/webhook/endpoints/${id}`, { method: "DELETE", key })
        })
      )
    })
  )

  it.effect("refuse the addresses that the API refuses, and call those the same that it answers with 409", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard", credits: 1_000 })
      const post = (json: object) => call("/webhook/endpoints", { method: "POST", key, json })
      yield* check(fc.tuple(url, url), (urls) =>
        Effect.gen(function* () {
          const [first, second] = [yield* post({ url: urls[0] }), yield* post({ url: urls[1] })]
          for (const [address, { status, text }] of [
            [urls[0], first],
            [urls[1], second]
          ] as const) {
            // Whether a server takes addresses of its own machine, only it knows.
            const isLoopback = address.includes("[::1]")
            const problems = problemsIn([{ url: address, rules: [] }])
            if (!isLoopback) assert.strictEqual(problems.length > 0, status === 400, `${text} ${problems.join()}`)
          }
          if (first.status < 300 && second.status !== 400) {
            const together = problemsIn(urls.map((address) => ({ url: address, rules: [] })))
            assert.strictEqual(together.some(isSame), second.status === 409, `${second.text} ${together.join()}`)
          }
          for (const made of [first, second]) {
            if (made.status < 300) {
              yield* call(`/webhook/endpoints/${String(Object(made.json["data"]).id)}`, { method: "DELETE", key })
            }
          }
        })
      )
    })
  )
})

type Needed = Accounts | ApiKeys | Grants | ServedApi
