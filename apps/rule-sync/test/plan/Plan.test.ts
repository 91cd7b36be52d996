import { EndpointId, RuleId } from "@heddle/api"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { counts, isEmpty, plan } from "../../src/plan/Plan.ts"
import type { RuleContent } from "../../src/plan/RuleContent.ts"
import { ruleKey } from "../../src/plan/RuleContent.ts"
import { checkSafety } from "../../src/plan/Safety.ts"
import { ruleSteps } from "../../src/plan/Steps.ts"
import { actual, desired, desiredRule } from "../support/Arbitraries.ts"
import { applyPlan, shape } from "../support/PureModel.ts"

const runs = { numRuns: 200 }
const url = "https://a.example/hook"

const keywordRule = (keyword: string, likeCount = 50): RuleContent => ({
  keyword,
  likeCount,
  replyCount: null,
  viewCount: null,
  lookbackHours: null,
  language: "zh"
})

const one = (...rules: ReadonlyArray<RuleContent>) => ({ endpoints: [{ url, rules: rules.map(desiredRule) }] })
const there = (...rules: ReadonlyArray<readonly [id: string, rule: RuleContent]>) => [
  { id: EndpointId.make("ep_1"), url, rules: rules.map(([id, content]) => ({ id: RuleId.make(id), content })) }
]

describe("a plan, for any file and any account", () => {
  it("applied, makes the managed endpoints as in the file", () => {
    fc.assert(
      fc.property(desired, actual, (desired, actual) => {
        const after = applyPlan(actual, plan(desired, actual))
        const managed = new Set<string>(desired.endpoints.map(({ url }) => url))
        assert.deepEqual(shape(after.filter(({ url }) => managed.has(url))), shape(desired.endpoints))
      }),
      runs
    )
  })

  it("leaves nothing to a second plan", () => {
    fc.assert(
      fc.property(desired, actual, (desired, actual) => {
        assert.isTrue(isEmpty(plan(desired, applyPlan(actual, plan(desired, actual)))))
      }),
      runs
    )
  })

  it("does not touch endpoints that the file does not name, and counts them", () => {
    fc.assert(
      fc.property(desired, actual, (desired, actual) => {
        const made = plan(desired, actual)
        const managed = new Set<string>(desired.endpoints.map(({ url }) => url))
        const others = actual.filter(({ url }) => !managed.has(url))
        const after = applyPlan(actual, made)
        assert.deepEqual(
          after.filter(({ url }) => !managed.has(url)),
          others
        )
        assert.strictEqual(made.otherEndpoints, others.length)
      }),
      runs
    )
  })

  it("never deletes a rule whose content stays, but for younger twins", () => {
    fc.assert(
      fc.property(desired, actual, (desired, actual) => {
        for (const endpoint of plan(desired, actual).endpoints) {
          const kept = new Map(endpoint.unchanged.map((pair) => [ruleKey(pair.actual.content), pair.actual.id]))
          for (const rule of [...endpoint.deletes, ...endpoint.replacements.map(({ before }) => before)]) {
            const stays = kept.get(ruleKey(rule.content))
            assert.strictEqual(rule.twinOf, stays ?? null)
            if (stays !== undefined) assert.isTrue(stays < rule.id)
          }
        }
      }),
      runs
    )
  })

  it("does not depend on the order of rules and endpoints at the API", () => {
    fc.assert(
      fc.property(desired, actual, (desired, actual) => {
        const reversed = actual.toReversed().map(({ id, url, rules }) => ({ id, url, rules: rules.toReversed() }))
        assert.deepEqual(plan(desired, reversed), plan(desired, actual))
      }),
      runs
    )
  })
})

describe("identity", () => {
  it.each([
    ["host and scheme in capitals", "HTTPS://A.Example/hook"],
    ["the default port", "https://a.example:443/hook"],
    ["a fragment", "https://a.example/hook#top"]
  ])("of an endpoint does not change with %s", (_, spelled) => {
    const made = plan({ endpoints: [{ url: spelled, rules: [] }] }, there())
    assert.isTrue(isEmpty(made))
    assert.strictEqual(made.otherEndpoints, 0)
  })

  it.each([
    ["path", "https://a.example/Hook"],
    ["query", "https://a.example/hook?rs=1"],
    ["port", "https://a.example:8443/hook"]
  ])("of an endpoint changes with its %s", (_, spelled) => {
    assert.deepInclude(counts(plan({ endpoints: [{ url: spelled, rules: [] }] }, there())), { endpointsToCreate: 1 })
  })

  it("keeps the oldest of twins", () => {
    const rule = keywordRule("AI")
    const [endpoint] = plan(one(rule), there(["rule_2", rule], ["rule_1", rule], ["rule_3", rule])).endpoints
    assert.deepEqual(
      endpoint?.deletes.map(({ id, twinOf }) => [id, twinOf]),
      [
        ["rule_2", "rule_1"],
        ["rule_3", "rule_1"]
      ]
    )
  })

  it("pools endpoints whose URLs differ in spelling only, and creates in the oldest", () => {
    const known = [
      { id: EndpointId.make("ep_2"), url, rules: [{ id: RuleId.make("rule_2"), content: keywordRule("AI") }] },
      { id: EndpointId.make("ep_1"), url: "https://A.example/hook", rules: [] }
    ]
    const made = plan(one(keywordRule("AI"), keywordRule("ML")), known)
    assert.deepInclude(counts(made), { create: 1, unchanged: 1, delete: 0, endpointsToCreate: 0 })
    assert.strictEqual(made.endpoints[0]?.id, "ep_1")
  })
})

describe("a change", () => {
  it("of a threshold is a replacement of the most similar rule", () => {
    const made = plan(
      one(keywordRule("AI", 60), keywordRule("台積", 70)),
      there(["rule_1", keywordRule("AI")], ["rule_2", keywordRule("台積")])
    )
    assert.deepEqual(
      made.endpoints[0]?.replacements.map(({ before, after }) => [before.id, after.content.keyword]),
      [
        ["rule_1", "AI"],
        ["rule_2", "台積"]
      ]
    )
  })

  it("to an unrelated keyword is a delete and a create", () => {
    assert.deepInclude(counts(plan(one(keywordRule("AI")), there(["rule_1", keywordRule("台積")]))), {
      create: 1,
      delete: 1,
      replace: 0
    })
  })
})

it("creates the new rule before it deletes the old one", () => {
  const [endpoint] = plan(one(keywordRule("AI", 60)), there(["rule_1", keywordRule("AI")])).endpoints
  assert.deepEqual(endpoint === undefined ? [] : ruleSteps(endpoint).map(({ kind }) => kind), ["create", "delete"])
})

describe("an apply that would delete most of what it manages", () => {
  const keywords = ["一", "二", "三", "四", "五", "六"].map((keyword) => keywordRule(keyword))
  const all = there(...keywords.map((rule, index) => [`rule_${index}`, rule] as const))
  const refusal = (keep: number, options: { readonly allowEmpty?: boolean; readonly allowDeletes?: number } = {}) =>
    checkSafety(plan(one(...keywords.slice(0, keep)), all), {
      allowEmpty: false,
      allowDeletes: 0,
      allowCopies: false,
      maxResend: null,
      ...options
    })?.message

  it("is refused, with the number that allows it", () => {
    assert.include(refusal(2), "https://a.example/hook: 4 of 6 rules")
    assert.include(refusal(2), "add --allow-deletes=4.")
    assert.include(refusal(2, { allowDeletes: 3 }), "add --allow-deletes=4.")
    assert.isUndefined(refusal(2, { allowDeletes: 4 }))
    assert.isUndefined(refusal(3))
  })

  it("is refused when an endpoint would have no rule left, unless that is said", () => {
    assert.include(refusal(0), "https://a.example/hook: all 6 rules")
    assert.include(refusal(0, { allowDeletes: 6 }), "add --allow-empty.")
    assert.isUndefined(refusal(0, { allowEmpty: true }))
  })

  it("is refused when one endpoint loses most, or all together do", () => {
    const two = (a: number, b: number) => ({
      endpoints: [
        { url, rules: keywords.slice(0, a).map(desiredRule) },
        { url: "https://b.example/hook", rules: keywords.slice(0, b).map(desiredRule) }
      ]
    })
    const second = { id: EndpointId.make("ep_2"), url: "https://b.example/hook", rules: [] }
    const rules = keywords.map((content, index) => ({ id: RuleId.make(`rule_b${index}`), content }))
    const safety = { allowEmpty: false, allowDeletes: 0, allowCopies: false, maxResend: null }
    const checked = (a: number, b: number) => checkSafety(plan(two(a, b), [...all, { ...second, rules }]), safety)
    assert.include(checked(6, 2)?.message, "https://b.example/hook: 4 of 6 rules")
    assert.isNull(checked(3, 3))
  })

  it("is not one that replaces rules, or that deletes twins", () => {
    const edited = keywords.map(({ keyword }) => keywordRule(keyword ?? "", 60))
    const safety = { allowEmpty: false, allowDeletes: 0, allowCopies: false, maxResend: null }
    assert.isNull(checkSafety(plan(one(...edited), all), safety))
    assert.isNull(checkSafety(plan(one(...["a", "b", "c", "d", "e", "f"].map((k) => keywordRule(k))), all), safety))
    const [rule] = keywords
    const twins = there(...["1", "2", "3", "4"].map((id) => [`rule_${id}`, rule ?? keywordRule("x")] as const))
    assert.isNull(checkSafety(plan(one(rule ?? keywordRule("x")), twins), safety))
    assert.isNull(checkSafety(plan({ endpoints: [] }, all), safety))
  })
})

describe("an endpoint whose address changed in the file", () => {
  const rules = ["一", "二", "三", "四"].map((keyword) => keywordRule(keyword))
  const old = there(...rules.map((rule, index) => [`rule_${index}`, rule] as const))
  const moved = (...contents: ReadonlyArray<RuleContent>) =>
    plan({ endpoints: [{ url: "https://b.example/hook", rules: contents.map(desiredRule) }] }, old)
  const checked = (made: ReturnType<typeof moved>, allowCopies = false) =>
    checkSafety(made, { allowEmpty: false, allowDeletes: 0, allowCopies, maxResend: null })?.message

  it("is recognised by its rules, because both would send the same posts", () => {
    const [one, two] = rules
    assert.include(checked(moved(...rules)), "https://b.example/hook: 4 of its rules stand at https://a.example/hook")
    if (one !== undefined && two !== undefined) {
      assert.include(checked(moved(one, two, keywordRule("五"))), "2 of its rules stand at")
      assert.isUndefined(checked(moved(one, keywordRule("五"), keywordRule("六"))))
    }
  })
  it("can be meant", () => assert.isUndefined(checked(moved(...rules), true)))
  it("is none if the file names both", () => {
    const endpoints = [url, "https://b.example/hook"].map((url) => ({ url, rules: rules.map(desiredRule) }))
    assert.isUndefined(checked(plan({ endpoints }, old)))
  })
})
