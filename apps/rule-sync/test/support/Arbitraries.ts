/** Small pools, so that equal, similar and different rules all come up often. */
import { EndpointId, RuleId } from "@heddle/api"
import * as fc from "fast-check"
import type { Actual } from "../../src/plan/Actual.ts"
import type { Desired, DesiredEndpoint, DesiredRule } from "../../src/plan/Desired.ts"
import { type RuleContent, ruleKey } from "../../src/plan/RuleContent.ts"

const urls = ["https://a.example/hook", "https://b.example/hook?x=1", "https://c.example/"] as const

const language = fc.constantFrom("zh", "zh-Hant", "ja" as const)
const orNull = <A>(...values: ReadonlyArray<A>) => fc.constantFrom(null, ...values)

const keywordRule = fc.record({
  keyword: fc.constantFrom("台積電", "台積", "AI", "한글"),
  likeCount: fc.constantFrom(10, 50),
  replyCount: orNull(5),
  viewCount: orNull(20_000),
  lookbackHours: fc.constant(null),
  language
})

const trendingRule = fc.record({
  keyword: fc.constant(null),
  likeCount: fc.constantFrom(500, 1_000),
  replyCount: orNull(100),
  viewCount: fc.constant(null),
  lookbackHours: fc.constantFrom(1, 24, 72),
  language
})

const content: fc.Arbitrary<RuleContent> = fc.oneof(keywordRule, trendingRule)

const position = { file: "test.yaml", line: 1, column: 1 }

export const desiredRule = (rule: RuleContent): DesiredRule => ({
  name: null,
  content: rule,
  handover: "immediate",
  sendExisting: true,
  position
})

const contents = fc.uniqueArray(content, { selector: ruleKey, maxLength: 6 })

export const desired: fc.Arbitrary<Desired> = fc
  .uniqueArray(fc.record({ url: fc.constantFrom(...urls), rules: contents.map((rules) => rules.map(desiredRule)) }), {
    selector: ({ url }: DesiredEndpoint) => url,
    maxLength: urls.length
  })
  .map((endpoints) => ({ endpoints }))

/** Rules may come in twins. */
export const actual: fc.Arbitrary<Actual> = fc
  .uniqueArray(fc.record({ url: fc.constantFrom(...urls), rules: fc.array(content, { maxLength: 6 }) }), {
    selector: ({ url }) => url,
    maxLength: urls.length
  })
  .chain((endpoints) => {
    const total = endpoints.reduce((sum, { rules }) => sum + rules.length, 0)
    const ids = Array.from({ length: total }, (_, index) => `rule_${String(index).padStart(3, "0")}`)
    return fc.shuffledSubarray(ids, { minLength: total, maxLength: total }).map((shuffled) =>
      endpoints.map(({ url, rules }, index) => ({
        id: EndpointId.make(`ep_${index}`),
        url,
        rules: rules.map((rule) => ({ id: RuleId.make(shuffled.shift() ?? ""), content: rule }))
      }))
    )
  })
